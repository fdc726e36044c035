import { eq, lt } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/open.ts'
import { arrepentimientos, operadores } from '../db/schema.ts'

export type Arrepentimiento = typeof arrepentimientos.$inferSelect
export type NewArrepentimiento = Omit<Arrepentimiento, 'id' | 'atendido' | 'atendido_por'>

/** Of two with the same `clave` the first stays. `isNew` false: it was there already. */
export async function keepArrepentimiento(
  tx: Tx,
  fresh: NewArrepentimiento,
): Promise<{ kept: Arrepentimiento; isNew: boolean }> {
  const [made] = await tx
    .insert(arrepentimientos)
    .values(fresh)
    .onConflictDoNothing({ target: arrepentimientos.clave })
    .returning()
  if (made) return { kept: made, isNew: true }
  const [known] = await tx.select().from(arrepentimientos).where(eq(arrepentimientos.clave, fresh.clave))
  return { kept: known as Arrepentimiento, isNew: false }
}

export async function deleteBefore(db: Queryable, creado: Date): Promise<void> {
  await db.delete(arrepentimientos).where(lt(arrepentimientos.creado, creado))
}

export async function ownersEmails(db: Queryable): Promise<string[]> {
  const owners = await db
    .select({ email: operadores.email })
    .from(operadores)
    .where(eq(operadores.rol, 'dueno'))
  return owners.map(({ email }) => email)
}
