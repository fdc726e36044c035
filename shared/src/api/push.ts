import * as z from 'zod'
import { areKeys, ENDPOINT_MAX, KEYS_WRONG } from '../rules/compra/push.ts'
import { textField } from './campos.ts'
import { PedidoParams } from './pedidos.ts'

/** A browser's PushSubscription as JSON; further keys are ignored. */
const Suscripcion = z.object({
  endpoint: textField(ENDPOINT_MAX),
  keys: z.object({ p256dh: textField(100), auth: textField(40) }).refine(areKeys, KEYS_WRONG),
})
export type Suscripcion = z.infer<typeof Suscripcion>

/** Notices of an order on a device that subscribed. For the order's owner alone. */
export const pushApi = {
  /** The installation's public key, which a browser subscribes with (VAPID, RFC 8292). */
  'GET /api/push': { answer: z.object({ clave: z.string() }) },
  /**
   * A repeated one changes nothing. 400 {endpoint: [..]} for an address of no known push service; 409 too
   * many.
   */
  'POST /api/pedidos/:pedido_id/push': {
    params: PedidoParams,
    body: Suscripcion,
    answer: z.object({}),
    status: 201 as const,
  },
  /** 204, also where there was none. */
  'DELETE /api/pedidos/:pedido_id/push': { params: PedidoParams, body: Suscripcion, answer: z.object({}) },
}
