// A clerk takes an order in hand, and lets it go: one person at a time, so that two never make the same one.
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertHistorial, lockEnMostrador, updatePedido } from '../../compra/pedidos/service.ts'
import type { Operador } from '../acceso/service.ts'
import { nombreDeQuienTomo, tomadoOf } from '../tomado/service.ts'

/** Taken again by the same clerk: nothing changes. @throws 404, 409 with the clerk who has it */
export async function takePedido(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  pedido_id: string,
  operador: Operador,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, pedido_id)
    if (!isEnTablero(pedido.estado)) throw refuse(409, `El pedido ${pedido.numero} ya está cerrado.`)
    const holder = tomadoOf(pedido, await nombreDeQuienTomo(tx, pedido), deps.now())
    if (holder?.id === operador.id) return
    if (holder) throw refuse(409, `El pedido ${pedido.numero} lo tiene ${holder.nombre}.`)
    await updatePedido(tx, pedido_id, {
      tomado_por: operador.id,
      tomado: deps.now(),
      // The customer's call for help counts as answered
      ayuda_atendida: true,
    })
    await insertHistorial(tx, {
      pedido_id,
      estado: pedido.estado,
      cuando: deps.now(),
      quien: operador.nombre,
      nota: 'Tomó el pedido.',
    })
    await deps.events.tell(tx, 'tomados', { pedido_id, sucursal_id: pedido.sucursal_id })
  })
}

/** @throws 404; 409 where another person has it, unless the owner asks */
export async function letGoPedido(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  pedido_id: string,
  operador: Operador,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, pedido_id)
    const holder = tomadoOf(pedido, await nombreDeQuienTomo(tx, pedido), deps.now())
    if (!holder) return
    if (holder.id !== operador.id && operador.rol !== 'dueno')
      throw refuse(
        409,
        `El pedido ${pedido.numero} lo tiene ${holder.nombre}: lo suelta esa persona o el dueño.`,
      )
    await updatePedido(tx, pedido_id, { tomado_por: null, tomado: null })
    await insertHistorial(tx, {
      pedido_id,
      estado: pedido.estado,
      cuando: deps.now(),
      quien: operador.nombre,
      nota: holder.id === operador.id ? 'Soltó el pedido.' : `Soltó el pedido, que tenía ${holder.nombre}.`,
    })
    await deps.events.tell(tx, 'tomados', { pedido_id, sucursal_id: pedido.sucursal_id })
  })
}
