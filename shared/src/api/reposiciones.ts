import * as z from 'zod'
import { PedidoMostrador } from './mostrador.ts'
import { PedidoParams } from './pedidos.ts'

/** `n`: the file's place in the order, from 1. */
export const ArchivoParams = PedidoParams.extend({ n: z.coerce.number().int().min(1).max(100_000) })

/** A file that the customer is asked to send again. The link alone does not show its name. */
export const ReposicionAnswer = z.object({
  pedido_id: z.string(),
  numero: z.int(),
  n: z.int(),
  nombre: z.string(),
  paginas: z.int(),
  acceso: z.enum(['enlace', 'completo']),
  /** Masked; null where the order has no e-mail, so that none can be asked for as proof. */
  email: z.string().nullable(),
  sucursal: z.string(),
  sucursal_whatsapp: z.string().nullable(),
  /**
   * `pedida`: it may be sent. `recibida`: it came with other bytes and the counter checks it; another one may
   * be sent instead. `lista`: we have it. `cerrada`: the order no longer needs files.
   */
  estado: z.enum(['pedida', 'recibida', 'lista', 'cerrada']),
})
export type ReposicionAnswer = z.infer<typeof ReposicionAnswer>

/** Which received file the clerk saw, so that the decision applies to no other. */
const Vez = z.int().min(0).max(1_000_000)

/**
 * For customers. The file itself: POST to the same address, a form with one file `archivo`, or with `subida`,
 * the id of an upload in parts. 400 {archivos: [..]} for a file that cannot be printed, 403 {detail} for a
 * stranger, 404 where it was never asked for, 409 {detail} where it is no longer needed.
 */
export const reposicionesApi = {
  'GET /api/pedidos/:pedido_id/archivos/:n/reposicion': { params: ArchivoParams, answer: ReposicionAnswer },
}

export const reposicionesMostradorApi = {
  /**
   * Asks the customer by mail for one file, or (without `n`) for all files of the order that are missing or
   * changed. `vez`: the received file that is refused. 409 {detail} where no file is needed, or another one
   * was received meanwhile.
   */
  'POST /api/mostrador/pedidos/:pedido_id/reposiciones': {
    params: PedidoParams,
    body: z.object({ n: z.int().min(1).max(100_000).optional(), vez: Vez.optional() }).nullish(),
    answer: PedidoMostrador,
  },
  /** From now on the order is printed from the received file; its price stays. 409 {detail}. */
  'POST /api/mostrador/pedidos/:pedido_id/reposiciones/:n/aceptar': {
    params: ArchivoParams,
    body: z.object({ vez: Vez }),
    answer: PedidoMostrador,
  },
}
