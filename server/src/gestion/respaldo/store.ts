import { desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { copiasRespaldo, ensayos, respaldos, restauraciones } from '../../base/db/schema/respaldo.ts'

/** The result of a copy to a second place. */
export type CopiaHecha = {
  /** When the backup that is now there was made. */
  respaldo: Date
  /** Sent files, the archive among them. */
  archivos: number
  bytes: number
  /** For the owner: what was repaired there, or is still wrong. */
  aviso: string | null
}

/** The outcome of a restore that was only a test. */
export type Ensayo = {
  /** When the backup was made. */
  respaldo: Date
  archivos: number
  /** Null: it did not begin. */
  segundos: number | null
  /** In the owner's words; null: all of it was restored. */
  falla: string | null
}

const DAY_MS = 24 * 3600_000

/** The times of the last good row and of the last failure: last in their order, whatever the clock said then. */
async function lastOf(db: Queryable, tabla: typeof respaldos | typeof copiasRespaldo) {
  const last = async (which: SQL): Promise<Date | null> => {
    const rows = db.select({ cuando: tabla.cuando }).from(tabla).where(which)
    const [row] = await rows.orderBy(desc(tabla.id)).limit(1)
    return row?.cuando ?? null
  }
  return { bueno: await last(isNull(tabla.falla)), falla: await last(isNotNull(tabla.falla)) }
}

export const lastRespaldos = (db: Queryable) => lastOf(db, respaldos)

export async function insertFalla(db: Queryable, cuando: Date, falla: string): Promise<void> {
  await db.insert(respaldos).values({ cuando, archivos: 0, bytes: 0, falla })
}

/** A good copy counts from its beginning. */
export const lastCopias = (db: Queryable) => lastOf(db, copiasRespaldo)

export async function insertCopia(db: Queryable, cuando: Date, copia: CopiaHecha): Promise<void> {
  await db.insert(copiasRespaldo).values({ cuando, ...copia })
}

export async function insertCopiaFalla(db: Queryable, cuando: Date, falla: string): Promise<void> {
  await db.insert(copiasRespaldo).values({ cuando, archivos: 0, bytes: 0, falla })
}

/**
 * An upper bound for the next backup: the files that arrived since the last good one, as `filesSince` says
 * (null: ever), and the database.
 */
export async function neededBytes(
  db: Queryable,
  filesSince: (since: Date | null) => Promise<number>,
): Promise<number> {
  const { bueno } = await lastRespaldos(db)
  const files = await filesSince(bueno && new Date(bueno.getTime() - DAY_MS))
  return files + (await databaseBytes(db))
}

async function databaseBytes(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}

export async function lastEnsayo(db: Queryable): Promise<{ cuando: Date; falla: string | null } | null> {
  const [found] = await db
    .select({ cuando: ensayos.cuando, falla: ensayos.falla })
    .from(ensayos)
    .orderBy(desc(ensayos.id))
    .limit(1)
  return found ?? null
}

export async function insertEnsayo(db: Queryable, cuando: Date, ensayo: Ensayo): Promise<void> {
  await db.insert(ensayos).values({ cuando, ...ensayo })
}

/** The latest moment that a restore since `since` brought back; null: there was none. */
export async function restoredSince(db: Queryable, since: Date): Promise<Date | null> {
  const [found] = await db
    .select({ respaldo: restauraciones.respaldo })
    .from(restauraciones)
    .where(gt(restauraciones.cuando, since))
    .orderBy(desc(restauraciones.id))
    .limit(1)
  return found?.respaldo ?? null
}

/** Restores after which the payments since their moment have not been looked for. */
export const restauracionesToSearch = (db: Queryable): Promise<{ id: number; respaldo: Date }[]> =>
  db
    .select({ id: restauraciones.id, respaldo: restauraciones.respaldo })
    .from(restauraciones)
    .where(isNull(restauraciones.pagos_buscados))

export async function markPagosBuscados(db: Queryable, id: number, pagos_buscados: Date): Promise<void> {
  await db.update(restauraciones).set({ pagos_buscados }).where(eq(restauraciones.id, id))
}

/** An empty PostgreSQL with its write-ahead log, the database with its log, and the largest file. */
export async function ensayoBytes(db: Queryable, largest: number): Promise<number> {
  return 2 * (await databaseBytes(db)) + largest + 300_000_000
}

// For sums in SQL: the columns that other features may read
export const respaldosSql = sql`(select id, cuando, bytes, falla from ${respaldos})`
export const copiasRespaldoSql = sql`(select id, cuando, respaldo, aviso, falla from ${copiasRespaldo})`
export const ensayosSql = sql`(select id, cuando, segundos, archivos, falla from ${ensayos})`
