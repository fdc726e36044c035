import { digitsOf } from './contacto.ts'
import { capitaliseNombre } from './nombre.ts'

const LAST_DIGITS = 4

/**
 * What staff call an order by, beside its number: the name that was given for picking it up, else that of its account,
 * else the last four digits of the mobile ('…7720').
 * @param pedido `nombre`: as it was given with the order; `cuenta`: the account's; `celular`: however it is written
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
