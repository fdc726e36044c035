import { digitsOf } from '../base/contacto.ts'
import { capitaliseNombre } from '../base/nombre.ts'

const LAST_DIGITS = 4

/**
 * The name that staff use for an order, besides its number: the name given for the pickup, else the
 * account's, else the last four digits of the mobile ('…7720').
 * @param pedido `nombre`: as given with the order; `cuenta`: the account's; `celular`: however it is written
 * @returns null where there is none of them
 */
export function nombreOfPedido(pedido: {
  nombre: string | null
  cuenta: string | null
  celular: string | null
}): string | null {
  const given = (pedido.nombre ?? '').trim().replace(/\s+/g, ' ')
  if (given) return given
  const account = capitaliseNombre(pedido.cuenta ?? '')
  if (account) return account
  const digits = digitsOf(pedido.celular ?? '')
  return digits ? `…${digits.slice(-LAST_DIGITS)}` : null
}
