import * as z from 'zod'
import { VALOR_TIPOS } from '../rules/fidelidad/codigo.ts'
import { textField } from './campos.ts'
import { CodigoExplicado } from './pedidos.ts'

const instant = z.iso.datetime()
const rowId = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
/** An id as a client sends it: an integer or its digits. `true` and `[2]` are numbers to JavaScript, not to us. */
const id = (message: string) =>
  z.union([rowId, z.string().max(10).regex(/^\d+$/).transform(Number).pipe(rowId)], message)
/** A number as the customer saw it. */
const seen = z
  .int('No es un número.')
  .min(1, 'No es un número.')
  .max(2 ** 31 - 1, 'No es un número.')

export const PremioAnswer = z.object({
  id: z.int(),
  nombre: z.string(),
  descripcion: z.string(),
  imagen: z.string().nullable(),
  puntos_requeridos: z.int(),
  /** Units in stock, or sheets per multiple where es_codigo_canje. */
  cantidad: z.int(),
  es_codigo_canje: z.boolean(),
})
export type PremioAnswer = z.infer<typeof PremioAnswer>

/** A code bought with points. `cantidad`: sheets (0 for the pickup code of a prize). */
export const CodigoCanje = z.object({
  id: z.int(),
  codigo: z.string(),
  producto_nombre: z.string(),
  cantidad: z.int(),
  vence: instant,
  aplicado: z.boolean(),
})
export type CodigoCanje = z.infer<typeof CodigoCanje>

export const MovimientoPuntos = z.object({
  id: z.int(),
  cuando: instant,
  /** Signed. */
  puntos: z.int(),
  motivo: z.string(),
  saldo: z.int(),
})
export type MovimientoPuntos = z.infer<typeof MovimientoPuntos>

/** For the account whose session calls: 401 without one. */
export const puntosApi = {
  'GET /api/productos-canje/': { answer: z.array(PremioAnswer) },
  /**
   * Buys all whole multiples that the points allow, as one code. A repeated call with the same Idempotency-Key gets the
   * same code. 400 {detail} if the points do not suffice for one; 403 if `cliente` is another account. `puntos` and
   * `hojas` are what the customer saw; 409 {detail, puntos, hojas} if they changed since.
   */
  'POST /api/codigos-canje/': {
    body: z.object({
      producto: id('Elegí un premio.'),
      cliente: id('Falta el cliente.'),
      puntos: seen.optional(),
      hojas: seen.optional(),
    }),
    answer: z.array(CodigoCanje),
    status: 201 as const,
  },
  'GET /api/codigos-canje/': { answer: z.array(CodigoCanje) },
  /** The codes that are neither applied nor expired. */
  'GET /api/codigos-canje/pendientes/': { answer: z.array(CodigoCanje) },
  /** With an Idempotency-Key, as above. `puntos`: what the customer saw; 409 {detail, puntos} if it changed since. */
  'POST /api/puntos/canjear-producto/': {
    body: z.object({ producto_id: id('Elegí un premio.'), puntos: seen.optional() }),
    /** `puntos`: the balance left. 400 {detail}: too few points; 409 {detail}: none left in stock. */
    answer: z.object({ codigo: z.string(), producto_nombre: z.string(), puntos: z.int() }),
  },
  /** Newest first; `cursor` is the last id of the page before. */
  'GET /api/puntos/movimientos': {
    query: z.object({ cursor: id('No es un número.').optional() }),
    answer: z.object({
      movimientos: z.array(MovimientoPuntos),
      siguiente: z.int().nullable(),
      /** Points that a refund took although they were spent already: the next earned points pay the debt. */
      deuda: z.int(),
    }),
  },
}

/**
 * What a code does. With `pedido_id` it is reserved for that order for 30 minutes. 400 {errores: [..]}: unknown,
 * another's, ended, a second percentage, nothing to pay; 409 {detail}: used, or another order's; 404 {detail}: no such
 * order; 429 after many codes that do not exist.
 */
export const codigosApi = {
  'POST /api/puntos/canjear-impresion/': {
    body: z.object({
      /** The shape of these two is never refused: what is no text is no code of anybody, which `{errores}` tells. */
      codigo: textField(100).catch(''),
      email: textField(254).catch(''),
      pedido_id: textField(100).nullish(),
    }),
    answer: z.object({
      /**
       * With pedido_id: the pesos that importe_final goes down by. Without: the nominal value, in `unidad`.
       */
      descuento: z.number(),
      tipo: z.enum(VALOR_TIPOS),
      /** The unit of `descuento`. */
      unidad: z.enum(['pesos', '%']),
      /** How many sheets the code is for. */
      hojas: z.int().optional(),
      /** With pedido_id: how many sheets it covers there. */
      cubiertas: z.int().optional(),
      porcentaje: z.number().optional(),
      /** Plain Spanish: what it covered, and how to cover more. */
      reglas: z.array(z.string()),
      importe_final: z.number().optional(),
      /** With pedido_id: all codes that the order has now, each with what it takes off beside the others. */
      codigos: z.array(CodigoExplicado).optional(),
    }),
  },
  /**
   * Releases a reservation early. `importe_final` and `codigos` are those without that code; a code that the
   * confirmed order holds is released by the next completar_compra.
   */
  'POST /api/puntos/quitar-impresion/': {
    body: z.object({
      codigo: textField(100, 'Escribí el código.'),
      pedido_id: textField(100, 'Falta el pedido.'),
      /** For a confirmed order that the browser does not remember. */
      email: textField(254).nullish(),
    }),
    answer: z.object({ importe_final: z.number(), codigos: z.array(CodigoExplicado) }),
  },
}
