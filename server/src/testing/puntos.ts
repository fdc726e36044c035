// Customers with points, prizes, and a second server on the same database.
import { randomUUID } from 'node:crypto'
import { eq, sql, sum } from 'drizzle-orm'
import { inject, onTestFinished } from 'vitest'
import { buildApp, type ShopApp } from '../app.ts'
import { type Db, openPool } from '../base/db/open.ts'
import { openDatabase } from '../base/db/repeat.ts'
import { theRow } from '../base/db/row.ts'
import { clientes } from '../base/db/schema/clientes.ts'
import { codigos } from '../base/db/schema/codigos.ts'
import { premios, puntos } from '../base/db/schema/puntos.ts'
import { hashPassword } from '../base/secrets/password.ts'
import { bearer, logIn, newEmail, PASSWORD } from './cuenta.ts'
import { urlOfDatabase } from './database-url.ts'
import type { Shop } from './shop.ts'

const hashed = hashPassword(PASSWORD)

export type ConPuntos = { id: number; email: string; headers: { authorization: string } }

/** An active account, logged in, with so many points. */
export async function conPuntos(shop: Shop, amount = 0, email = newEmail()): Promise<ConPuntos> {
  const [made] = await shop.db
    .insert(clientes)
    .values({
      email,
      nombre: 'Ana',
      celular: '3865412233',
      fecha_nacimiento: '1990-05-17',
      password_hash: await hashed,
      activado: new Date(),
      email_confirmado: email,
    })
    .returning()
  const id = made?.id ?? 0
  if (amount !== 0) await give(shop, id, amount)
  return { id, email, headers: bearer((await logIn(shop, email)).access) }
}

export async function give({ db }: Shop, cliente_id: number, amount: number): Promise<void> {
  const fact = { tipo: 'ajuste', motivo: 'Regalo', quien: 'sistema', cuando: new Date() } as const
  await db.insert(puntos).values({ ...fact, cliente_id, puntos: amount, clave: randomUUID() })
}

export async function newPremio(
  { db }: Shop,
  change: Partial<typeof premios.$inferInsert> = {},
): Promise<number> {
  return theRow(
    await db
      .insert(premios)
      .values({ nombre: 'Taza', descripcion: 'De loza', puntos_requeridos: 1000, cantidad: 5, ...change })
      .returning(),
  ).id
}

/** A prize of free sheets: 1000 points for 50, unless said otherwise. */
export const newHojas = (shop: Shop, change: Partial<typeof premios.$inferInsert> = {}): Promise<number> =>
  newPremio(shop, { nombre: 'Hojas gratis', cantidad: 50, es_codigo_canje: true, ...change })

/** A customer's code for `hojas` free sheets. */
export async function codigoHojas(shop: Shop, dueno: ConPuntos, hojas: number): Promise<string> {
  const producto = await newHojas(shop, { cantidad: hojas, puntos_requeridos: 1 })
  await give(shop, dueno.id, 1)
  const answer = await shop.post('/api/codigos-canje/', { producto, cliente: dueno.id }, dueno.headers)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json()[0].codigo
}

export const codigoRow = async ({ db }: Shop, codigo: string) => {
  const [found] = await db.select().from(codigos).where(eq(codigos.codigo, codigo))
  if (!found) throw new Error(`no code ${codigo}`)
  return found
}

export async function ledgerOf({ db }: Shop, cliente_id: number) {
  const lines = await db.select().from(puntos).where(eq(puntos.cliente_id, cliente_id)).orderBy(puntos.id)
  const [total] = await db
    .select({ all: sum(puntos.puntos) })
    .from(puntos)
    .where(eq(puntos.cliente_id, cliente_id))
  return { lines, saldo: Number(total?.all ?? 0) }
}

export const saldo = async (shop: Shop, { headers }: ConPuntos): Promise<number> =>
  (await shop.get('/api/auth/cliente-actual/', headers)).json()[0].puntos

export async function urlOf({ db }: Shop): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`)
  return urlOfDatabase(inject('postgres'), rows[0]?.name ?? '')
}

/** The same database through connections of their own. */
export async function secondDb(shop: Shop): Promise<Db> {
  const pool = openPool(await urlOf(shop), 10, { idleMs: 1_000 })
  onTestFinished(() => pool.end())
  return openDatabase(pool)
}

/** A second server: the two share only PostgreSQL. */
export async function secondApp(shop: Shop): Promise<ShopApp> {
  const app = await buildApp({ ...shop.deps, db: await secondDb(shop) })
  onTestFinished(() => app.close())
  return app
}
