// Whether a mail of an order that was kept for lack of a server still says something true once there is one.
import type { Estado } from '@imprimitodo/shared/rules/pedido'
import type { Deps } from '../../base/runtime/deps.ts'
import type { IsStillTrue } from '../../gestion/correos/service.ts'
import { horaDe, lockPedido, type Pedido, pagosOf } from './store.ts'

const UNPAID: readonly Estado[] = ['confirmado', 'vencido']
const MAKING: readonly Estado[] = ['pagado', 'en_produccion']

/**
 * By the first part of their keys, the states of the order of which they tell; of all others (money that goes back, an
 * invoice) no step makes them untrue.
 */
const VALEN_EN: Record<string, readonly Estado[]> = {
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

export const isCorreoVigente =
  ({ now }: Pick<Deps, 'now'>): IsStillTrue =>
  async (tx, { pedido_id, clave, creado }) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || pedido.anonimizar) return false
    const [tema = '', , paso] = clave.split(':')
    const estados = VALEN_EN[tema]
    if (!estados) return true
    if (!estados.includes(pedido.estado)) return false
    if (tema === 'listo') return pedido.paso === Number(paso)
    if (UNPAID.includes(pedido.estado)) {
      const pagos = await pagosOf(tx, pedido_id)
      // Who paid late waits for an answer: what was written after the time to pay says that it is over
      const isOnTime = canBePaid(pedido, now()) || (tema === 'rechazado' && isWrittenLate(pedido, creado))
      return isOnTime && isLastWord(creado, pagos)
    }
    // It promises an hour: past it, the mail would send its reader there for nothing
    const hora = horaDe(pedido)
    return tema === 'reposicion' || pedido.estado === 'listo' || hora === null || hora > now()
  }

const canBePaid = ({ vence }: Pedido, now: Date): boolean => vence !== null && vence > now

const isWrittenLate = ({ vence }: Pedido, creado: Date): boolean => vence !== null && vence <= creado

/** No payment was told of since the mail was written. */
const isLastWord = (creado: Date, pagos: readonly { actualizado: Date }[]): boolean =>
  pagos.every(({ actualizado }) => actualizado <= creado)
