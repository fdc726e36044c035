import type { Computadora, Encontrada } from '@imprimitodo/shared/api/agente'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'

/** A pairing code, which the server shows once, and its expiry. */
export type CodigoDeVinculo = { codigo: string; vence: string }

/** An agent silent for this long is off, or has no network. */
export const AGENTE_SILENT_MS = 90_000

/** The code in the navigation's state. */
export function codigoOf(state: unknown): CodigoDeVinculo | null {
  const { codigo, vence } = Object(state) as Partial<Record<keyof CodigoDeVinculo, unknown>>
  return typeof codigo === 'string' && typeof vence === 'string' ? { codigo, vence } : null
}

/** 'PC-MOSTRADOR, Windows 11 Pro, versión 0.1.0-ab12' */
export const computadoraText = ({ nombre, sistema, version }: Computadora): string =>
  `${nombre}, ${sistema}${version ? `, versión ${version}` : ''}`

/** Minutes and seconds left: '12:40'; null: none. */
export function leftText(vence: string, now: number): string | null {
  const seconds = Math.ceil((Date.parse(vence) - now) / 1000)
  if (seconds <= 0) return null
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** '192.168.0.31 · A4 y A3 · blanco y negro · doble faz' */
export function encontradaText({ uri, perfil }: Encontrada): string {
  const address = uri.replace(/^\w+:\/\//, '').replace(/[:/].*$/, '')
  if (!perfil) return address
  const { hojas = [], color, lados } = perfil
  return [
    address,
    (hojas.length > 0 ? hojas : [A4.nombre]).join(', '),
    color ? 'color' : 'blanco y negro',
    lados.some((one) => one !== 'one-sided') ? 'doble faz' : 'una cara',
  ].join(' · ')
}

/** Why it cannot be chosen; null: it can. */
export function porQueNo({ perfil }: Encontrada): { corto: string; largo: string } | null {
  if (!perfil)
    return {
      corto: 'Se anuncia y no contesta.',
      largo:
        'Fijate que esté prendida y que tenga IPP activado, y esperá un minuto. Si pide usuario y clave, agregala escribiendo su dirección.',
    }
  if (!perfil.pdf)
    return {
      corto: 'No entiende PDF.',
      largo:
        'Los trabajos salen como PDF. Con un controlador (CUPS) en la computadora de la sucursal se puede usar: agregala escribiendo la dirección que le da CUPS.',
    }
  if (!perfil.dos_pasos)
    return {
      corto: 'No recibe trabajos en dos pasos.',
      largo:
        'Si se cortara el envío no se sabría si salió. Con un controlador (CUPS) en la computadora de la sucursal se puede usar: agregala escribiendo la dirección que le da CUPS.',
    }
  return null
}
