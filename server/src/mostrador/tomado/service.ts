// Which clerk has an order in hand: taken and let go by one person at a time, so that two never make the same one, and
// the question before another one goes on with it.
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertHistorial, lockEnMostrador, type Pedido, updatePedido } from '../../compra/pedidos/service.ts'
import { nombresDeOperadores, type Operador } from '../acceso/service.ts'

/** How long a hold lasts, as long as a session: a clerk who went home does not hold up an order on the next day. */
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

const holderOf = async (db: Queryable, pedido: Pedido, now: Date) =>
  tomadoOf(pedido, await nombreDeQuienTomo(db, pedido), now)

/**
 * The person who goes on with an order; `aunque_tomado`: they were told which clerk has it in hand, and go
 * on.
 */
export type QuienSigue = { id: number; aunque_tomado: boolean }

/**
 * Checks on a locked order that no other clerk has it in hand, or that the person confirmed to go on.
 * @throws 409 {detail, tomado}: the name of the clerk who has it
 */
export async function needSuelto(
  db: Queryable,
  pedido: Pedido,
  { id, aunque_tomado }: QuienSigue,
  now: Date,
): Promise<void> {
  if (aunque_tomado || pedido.tomado_por === id || !isEnTablero(pedido.estado)) return
  const holder = await holderOf(db, pedido, now)
  if (!holder) return
  const detail = `El pedido ${pedido.numero} lo tiene ${holder.nombre}.`
  throw new Refusal(409, { detail, tomado: holder.nombre }, { codigo: 'tomado_por_otro' })
}

/** Taken again by the same clerk: nothing changes. @throws 404, 409 with the clerk who has it */
export async function takePedido(
  deps: Pick<Deps, 'db' | 'events' | 'now'>,
  pedido_id: string,
  operador: Operador,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, pedido_id)
    if (!isEnTablero(pedido.estado)) throw refuse(409, `El pedido ${pedido.numero} ya está cerrado.`)
    const holder = await holderOf(tx, pedido, deps.now())
    if (holder?.id === operador.id) return
    if (holder) throw refuse(409, `El pedido ${pedido.numero} lo tiene ${holder.nombre}.`)
    await updatePedido(tx, pedido_id, {
      tomado_por: operador.id,
      tomado: deps.now(),
      // The customer's call for help counts as answered
      ayuda_atendida: true,
    })
    await tellTomado(tx, deps, pedido, { quien: operador.nombre, nota: 'Tomó el pedido.' })
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
    const holder = await holderOf(tx, pedido, deps.now())
    if (!holder) return
    if (holder.id !== operador.id && operador.rol !== 'dueno')
      throw refuse(
        409,
        `El pedido ${pedido.numero} lo tiene ${holder.nombre}: lo suelta esa persona o el dueño.`,
      )
    await updatePedido(tx, pedido_id, { tomado_por: null, tomado: null })
    const nota =
      holder.id === operador.id ? 'Soltó el pedido.' : `Soltó el pedido, que tenía ${holder.nombre}.`
    await tellTomado(tx, deps, pedido, { quien: operador.nombre, nota })
  })
}

/** In the order's history, and on the open screens of the counter. */
async function tellTomado(
  tx: Tx,
  { events, now }: Pick<Deps, 'events' | 'now'>,
  { id, estado, sucursal_id }: Pedido,
  told: { quien: string; nota: string },
): Promise<void> {
  await insertHistorial(tx, { pedido_id: id, estado, cuando: now(), ...told })
  await events.tell(tx, 'tomados', { pedido_id: id, sucursal_id })
}
