// Whether an order's mail that was kept without a mail server is still true once a server is connected.
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import type { Deps } from '../../../base/runtime/deps.ts'
import type { IsStillTrue } from '../../../gestion/correos/service.ts'
import { horaOf, lockPedido, type Pedido, pagosOf } from '../filas/store.ts'

const UNPAID: readonly Estado[] = ['confirmado', 'vencido']
const MAKING: readonly Estado[] = ['pagado', 'en_produccion']

/** The first part of a mail's key: the subject of the mail. */
export type TemaDePedido = (typeof TEMAS)[number]
export const TEMAS = [
  'buscado',
  'cancelado',
  'cupon',
  'demora',
  'devuelto',
  'espera',
  'listo',
  'mudado',
  'pagado',
  'por_vencer',
  'rechazado',
  'reposicion',
  'sobra',
] as const

/** The states of the order in which each mail is true; null: in all of them. */
const VALEN_EN: Record<TemaDePedido, readonly Estado[] | null> = {
  buscado: null,
  cancelado: null,
  devuelto: null,
  sobra: null,
  espera: ['confirmado'],
  cupon: ['confirmado'],
  rechazado: ['confirmado', 'vencido'],
  por_vencer: ['confirmado'],
  pagado: MAKING,
  demora: MAKING,
  reposicion: MAKING,
  mudado: [...MAKING, 'listo'],
  listo: ['listo'],
}

/** Null also for mails of other features about an order, such as an invoice: they stay true. */
function estadosOf(first: string | undefined): readonly Estado[] | null {
  const tema = TEMAS.find((one) => one === first)
  return tema ? VALEN_EN[tema] : null
}

export const isCorreoVigente =
  ({ now }: Pick<Deps, 'now'>): IsStillTrue =>
  async (tx, { pedido_id, clave, creado }) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || pedido.anonimizar) return false
    const [tema, , paso] = clave.split(':')
    const estados = estadosOf(tema)
    if (!estados) return true
    if (!estados.includes(pedido.estado)) return false
    if (tema === 'listo') return pedido.paso === Number(paso)
    if (UNPAID.includes(pedido.estado)) {
      const pagos = await pagosOf(tx, pedido_id)
      // A customer who paid late waits for an answer: a refusal written after the time to pay says it is over
      const isOnTime = canBePaid(pedido, now()) || (tema === 'rechazado' && isWrittenLate(pedido, creado))
      return isOnTime && isLastWord(creado, pagos)
    }
    // The mail promises an hour: after that hour it would send the customer to the branch for nothing
    const hora = horaOf(pedido)
    return tema === 'reposicion' || pedido.estado === 'listo' || hora === null || hora > now()
  }

const canBePaid = ({ vence }: Pedido, now: Date): boolean => vence !== null && vence > now

const isWrittenLate = ({ vence }: Pedido, creado: Date): boolean => vence !== null && vence <= creado

/** Whether no payment changed since the mail was written. */
const isLastWord = (creado: Date, pagos: readonly { actualizado: Date }[]): boolean =>
  pagos.every(({ actualizado }) => actualizado <= creado)
