// Who of the counter has an order in hand: one person at a time, so that two never make the same one.
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/pedido'
import type { Queryable } from '../../base/db/open.ts'
import { notFound, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertHistorial, lockPedido, type Pedido, updatePedido } from '../../compra/pedidos/service.ts'
import { nombresDeOperadores, type Operador } from '../acceso/service.ts'

/** As long as a session: a clerk who went home without letting go holds up no order on the next day. */
const HOLD_MS = 12 * 3600_000

export function tomadoOf(
  { tomado_por, tomado }: Pick<Pedido, 'tomado_por' | 'tomado'>,
  nombre: string | null,
  now: Date,
): PedidoFila['tomado'] {
  if (tomado_por === null || !tomado || !nombre || now.getTime() - tomado.getTime() > HOLD_MS) return null
  return { id: tomado_por, nombre, cuando: tomado.toISOString() }
}

/** Null where no clerk has it in hand. */
export async function nombreDeQuienTomo(
  db: Queryable,
  { tomado_por }: Pick<Pedido, 'tomado_por'>,
): Promise<string | null> {
  if (tomado_por === null) return null
  return (await nombresDeOperadores(db, [tomado_por])).get(tomado_por) ?? null
}

/** Again by who has it: nothing changes. @throws 404, 409 with who has it */
export async function tomar(deps: Deps, pedido_id: string, operador: Operador): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || pedido.estado === 'borrador') throw notFound('Ese pedido no existe.')
    if (!isEnTablero(pedido.estado)) throw refuse(409, `El pedido ${pedido.numero} ya está cerrado.`)
    const holder = tomadoOf(pedido, await nombreDeQuienTomo(tx, pedido), deps.now())
    if (holder?.id === operador.id) return
    if (holder) throw refuse(409, `El pedido ${pedido.numero} lo tiene ${holder.nombre}.`)
    await updatePedido(tx, pedido_id, { tomado_por: operador.id, tomado: deps.now() })
    await insertHistorial(tx, {
      ...{ pedido_id, estado: pedido.estado, cuando: deps.now(), quien: operador.nombre },
      nota: 'Tomó el pedido.',
    })
    await deps.events.tell(tx, 'tomados', { pedido_id, sucursal_id: pedido.sucursal_id })
  })
}

/** @throws 404, 409 where another person has it, unless the owner asks */
export async function soltar(deps: Deps, pedido_id: string, operador: Operador): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido || pedido.estado === 'borrador') throw notFound('Ese pedido no existe.')
    const holder = tomadoOf(pedido, await nombreDeQuienTomo(tx, pedido), deps.now())
    if (!holder) return
    if (holder.id !== operador.id && operador.rol !== 'dueno')
      throw refuse(
        409,
        `El pedido ${pedido.numero} lo tiene ${holder.nombre}: lo suelta esa persona o el dueño.`,
      )
    await updatePedido(tx, pedido_id, { tomado_por: null, tomado: null })
    await insertHistorial(tx, {
      ...{ pedido_id, estado: pedido.estado, cuando: deps.now(), quien: operador.nombre },
      nota: holder.id === operador.id ? 'Soltó el pedido.' : `Soltó el pedido, que tenía ${holder.nombre}.`,
    })
    await deps.events.tell(tx, 'tomados', { pedido_id, sucursal_id: pedido.sucursal_id })
  })
}
