import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import {
  type EstadoImpresion,
  IMPRESION_VIVA,
  isPregunta,
  isVieja,
  waitsForAnswer,
} from '@imprimitodo/shared/rules/taller/impresion'
import { type Ficha, impedimentos, isTermica, SOLO_TICKETS } from '@imprimitodo/shared/rules/taller/impresora'
import { whenText } from '../tiempo.ts'

export const ESTADO_TEXT: Record<EstadoImpresion, string> = {
  en_cola: 'En cola',
  imprimiendo: 'Imprimiendo',
  impresa: 'Impreso',
  verificar: 'Verificar',
  detenida: 'Detenida',
  cancelada: 'Cancelada',
}

export const isViva = ({ estado }: Pick<Impresion, 'estado'>): boolean => IMPRESION_VIVA.includes(estado)

type Hojas = Pick<Impresion, 'paginas' | 'desde_pagina' | 'lados' | 'copias'>

/** Sheets of all copies: a reprint from a page on has fewer. */
export const hojasDe = ({ paginas, desde_pagina, lados, copias }: Hojas): number =>
  Math.ceil((paginas - desde_pagina + 1) / lados) * copias

/** The printer's count, in sheets. */
export function contadasText(impresion: Hojas & Pick<Impresion, 'contadas'>): string {
  const { contadas, lados, copias } = impresion
  const all = hojasDe(impresion)
  if (contadas === null) return `La impresora no dice cuántas hojas salieron de ${all}.`
  if (contadas === 0) return `Según la impresora no salió ninguna de ${count(all, 'hoja')}.`
  const out = Math.min(all, Math.ceil(contadas / lados))
  const [whole, rest] = [Math.floor(out / (all / copias)), out % (all / copias)]
  const detail =
    copias > 1 && out < all
      ? `: ${count(whole, 'copia completa', 'copias completas')}${rest > 0 ? ` y ${count(rest, 'hoja')} de la que sigue` : ''}`
      : ''
  return `Según la impresora salieron ${out} de ${count(all, 'hoja')}${detail}.`
}

/**
 * The page to continue from by the printer's count; null where the count does not tell. For several copies it
 * never does.
 */
export function paginaToGoOn(impresion: Hojas & Pick<Impresion, 'contadas'>): number | null {
  const { contadas, copias, desde_pagina, paginas, lados } = impresion
  if (!contadas || copias > 1) return null
  const next = desde_pagina + Math.floor(contadas / lados) * lados
  return next > paginas ? null : next
}

/**
 * Copies still missing by the printer's count, including the one that stopped half way; null where the count
 * does not tell. Some printers count the blank back of an odd number of pages and some do not: the estimate
 * is rather one copy too many.
 */
export function missingCopias(impresion: Hojas & Pick<Impresion, 'contadas'>): number | null {
  const { contadas, copias, lados } = impresion
  if (!contadas || copias === 1) return null
  const whole = Math.floor((contadas * copias) / (hojasDe(impresion) * lados))
  return whole > 0 && whole < copias ? copias - whole : null
}

/** It stopped before its printer had the document, so it can be moved to another printer unchanged. */
export const isMovible = ({ estado, contadas }: Pick<Impresion, 'estado' | 'contadas'>): boolean =>
  estado === 'detenida' && contadas === 0

/** Why an order is not ready yet; null: not because of printing. */
export function missingText(impresiones: readonly Impresion[]): string | null {
  const vivas = impresiones.filter(isViva)
  const asked = vivas.filter(waitsForAnswer).length
  if (asked > 0) return `Falta resolver ${count(asked, 'trabajo')}`
  return vivas.length > 0 ? `Falta imprimir ${count(vivas.length, 'trabajo')}` : null
}

export type EnTarjeta = {
  text: string
  /** `atencion`: a clerk has to act. */
  tone: 'normal' | 'atencion'
  accion: 'resolver' | 'cambiar' | null
}

