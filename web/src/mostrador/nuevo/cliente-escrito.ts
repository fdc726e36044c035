import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { isDeCliente, leidoOf } from '../escanear/leido.ts'

export type ClienteEscrito = { email: string } | { celular: string } | { dni: string }

/**
 * The customer of a sale, from one field: an e-mail, a DNI (7 or 8 digits), a mobile, or the text of the
 * customer's QR ('cliente:ana@example.com'; a hand scanner on a Spanish layout types
 * 'clienteÑana"example.com'). Null for other texts.
 */
export function clienteIn(typed: string): ClienteEscrito | null {
  const leido = leidoOf(typed)
  const text = isDeCliente(leido) ? leido.slice('cliente:'.length) : leido
  const email = isDeCliente(leido) ? text.replace('"', '@') : text
  if (email.includes('@')) return emailProblem(email) ? null : { email }
  const digits = text.replace(/[\s.()+-]/g, '')
  if (!/^\d+$/.test(digits)) return null
  if (digits.length === 7 || digits.length === 8) return { dni: digits }
  return digits.length >= 10 && digits.length <= 15 ? { celular: digits } : null
}

/** The digits of a mobile; '' for other texts. */
export function celularIn(typed: string): string {
  const cliente = clienteIn(typed)
  return cliente && 'celular' in cliente ? cliente.celular : ''
}
