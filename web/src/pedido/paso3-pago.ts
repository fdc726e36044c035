import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { isOpen } from '@imprimitodo/shared/rules/pedido'
import { type Campo, camposOf } from './paso3-modelo.ts'
import { textsIn } from './subir-resultado.ts'

/** An answer as this sequence needs it: `body` is what a refusal said. A call that never arrived throws. */
export type Respuesta<T> = { status: number; data: T | null; body: unknown }

export type Llamadas = {
  completar: () => Promise<Respuesta<{ importe_final: number }>>
  preferencia: (total: number) => Promise<Respuesta<{ init_point: string }>>
  sinPago: () => Promise<Respuesta<unknown>>
  pedido: () => Promise<Respuesta<Pick<PedidoAnswer, 'estado'>>>
}

export type Resultado =
  | { kind: 'ir'; url: string }
  | { kind: 'gratis' }
  /** The server charges something else than what was shown: show it and ask again. */
  | { kind: 'cambio'; importe: number; detail?: string }
  | { kind: 'campos'; campos: Partial<Record<Campo, string>>; text: string }
  /** Pages that cannot be printed: one sentence a file, naming it. */
  | { kind: 'imposibles'; textos: string[] }
  /** Paid, cancelled, expired: the order's own page tells. */
  | { kind: 'cerrado' }
  | { kind: 'mensaje'; text: string }
  | { kind: 'sin-enlace' }
  | { kind: 'falla' }

/**
 * Confirms the purchase and starts its payment. Every call may be repeated: the server answers the same order and
 * the same link, so that trying again never makes a second one.
 * @param shown `importe_final` in pesos as the customer last saw it; nothing else is ever charged.
 */
export async function pagar(shown: number, llamadas: Llamadas): Promise<Resultado> {
  try {
    const compra = await llamadas.completar()
    if (!compra.data) return await refused(compra, llamadas)
    const { importe_final } = compra.data
    if (importe_final !== shown) return { kind: 'cambio', importe: importe_final }
    if (importe_final >= 1) return await payOnline(importe_final, llamadas)
    const gratis = await llamadas.sinPago()
    return gratis.data ? { kind: 'gratis' } : await refused(gratis, llamadas)
  } catch {
    return { kind: 'falla' } // the network: said to the customer, who tries again
  }
}

async function payOnline(total: number, llamadas: Llamadas): Promise<Resultado> {
  const preferencia = await llamadas.preferencia(total)
  if (preferencia.data?.init_point) return { kind: 'ir', url: preferencia.data.init_point }
  return preferencia.status === 409 ? await refused(preferencia, llamadas) : { kind: 'sin-enlace' }
}

async function refused({ status, body }: Respuesta<unknown>, llamadas: Llamadas): Promise<Resultado> {
  const imposibles = textsIn(body, 'archivos')
  if (status === 400 && imposibles.length > 0) return { kind: 'imposibles', textos: imposibles }
  const { campos, rest } = camposOf(body)
  // 403: the order is confirmed with another e-mail
  if (status === 400 || status === 403) return { kind: 'campos', campos, text: rest.join(' ') }
  // Too many unpaid orders, or codes tried: what the server says tells what to do
  if (status === 429 && rest.length > 0) return { kind: 'mensaje', text: rest.join(' ') }
  if (status !== 409 && status !== 404) return { kind: 'falla' }
  const importe = amountIn(body)
  if (importe !== null) return { kind: 'cambio', importe, ...detailOf(body) }
  const pedido = await llamadas.pedido()
  if (pedido.data && !isOpen(pedido.data.estado)) return { kind: 'cerrado' }
  return rest.length > 0 ? { kind: 'mensaje', text: rest.join(' ') } : { kind: 'falla' }
}

/** Where codes were lost to another order, which they are. */
const detailOf = (body: unknown): { detail?: string } =>
  typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string'
    ? { detail: body.detail }
    : {}

const amountIn = (body: unknown): number | null =>
  typeof body === 'object' &&
  body !== null &&
  'importe_final' in body &&
  typeof body.importe_final === 'number'
    ? body.importe_final
    : null