/** A card's text about an order's printing: its most urgent state. Null: nothing is being printed. */
export function enTarjeta(
  vivas: readonly Impresion[],
  impresoras: readonly Impresora[],
  impresos: { hechos: number; de: number },
): EnTarjeta | null {
  const doubt = vivas.find(isPregunta)
  if (doubt) return { text: preguntaText(doubt), tone: 'atencion', accion: 'resolver' }
  const old = vivas.find(isVieja)
  if (old) return { text: viejaText(old), tone: 'atencion', accion: 'resolver' }
  const of = (one: Impresion) => impresoras.find(({ id }) => id === one.impresora.id)
  const stuck = vivas.find((one) => of(one)?.anda === false || one.mensaje !== null)
  if (stuck) {
    const texto = of(stuck)?.anda === false ? (of(stuck)?.texto ?? '') : (stuck.mensaje ?? '')
    const accion = vivas.every(({ estado }) => estado === 'en_cola') ? 'cambiar' : null
    return { text: paradaText({ nombre: stuck.impresora.nombre, texto }), tone: 'atencion', accion }
  }
  const [first] = vivas.toSorted(
    (a, b) => Number(b.estado === 'imprimiendo') - Number(a.estado === 'imprimiendo'),
  )
  if (first) {
    const more = vivas.length > 1 ? `, ${count(vivas.length, 'trabajo')}` : ''
    return {
      text: `${ESTADO_TEXT[first.estado]} en ${first.impresora.nombre}${more}`,
      tone: 'normal',
      accion: null,
    }
  }
  const { hechos, de } = impresos
  if (hechos === 0) return null
  const text = hechos < de ? `Impresos ${hechos} de ${count(de, 'trabajo')}` : 'Impreso'
  return { text, tone: 'normal', accion: null }
}

/** 'Sin papel: Ricoh'. Why a printer does not print, in the same words on every screen. */
export const paradaText = ({ nombre, texto }: { nombre: string; texto: string }): string =>
  `${texto}: ${nombre}`

/** 'Desde 10:42. ': since when its agent is silent; '' where it is not. */
export const desdeText = (sin_noticias: string | null, now: number): string =>
  sin_noticias ? `Desde ${whenText(sin_noticias, now)}. ` : ''

/** '5 pedidos esperan, 412 hojas' */
export const waitingText = ({ pedidos, hojas }: { pedidos: number; hojas: number }): string =>
  `${count(pedidos, 'pedido espera', 'pedidos esperan')}, ${count(hojas, 'hoja')}`

/** '96 de 186 hojas', by the printer's count; without a count the number of sheets expected. */
export function salieronText(impresion: Hojas & Pick<Impresion, 'contadas'>): string {
  const { contadas, lados } = impresion
  const all = hojasDe(impresion)
  if (contadas === null) return count(all, 'hoja')
  return `${Math.min(all, Math.ceil(contadas / lados))} de ${count(all, 'hoja')}`
}

export function preguntaText({ estado, nombre }: Pick<Impresion, 'estado' | 'nombre'>): string {
  return estado === 'detenida' ? `«${nombre}» se detuvo. ¿Qué hacemos?` : `¿Salió entero «${nombre}»?`
}

/** Why a work in the queue goes on only after an answer. */
export const viejaText = ({ papel_perdido }: Pick<Impresion, 'papel_perdido'>): string =>
  papel_perdido ?? 'Esperó muchas horas: ¿imprimir ahora?'

/** Why a printer cannot print all of these; empty when it can (one that was not read yet may). */
export function unableTo(fichas: readonly Ficha[], impresora: Impresora): string[] {
  const { perfil, repetir_copias } = impresora
  if (isTermica(impresora)) return [SOLO_TICKETS]
  if (!perfil) return []
  const copias = repetir_copias ? ('repetir_en_pdf' as const) : ('impresora' as const)
  return [...new Set(fichas.flatMap((ficha) => impedimentos(ficha, { ...perfil, copias })))]
}

/** '3 pedidos esperando, 412 hojas' */
export const colaText = ({ pedidos, hojas }: Impresora['en_cola']): string =>
  pedidos > 0
    ? `${count(pedidos, 'pedido')} esperando, ${count(hojas, 'hoja')}`
    : hojas > 0
      ? `${count(hojas, 'hoja')} en cola`
      : 'sin trabajos'
