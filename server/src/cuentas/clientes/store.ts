import { and, desc, eq, gte, ilike, inArray, isNull, like, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { clientes, enlaces } from '../../base/db/schema/clientes.ts'

export type Cliente = typeof clientes.$inferSelect
export type NewCliente = Pick<
  Cliente,
  'email' | 'nombre' | 'celular' | 'fecha_nacimiento' | 'password_hash' | 'creado'
>
export type Enlace = typeof enlaces.$inferSelect

/** Whoever gives an account this address, or takes it, waits here: two never end with the same one. */
export async function lockEmail(tx: Tx, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`cliente ${email}`}, 0))`)
}

/** Locked. `email` in lower case. */
export async function lockByEmail(tx: Tx, email: string): Promise<Cliente | undefined> {
  const [found] = await tx.select().from(clientes).where(eq(clientes.email, email)).for('update')
  return found
}

export async function lockCliente(tx: Tx, id: number): Promise<Cliente | undefined> {
  const [found] = await tx.select().from(clientes).where(eq(clientes.id, id)).for('update')
  return found
}

export async function findCliente(db: Queryable, id: number): Promise<Cliente | undefined> {
  const [found] = await db.select().from(clientes).where(eq(clientes.id, id))
  return found
}

export async function insertCliente(tx: Tx, cliente: NewCliente): Promise<Cliente> {
  const [made] = await tx.insert(clientes).values(cliente).returning()
  return made as Cliente
}

export async function updateCliente(
  tx: Tx,
  id: number,
  change: Partial<NewCliente & Pick<Cliente, 'activado' | 'email_confirmado' | 'email_pendiente'>>,
): Promise<Cliente> {
  const [changed] = await tx.update(clientes).set(change).where(eq(clientes.id, id)).returning()
  return changed as Cliente
}

/** Sessions and links go with it; orders stay, nobody's. */
export async function deleteCliente(tx: Tx, id: number): Promise<void> {
  await tx.delete(clientes).where(eq(clientes.id, id))
}

export async function insertEnlace(tx: Tx, enlace: Omit<Enlace, 'usado'>): Promise<void> {
  await tx.insert(enlaces).values(enlace)
}

export async function findEnlace(
  db: Queryable,
  token_hash: string,
  tipo: Enlace['tipo'],
): Promise<Enlace | undefined> {
  const [found] = await db
    .select()
    .from(enlaces)
    .where(and(eq(enlaces.token_hash, token_hash), eq(enlaces.tipo, tipo)))
  return found
}

/** False if somebody was faster. */
export async function markEnlaceUsed(tx: Tx, token_hash: string, usado: Date): Promise<boolean> {
  const marked = await tx
    .update(enlaces)
    .set({ usado })
    .where(and(eq(enlaces.token_hash, token_hash), isNull(enlaces.usado)))
    .returning({ hash: enlaces.token_hash })
  return marked.length > 0
}

/** Voids the account's links of these kinds. */
export async function deleteEnlaces(tx: Tx, cliente_id: number, ...tipos: Enlace['tipo'][]): Promise<void> {
  await tx.delete(enlaces).where(and(eq(enlaces.cliente_id, cliente_id), inArray(enlaces.tipo, tipos)))
}

export async function deleteAllEnlaces(tx: Tx, cliente_id: number): Promise<void> {
  await tx.delete(enlaces).where(eq(enlaces.cliente_id, cliente_id))
}

/** Voids the links of its kind that were made after this one. */
export async function deleteEnlacesAfter(
  tx: Tx,
  { cliente_id, tipo, creado, token_hash }: Enlace,
): Promise<void> {
  const later = and(gte(enlaces.creado, creado), ne(enlaces.token_hash, token_hash))
  await tx.delete(enlaces).where(and(eq(enlaces.cliente_id, cliente_id), eq(enlaces.tipo, tipo), later))
}

/** Links that ended before `endedBefore`, and registrations from before `unusedBefore` that nobody confirmed. */
export async function deleteForgotten(
  db: Queryable,
  { endedBefore, unusedBefore }: { endedBefore: Date; unusedBefore: Date },
): Promise<void> {
  await db.delete(enlaces).where(lt(enlaces.vence, endedBefore))
  await db.delete(clientes).where(and(isNull(clientes.activado), lte(clientes.creado, unusedBefore)))
}

const MOST = 30

const filaFields = {
  ...{ id: clientes.id, nombre: clientes.nombre, email: clientes.email, celular: clientes.celular },
  ...{ creado: clientes.creado, activado: clientes.activado },
}
/** An account as staff looks it up. */
export type ClienteRow = Awaited<ReturnType<typeof searchClientes>>[number]

/** By a part of name, e-mail or mobile; without text the newest. */
export function searchClientes(db: Queryable, texto: string) {
  const part = `%${texto.replace(/[\\%_]/g, '\\$&')}%`
  const digits = /^[\d\s+()-]+$/.test(texto) ? texto.replace(/\D/g, '') : ''
  return db
    .select(filaFields)
    .from(clientes)
    .where(
      texto
        ? or(
            ilike(clientes.nombre, part),
            ilike(clientes.email, part),
            digits.length >= 3 ? like(clientes.celular, `%${digits}%`) : undefined,
          )
        : undefined,
    )
    .orderBy(desc(clientes.id))
    .limit(MOST)
}

/** By id. */
export async function nombresDe(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  const { id, nombre } = clientes
  const found = await db.select({ id, nombre }).from(clientes).where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, one.nombre]))
}
