// Notes that people of the counter write to each other about an order.
import { asc, eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { notas_equipo } from '../../../base/db/schema/pedidos.ts'

type NewNota = Pick<
  typeof notas_equipo.$inferInsert,
  'pedido_id' | 'cuando' | 'quien' | 'operador_id' | 'texto'
>

const { cuando, quien, operador_id, texto } = notas_equipo

/** Oldest first. */
export const notasEquipoOf = (db: Queryable, pedido_id: string) =>
  db
    .select({ cuando, quien, operador_id, texto })
    .from(notas_equipo)
    .where(eq(notas_equipo.pedido_id, pedido_id))
    .orderBy(asc(notas_equipo.id))

/** How many notes the order has. */
export const countNotasEquipo = (db: Queryable, pedido_id: string): Promise<number> =>
  db.$count(notas_equipo, eq(notas_equipo.pedido_id, pedido_id))

export async function insertNotaEquipo(tx: Tx, nota: NewNota): Promise<void> {
  await tx.insert(notas_equipo).values(nota)
}

/** Notes may name the customer, so they are deleted when the customer is forgotten. */
export async function deleteNotasEquipo(tx: Tx, pedido_id: string): Promise<void> {
  await tx.delete(notas_equipo).where(eq(notas_equipo.pedido_id, pedido_id))
}
