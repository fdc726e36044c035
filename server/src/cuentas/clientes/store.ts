import { and, eq, gte, inArray, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { enlaces } from '../../base/db/schema/clientes.ts'

export type EnlaceRow = typeof enlaces.$inferSelect

/** Lets one transaction at a time give an account this address or take it, so that no two accounts get it. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cliente ${email}`}, 0))`)
}

export async function insertEnlace(tx: Tx, enlace: Omit<EnlaceRow, 'usado'>): Promise<void> {
  await tx.insert(enlaces).values(enlace)
}

export async function findEnlace(
  db: Queryable,
  token_hash: string,
  tipo: EnlaceRow['tipo'],
): Promise<EnlaceRow | undefined> {
  const [found] = await db
    .select()
    .from(enlaces)
    .where(and(eq(enlaces.token_hash, token_hash), eq(enlaces.tipo, tipo)))
  return found
}

/** False if another call was faster. */
export async function markEnlaceUsed(tx: Tx, token_hash: string, usado: Date): Promise<boolean> {
  const marked = await tx
    .update(enlaces)
    .set({ usado })
    .where(and(eq(enlaces.token_hash, token_hash), isNull(enlaces.usado)))
    .returning({ hash: enlaces.token_hash })
  return marked.length > 0
}

/** Voids the account's links of these kinds. */
export async function deleteEnlaces(
  tx: Tx,
  cliente_id: number,
  ...tipos: EnlaceRow['tipo'][]
): Promise<void> {
  await tx.delete(enlaces).where(and(eq(enlaces.cliente_id, cliente_id), inArray(enlaces.tipo, tipos)))
}

export async function deleteAllEnlaces(tx: Tx, cliente_id: number): Promise<void> {
  await tx.delete(enlaces).where(eq(enlaces.cliente_id, cliente_id))
}

/** Voids the links of its kind that were made after this one. */
export async function deleteEnlacesAfter(
  tx: Tx,
  { cliente_id, tipo, creado, token_hash }: EnlaceRow,
): Promise<void> {
  const later = and(gte(enlaces.creado, creado), ne(enlaces.token_hash, token_hash))
  await tx.delete(enlaces).where(and(eq(enlaces.cliente_id, cliente_id), eq(enlaces.tipo, tipo), later))
}

export async function deleteEndedEnlaces(db: Queryable, before: Date): Promise<void> {
  await db.delete(enlaces).where(lt(enlaces.vence, before))
}
