import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/compra/pedido'

/** An event of an order, as the server sends it. */
export type PedidoEvento = { pedido_id: string; numero: number; estado: Estado; sucursal: string }

/**
 * Other changes: at the printers, of a clerk's hold on an order, of the files that a customer's phone sent to
 * the sale, or unspecified.
 */
export function parseCambio(
  data: string,
):
  | { tipo: 'impresion' | 'todo' }
  | { tipo: 'tomado'; pedido_id: string }
  | { tipo: 'recepcion'; recepcion_id: number }
  | null {
  const body = readJson(data)
  if (typeof body !== 'object' || body === null || !('tipo' in body)) return null
  if (body.tipo === 'impresion' || body.tipo === 'todo') return { tipo: body.tipo }
  if (body.tipo === 'recepcion' && 'recepcion_id' in body && typeof body.recepcion_id === 'number')
    return { tipo: 'recepcion', recepcion_id: body.recepcion_id }
  const isTaken = body.tipo === 'tomado' && 'pedido_id' in body && typeof body.pedido_id === 'string'
  return isTaken ? { tipo: 'tomado', pedido_id: String(body.pedido_id) } : null
}

/** The event of a `data:` line; null if it is another kind (a newer one, which an old screen ignores). */
export function parseEvento(data: string): PedidoEvento | null {
  const body = readJson(data)
  if (typeof body !== 'object' || body === null) return null
  if (!('pedido_id' in body && 'numero' in body && 'estado' in body && 'sucursal' in body)) return null
  const { pedido_id, numero, sucursal } = body
  const estado = ESTADOS.find((known) => known === body.estado)
  if (typeof pedido_id !== 'string' || typeof numero !== 'number' || typeof sucursal !== 'string') return null
  return estado ? { pedido_id, numero, estado, sucursal } : null
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The announcement of an event to the clerk: only for orders that came in by themselves, not for steps that
 * staff take with a button. Null for those.
 */
export function announcementOf({ estado, numero, sucursal }: PedidoEvento): string | null {
  if (estado === 'confirmado') return `Entró el pedido ${numero} en ${sucursal}. Falta el pago.`
  if (estado === 'pagado') return `Pedido ${numero} pagado en ${sucursal}: ya se puede producir.`
  return null
}
