import { CUIT_INVALID, isCuit } from '../base/cuit.ts'
import type { Estado } from '../compra/pedido.ts'
import { inPesos, keptOf, PAID } from './pago.ts'

/** The customer's condition, as the form sends it. */
export const CONDICIONES_IVA = ['RI', 'MT', 'CF'] as const
export type CondicionIva = (typeof CONDICIONES_IVA)[number]

export const CONDICION_TITLES: Record<CondicionIva, string> = {
  CF: 'Consumidor final',
  MT: 'Monotributo',
  RI: 'Responsable inscripto',
}
/** The wording on vouchers. */
export const CONDICION_LEGALES: Record<CondicionIva, string> = {
  RI: 'IVA Responsable Inscripto',
  MT: 'Responsable Monotributo',
  CF: 'Consumidor Final',
}
/** ARCA's CondicionIVAReceptorId (RG 5616). */
export const CONDICION_IDS: Record<CondicionIva, number> = { RI: 1, MT: 6, CF: 5 }

export type Letra = 'A' | 'B' | 'C'
export type Clase = 'factura' | 'nota_credito'
/** ARCA's CbteTipo. */
const TIPOS: Record<Clase, Record<Letra, number>> = {
  factura: { A: 1, B: 6, C: 11 },
  nota_credito: { A: 3, B: 8, C: 13 },
}

/**
 * The letter of a voucher. A monotributista's are all C; a responsable inscripto's are A for buyers who may take the tax as
 * a credit (a monotributista too since law 27.618), B to a final consumer.
 */
export function letraOf(emisor: 'RI' | 'MT', cliente: CondicionIva): Letra {
  if (emisor === 'MT') return 'C'
  return cliente === 'CF' ? 'B' : 'A'
}

export const tipoOf = (clase: Clase, letra: Letra): number => TIPOS[clase][letra]

/** @throws for a type that we never issue */
export function readTipo(tipo: number): { clase: Clase; letra: Letra } {
  for (const clase of ['factura', 'nota_credito'] as const)
    for (const letra of ['A', 'B', 'C'] as const) if (TIPOS[clase][letra] === tipo) return { clase, letra }
  throw new Error(`CbteTipo ${tipo} is none of ours.`)
}

export const CLASE_TITLES: Record<Clase, string> = { factura: 'Factura', nota_credito: 'Nota de crédito' }

/** '00001-00000042' */
export const formatNumero = (puntoVenta: number, numero: number): string =>
  `${String(puntoVenta).padStart(5, '0')}-${String(numero).padStart(8, '0')}`

/** 'Factura C 00001-00000042' */
export function comprobanteTitle(tipo: number, puntoVenta: number, numero: number): string {
  const { clase, letra } = readTipo(tipo)
  return `${CLASE_TITLES[clase]} ${letra} ${formatNumero(puntoVenta, numero)}`
}

/** ARCA's DocTipo and DocNro: a CUIT, or a consumer without a document. */
export const documentoOf = (cuit: string | null): { tipo: number; nro: string } =>
  cuit ? { tipo: 80, nro: cuit } : { tipo: 99, nro: '0' }

/** From this amount on a final consumer has to be named (RG 5700/2025), in centavos. */
export const LIMITE_ANONIMO = 10_000_000_00

/** An order that may be invoiced: paid, to the last peso (`resta`: what is owed), and for money. Centavos. */
export const isFacturable = ({
  estado,
  importe_final,
  resta = 0,
}: {
  estado: Estado
  importe_final: number
  resta?: number
}): boolean => PAID.includes(estado) && importe_final > 0 && resta === 0

export const CUIT_BLOCKS = 'CUIT inválido. Corregí el número antes de continuar.'
export const DATOS_REQUIRED = 'Completá todos los campos.'
const MAX_TEXT = 200

export type DatosDeFactura = { cuit: string; nombre: string; direccion: string; condicion_iva: string }

export const isCondicionIva = (text: string): text is CondicionIva =>
  CONDICIONES_IVA.some((known) => known === text)

/** The problem of each field; null for a field without one. All are required. */
export function datosProblems({
  cuit,
  nombre,
  direccion,
  condicion_iva,
}: DatosDeFactura): Record<keyof DatosDeFactura, string | null> {
  const long = (text: string) => (text.length > MAX_TEXT ? `Que no pase de ${MAX_TEXT} letras.` : null)
  return {
    cuit: isCuit(cuit) ? null : CUIT_INVALID,
    nombre: nombre.trim() ? long(nombre) : 'Escribí tu nombre o razón social.',
    direccion: direccion.trim() ? long(direccion) : 'Escribí tu dirección.',
    condicion_iva: isCondicionIva(condicion_iva) ? null : 'Elegí tu condición frente al IVA.',
  }
}

/** The first problem. */
export function datosProblem(datos: DatosDeFactura): string | null {
  const { cuit, nombre, direccion, condicion_iva } = datosProblems(datos)
  return cuit ?? nombre ?? direccion ?? condicion_iva
}

/**
 * How much of an order's money was refunded, in centavos: its price less what the shop still has of it. An
 * overpayment (paid twice) that went back is no refund of the order, and money that a bank took away is a
 * dispute, not a refund.
 */
export function devueltoOf(
  { importe_final, resta = 0 }: { importe_final: number; resta?: number },
  pagos: readonly { estado: string; importe: number; devuelto: number; moneda: string }[],
): number {
  const held = pagos.filter(inPesos).reduce((sum, pago) => {
    if (pago.estado === 'charged_back' || pago.estado === 'in_mediation') return sum + pago.importe
    return pago.estado === 'approved' ? sum + keptOf(pago) : sum
  }, 0)
  const wasPaid = pagos.some(({ estado }) => PAYING.includes(estado))
  return wasPaid ? Math.max(0, importe_final - resta - held) : 0
}
const PAYING = ['approved', 'refunded', 'charged_back', 'in_mediation']

type QrDatos = {
  /** 'YYYY-MM-DD' */
  fecha: string
  cuit: string
  puntoVenta: number
  tipo: number
  numero: number
  /** Centavos. */
  importe: number
  docTipo: number
  docNro: string
  cae: string
}

/** The text of the QR of a voucher with CAE (RG 4892), version 1 of its layout. */
export function qrTexto(datos: QrDatos): string {
  const payload = {
    ver: 1,
    fecha: datos.fecha,
    cuit: Number(datos.cuit),
    ptoVta: datos.puntoVenta,
    tipoCmp: datos.tipo,
    nroCmp: datos.numero,
    importe: datos.importe / 100,
    moneda: 'PES',
    ctz: 1,
    tipoDocRec: datos.docTipo,
    nroDocRec: Number(datos.docNro),
    tipoCodAut: 'E',
    codAut: Number(datos.cae),
  }
  return `https://www.arca.gob.ar/fe/qr/?p=${encodeURIComponent(btoa(JSON.stringify(payload)))}`
}
