import { and, count, desc, eq } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { clientes } from '../db/schema/clientes.ts'
import { codigos } from '../db/schema/codigos.ts'

const isCuponOf = (clienteId: number) => and(eq(codigos.cliente_id, clienteId), eq(codigos.tipo, 'cupon'))

export async function lastCupon(db: Queryable, clienteId: number) {
  const [found] = await db
    .select()
    .from(codigos)
    .where(isCuponOf(clienteId))
    .orderBy(desc(codigos.id))
    .limit(1)
  return found ?? null
}

export async function countCupones(db: Queryable, clienteId: number): Promise<number> {
  const [counted] = await db.select({ total: count() }).from(codigos).where(isCuponOf(clienteId))
  return counted?.total ?? 0
}

/** One coupon of a customer is made at a time: two that are asked for at once cannot both be the first. */
export async function lockCliente(tx: Tx, clienteId: number): Promise<void> {
  await tx.select({ id: clientes.id }).from(clientes).where(eq(clientes.id, clienteId)).for('update')
}
