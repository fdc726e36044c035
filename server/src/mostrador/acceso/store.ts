import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { enlaces_mostrador, operadores, sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { tellSesiones } from '../../base/runtime/events.ts'
import { sucursalesIn } from '../../gestion/sucursales/service.ts'

export type Operador = Pick<typeof operadores.$inferSelect, 'id' | 'nombre' | 'rol' | 'sucursal_id'> & {
  sucursal: string | null
}

const fields = {
  id: operadores.id,
  nombre: operadores.nombre,
  rol: operadores.rol,
  sucursal_id: operadores.sucursal_id,
}

/** `email` in lower case. Undefined for a retired person. */
export async function findOperador(db: Queryable, email: string) {
  const sucursales = sucursalesIn(db)
  const [found] = await db
    .select({
      ...fields,
      sucursal: sucursales.nombre,
      email: operadores.email,
      password_hash: operadores.password_hash,
      totp_activado: operadores.totp_activado,
    })
    .from(operadores)
    .leftJoin(sucursales, eq(sucursales.id, operadores.sucursal_id))
    .where(and(eq(operadores.email, email), isNull(operadores.retirado)))
  return found
}

/** As `findOperador`, with the row locked until the transaction ends: nothing of the account changes meanwhile. */
export async function holdOperador(tx: Tx, email: string) {
  const { id } = operadores
  await tx.select({ id }).from(operadores).where(eq(operadores.email, email)).for('no key update')
  return findOperador(tx, email) // a statement of its own, since the branch must be the present one too
}

/** E-mail addresses of the owners. */
export async function duenosOf(db: Queryable): Promise<string[]> {
  const found = await db
    .select({ email: operadores.email })
    .from(operadores)
    .where(eq(operadores.rol, 'dueno'))
  return found.map(({ email }) => email)
}

/** Names by id. */
export async function nombresDeOperadores(db: Queryable, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { id, nombre } = operadores
  const found = await db.select({ id, nombre }).from(operadores).where(inArray(id, ids))
  return new Map(found.map((one) => [one.id, one.nombre]))
}

export async function insertSesionMostrador(
  db: Queryable,
  sesion: typeof sesiones_mostrador.$inferInsert,
  now: Date,
): Promise<void> {
  await db.delete(sesiones_mostrador).where(lte(sesiones_mostrador.vence, now))
  await db.insert(sesiones_mostrador).values(sesion)
}

/** The session with that token and its person, while it lasts. */
export async function findSesion(db: Queryable, token_hash: string, now: Date) {
  const sucursales = sucursalesIn(db)
  const [found] = await db
    .select({
      operador: { ...fields, sucursal: sucursales.nombre },
      vence: sesiones_mostrador.vence,
      confirmada: sesiones_mostrador.confirmada,
      segundo_factor: sql<boolean>`${operadores.totp_activado} is not null`,
    })
    .from(sesiones_mostrador)
    .innerJoin(operadores, eq(operadores.id, sesiones_mostrador.operador_id))
    .leftJoin(sucursales, eq(sucursales.id, operadores.sucursal_id))
    .where(
      and(
        eq(sesiones_mostrador.token_hash, token_hash),
        gt(sesiones_mostrador.vence, now),
        isNull(operadores.retirado),
      ),
    )
  return found
}

export async function markConfirmada(db: Queryable, token_hash: string, confirmada: Date): Promise<void> {
  await db.update(sesiones_mostrador).set({ confirmada }).where(eq(sesiones_mostrador.token_hash, token_hash))
}

export async function deleteSesionMostrador(db: Queryable, token_hash: string): Promise<void> {
  const [gone] = await db
    .delete(sesiones_mostrador)
    .where(eq(sesiones_mostrador.token_hash, token_hash))
    .returning({ id: sesiones_mostrador.operador_id })
  if (gone) await tellSesiones(db, { cuenta: 'operador', id: gone.id })
}

const usuarioFields = {
  id: operadores.id,
  nombre: operadores.nombre,
  email: operadores.email,
  rol: operadores.rol,
  retirado: operadores.retirado,
  segundo_factor: sql<boolean>`${operadores.totp_activado} is not null`,
}
function selectUsuarios(db: Queryable) {
  const sucursales = sucursalesIn(db)
  return db
    .select({ ...usuarioFields, sucursal: sucursales.nombre })
    .from(operadores)
    .leftJoin(sucursales, eq(sucursales.id, operadores.sucursal_id))
}

export type UsuarioRow = Awaited<ReturnType<typeof listUsuarioRows>>[number]

/** Retired people last. */
export const listUsuarioRows = (db: Queryable) =>
  selectUsuarios(db).orderBy(
    sql`${operadores.retirado} is not null`,
    asc(operadores.rol),
    asc(operadores.nombre),
  )

export async function findUsuario(db: Queryable, id: number): Promise<UsuarioRow | undefined> {
  const [found] = await selectUsuarios(db).where(eq(operadores.id, id))
  return found
}

/** Undefined where the e-mail is taken. */
export async function insertUsuario(
  tx: Tx,
  row: typeof operadores.$inferInsert,
): Promise<number | undefined> {
  const [made] = await tx
    .insert(operadores)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: operadores.id })
  return made?.id
}

/** Counts retired people too. */
export const hasOperadores = async (db: Queryable): Promise<boolean> =>
  (await db.select({ id: operadores.id }).from(operadores).limit(1)).length > 0

