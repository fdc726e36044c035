import { ESTADOS, type Estado } from '@imprimitodo/shared/rules/pedido'

/** What the server says of an order as it happens. `numero` is null where it did not say. */
export type PedidoEvento = { pedido_id: string; estado: Estado; numero: number | null }

/** The event of a `data:` line; null if it is something else (a later kind, which an old screen ignores). */
export function parseEvento(data: string): PedidoEvento | null {
  const body = readJson(data)
  if (typeof body !== 'object' || body === null) return null
  if (!('pedido_id' in body) || typeof body.pedido_id !== 'string' || !('estado' in body)) return null
  const estado = ESTADOS.find((known) => known === body.estado)
  if (!estado) return null
  const numero = 'numero' in body && typeof body.numero === 'number' ? body.numero : null
  return { pedido_id: body.pedido_id, estado, numero }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * What to tell the clerk of an event: only of orders that came in by themselves, not of the steps that staff
 * takes with a button. Null for those.
 */
export function announcementOf({ estado, numero }: PedidoEvento): string | null {
  const pedido = numero === null ? 'un pedido' : `el pedido ${numero}`
  if (estado === 'confirmado') return `Entró ${pedido}, falta el pago.`
  if (estado === 'pagado') return `Se pagó ${pedido}: ya se puede producir.`
  return null
}
