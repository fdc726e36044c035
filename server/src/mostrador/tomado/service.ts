// Which clerk has an order in hand, and the question before another one goes on with it.
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import type { Queryable } from '../../base/db/open.ts'
import { Refusal } from '../../base/http/errors.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { nombresDeOperadores } from '../acceso/service.ts'

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
  const holder = tomadoOf(pedido, await nombreDeQuienTomo(db, pedido), now)
  if (!holder) return
  const detail = `El pedido ${pedido.numero} lo tiene ${holder.nombre}.`
  throw new Refusal(409, { detail, tomado: holder.nombre }, { codigo: 'tomado_por_otro' })
}