/** No account can be added until the transaction ends. */
export const lockOperadores = (tx: Tx) =>
  tx.execute(sql`lock table ${operadores} in share row exclusive mode`)

export async function isEmailTaken(tx: Tx, email: string, by: number): Promise<boolean> {
  // No account is added or changed meanwhile: two that take the same address would fail with a database error
  await lockOperadores(tx)
  const found = await tx.select({ id: operadores.id }).from(operadores).where(eq(operadores.email, email))
  return found.some(({ id }) => id !== by)
}

export async function updateUsuarioRow(
  tx: Queryable,
  id: number,
  change: Partial<typeof operadores.$inferInsert>,
): Promise<void> {
  if (Object.keys(change).length === 0) return
  await tx.update(operadores).set(change).where(eq(operadores.id, id))
  if ('rol' in change || 'sucursal_id' in change || 'retirado' in change)
    await tellSesiones(tx, { cuenta: 'operador', id })
}

/** False where a second factor is active already. */
export async function setNewSecreto(db: Queryable, id: number, totp_secreto: string): Promise<boolean> {
  const set = await db
    .update(operadores)
    .set({ totp_secreto, totp_paso: null })
    .where(and(eq(operadores.id, id), isNull(operadores.totp_activado)))
    .returning({ id: operadores.id })
  return set.length > 0
}

/** Accounts with a secret of a phone, as it is stored. */
export const listSecretos = (db: Queryable) =>
  db
    .select({ id: operadores.id, totp_secreto: operadores.totp_secreto })
    .from(operadores)
    .where(isNotNull(operadores.totp_secreto))

/** Changes nothing if the stored secret is no longer `before`. */
export async function replaceSecreto(
  db: Queryable,
  id: number,
  before: string,
  after: string,
): Promise<void> {
  await db
    .update(operadores)
    .set({ totp_secreto: after })
    .where(and(eq(operadores.id, id), eq(operadores.totp_secreto, before)))
}

export async function deleteSesionesMostradorOf(tx: Tx, operador_id: number): Promise<void> {
  await tx.delete(sesiones_mostrador).where(eq(sesiones_mostrador.operador_id, operador_id))
  await tellSesiones(tx, { cuenta: 'operador', id: operador_id })
}

/** Undefined for a retired person. */
export async function emailOf(db: Queryable, id: number): Promise<string | undefined> {
  const [found] = await db
    .select({ email: operadores.email })
    .from(operadores)
    .where(and(eq(operadores.id, id), isNull(operadores.retirado)))
  return found?.email
}

export async function secretsOf(db: Queryable, id: number) {
  const [found] = await db
    .select({
      email: operadores.email,
      password_hash: operadores.password_hash,
      totp_secreto: operadores.totp_secreto,
      totp_activado: operadores.totp_activado,
      totp_paso: operadores.totp_paso,
      totp_recuperacion: operadores.totp_recuperacion,
    })
    .from(operadores)
    .where(eq(operadores.id, id))
  return found
}

/** Marks a code's step as used. Of many calls with the same code only one succeeds. */
export async function takePaso(db: Queryable, id: number, paso: number): Promise<boolean> {
  const taken = await db
    .update(operadores)
    .set({ totp_paso: paso })
    .where(and(eq(operadores.id, id), sql`coalesce(${operadores.totp_paso}, -1) < ${paso}`))
    .returning({ id: operadores.id })
  return taken.length > 0
}

/** Takes a recovery code: each counts once. */
export async function takeRecuperacion(db: Queryable, id: number, hash: string): Promise<boolean> {
  const taken = await db
    .update(operadores)
    .set({ totp_recuperacion: sql`array_remove(${operadores.totp_recuperacion}, ${hash})` })
    .where(and(eq(operadores.id, id), sql`${hash} = any(${operadores.totp_recuperacion})`))
    .returning({ id: operadores.id })
  return taken.length > 0
}

/** Also deletes links that expired. */
export async function insertEnlaceMostrador(
  tx: Tx,
  enlace: typeof enlaces_mostrador.$inferInsert,
  now: Date,
): Promise<void> {
  await tx.delete(enlaces_mostrador).where(lte(enlaces_mostrador.vence, now))
  await tx.insert(enlaces_mostrador).values(enlace)
}

/** The link with that token, of a person who is not retired. */
export async function findEnlaceMostrador(db: Queryable, token_hash: string, now: Date) {
  const [found] = await db
    .select({ operador_id: enlaces_mostrador.operador_id })
    .from(enlaces_mostrador)
    .innerJoin(operadores, eq(operadores.id, enlaces_mostrador.operador_id))
    .where(
      and(
        eq(enlaces_mostrador.token_hash, token_hash),
        gt(enlaces_mostrador.vence, now),
        isNull(operadores.retirado),
      ),
    )
  return found?.operador_id
}

/** False if another call took it first. */
export async function takeEnlace(tx: Tx, token_hash: string): Promise<boolean> {
  const taken = await tx
    .delete(enlaces_mostrador)
    .where(eq(enlaces_mostrador.token_hash, token_hash))
    .returning({ id: enlaces_mostrador.operador_id })
  return taken.length > 0
}

export async function deleteEnlacesOf(tx: Tx, operador_id: number): Promise<void> {
  await tx.delete(enlaces_mostrador).where(eq(enlaces_mostrador.operador_id, operador_id))
}

// For sums in SQL: the columns that other features may read
export const operadoresSql = sql`(select id, sucursal_id from ${operadores})`
