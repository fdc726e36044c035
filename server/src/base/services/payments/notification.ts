// Reads notifications in Mercado Pago's format, which the simulated checkout sends too. Signed ones: query
// `data.id`; the old unsigned form: `?topic=payment&id=`.
import { createHash } from 'node:crypto'
import type { Notification, NotificationCall } from './port.ts'
import { isSigned } from './signature.ts'

const MINUTE = 60_000

/** Null if its signature was not made with `secret`. The signature covers the query, not the body. */
export function readSigned(
  secret: string | undefined,
  { query, headers, body }: NotificationCall,
): Notification | null {
  const dataId = textAt(query, 'data.id')
  if (!secret || !dataId || !isSigned(secret, headers, dataId)) return null
  const type = textAt(query, 'type') ?? textAt(body, 'type')
  const own = textAt(body, 'id')
  // Without a usable id of its own: the same text about the same payment at the same moment is the same
  // notification
  const words = [own, textAt(body, 'action'), textAt(body, 'date_created') ?? textAt(headers, 'x-request-id')]
  return {
    id: `${dataId}:${own && /^[\w-]{1,64}$/.test(own) ? own : createHash('sha256').update(words.join('|')).digest('hex')}`,
    paymentId: type === 'payment' && isPaymentId(dataId) ? dataId : null,
    isHint: false,
  }
}

/** The old unsigned form: at most one a minute for each payment. Null if it is not that form. */
export function readHint({ query, headers, now }: NotificationCall): Notification | null {
  const [topic, id] = [textAt(query, 'topic'), textAt(query, 'id')]
  if (headers['x-signature'] !== undefined || !topic || !id) return null
  const isPayment = topic === 'payment' && isPaymentId(id)
  return {
    id: `${id}:${Math.floor(now.getTime() / MINUTE)}`,
    paymentId: isPayment ? id : null,
    isHint: true,
  }
}

const isPaymentId = (id: string): boolean => /^\d{1,20}$/.test(id)

function textAt(where: unknown, key: string): string | undefined {
  if (typeof where !== 'object' || where === null) return undefined
  const value = Object.getOwnPropertyDescriptor(where, key)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
