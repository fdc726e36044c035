// Whether a mail of an order that was kept for lack of a server still says something true once there is one.
import type { Estado } from '@imprimitodo/shared/rules/pedido'
import type { Deps } from '../../base/runtime/deps.ts'
import type { IsStillTrue } from '../../gestion/correos/service.ts'
import { horaDe, lockPedido, type Pedido, pagosOf } from './store.ts'

const UNPAID: readonly Estado[] = ['confirmado', 'vencido']
const MAKING: readonly Estado[] = ['pagado', 'en_produccion']

/** The first part of a mail's key: what it tells of an order. */
export type TemaDePedido = (typeof TEMAS)[number]
const TEMAS = [
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

/** The states of the order in which each is true; null: no step makes it untrue. */
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

/** Null also of mails that other features write of an order (an invoice): they stay true. */
function estadosDe(first: string | undefined): readonly Estado[] | null {
  const tema = TEMAS.find((one) => one === first)
  return tema ? VALEN_EN[tema] : null
}

export const isCorreoVigente =
  ({ now }: Pick<Deps, 'now'>): IsStillTrue =>
  async (tx, { pedido_id, clave, creado }) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || pedido.anonimizar) return false
    const [tema, , paso] = clave.split(':')
    const estados = estadosDe(tema)
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
