import type { CondicionIva } from '@imprimitodo/shared/rules/dinero/factura'
import type { Probe } from '../probe.ts'

/** Vouchers are numbered from 1 without holes within the issuer, its point of sale and the type (CbteTipo). */
export type Serie = { cuit: string; puntoVenta: number; tipo: number }

/** Days are 'YYYY-MM-DD', money is centavos. */
export type Comprobante = Serie & {
  numero: number
  fecha: string
  /** The days of the work, if a service is invoiced. */
  servicio: { desde: string; hasta: string }
  docTipo: number
  docNro: string
  /** CondicionIVAReceptorId. */
  condicion: number
  total: number
  /** Null on vouchers of class C. Its parts add up to `total`. */
  iva: { neto: number; iva: number } | null
  /** For a credit note: the invoice that it reduces. */
  asociado: (Serie & { numero: number; fecha: string }) | null
}

export type Autorizacion = {
  cae: string
  vence: string
  observaciones: string[]
  /** The request as it was sent, without credentials, and its answer; null if no request was sent. */
  intercambio: { pedido: string; respuesta: string } | null
}

/** A voucher in ARCA's books. */
export type Registrado = Pick<Comprobante, 'numero' | 'fecha' | 'docTipo' | 'docNro' | 'total'> &
  Pick<Autorizacion, 'cae' | 'vence'>

/** Refused: the voucher does not exist, and its number is still unused by us. */
export class FiscalRejected extends Error {
  /** The number (or the date) is not the one that follows: another program issued a voucher, or we did before. */
  isSequence: boolean
  /** The issuer or its point of sale is refused, and so every voucher: it is asked again once that is mended. */
  isIssuer: boolean
  constructor(message: string, { isSequence = false, isIssuer = false } = {}) {
    super(message)
    this.isSequence = isSequence
    this.isIssuer = isIssuer
  }
}

/** No usable answer: unreachable, broken, busy. It is unknown whether a voucher was made: `find` tells. */
export class FiscalDown extends Error {}

export type Contribuyente = { nombre: string; direccion: string; condicion_iva: CondicionIva | null }

/** `sirve`: neither blocked nor closed. */
export type PuntoVenta = { numero: number; sirve: boolean }

export type Fiscal = {
  kind: 'simulado' | 'arca'
  /** Replaces ARCA while it is not connected: requested vouchers wait. */
  isMissing?: true
  /** The issuer in the certificate; null: the one in the owner's settings. */
  emisor: { cuit: string; condicion: 'RI' | 'MT' } | null
  /** When the certificate ends; absent: there is none. */
  vence?: Date
  /** The last number of a series; 0 before the first. @throws FiscalDown */
  last(serie: Serie): Promise<number>
  /** Only the number that follows the last one is taken. @throws FiscalRejected, FiscalDown */
  issue(comprobante: Comprobante): Promise<Autorizacion>
  /** @throws FiscalDown */
  find(serie: Serie, numero: number): Promise<Registrado | null>
  /** The register's data of a CUIT; null if it does not exist. @throws FiscalDown */
  persona(cuit: string): Promise<Contribuyente | null>
  /** The issuer's points of sale for web services. @throws FiscalDown */
  puntosVenta(): Promise<PuntoVenta[]>
  probe(): Promise<Probe>
}
