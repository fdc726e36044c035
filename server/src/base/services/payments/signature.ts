import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NotificationCall } from './port.ts'

type Headers = NotificationCall['headers']

/**
 * The signed text of Mercado Pago's webhooks; a pair whose value is missing is left out.
 * https://www.mercadopago.com.ar/developers/es/docs/your-integrations/notifications/webhooks
 */
function manifest(dataId: string, requestId: string | undefined, ts: string): string {
  return `id:${dataId};${requestId ? `request-id:${requestId};` : ''}ts:${ts};`
}

const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest()

/** `ts` in seconds or milliseconds: Mercado Pago sends either. */
export function signNotification(secret: string, dataId: string, requestId: string, ts: number): string {
  return `ts=${ts},v1=${hmac(secret, manifest(dataId, requestId, String(ts))).toString('hex')}`
}

/**
 * Header names in lower case; `dataId` as in the query string. It is signed unchanged or in lower case
 * (Mercado Pago's own clients have done both), so either is accepted. Its age does not matter: the payment is
 * read again at the provider anyway, and genuine retries come days later.
 */
export function isSigned(secret: string, headers: Headers, dataId: string): boolean {
  const [signature, requestId] = [headers['x-signature'], headers['x-request-id']]
  if (typeof signature !== 'string' || Array.isArray(requestId) || !dataId) return false
  const parts = new Map(
    signature.split(',').map((part) => {
      const [key = '', value = ''] = part.split('=', 2)
      return [key.trim(), value.trim()]
    }),
  )
  const [ts, v1] = [parts.get('ts') ?? '', parts.get('v1') ?? '']
  if (!/^(?:\d{10}|\d{13})$/.test(ts) || !/^[0-9a-f]{64}$/i.test(v1)) return false
  const given = Buffer.from(v1, 'hex')
  return [dataId, dataId.toLowerCase()].some((id) =>
    timingSafeEqual(hmac(secret, manifest(id, requestId, ts)), given),
  )
}
