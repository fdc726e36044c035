import type { MedioCaja } from '@imprimitodo/shared/rules/dinero/caja'
import { and, asc, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { movimientos_caja, turnos } from '../../base/db/schema/caja.ts'

export type Turno = typeof turnos.$inferSelect
export type MovimientoCaja = typeof movimientos_caja.$inferSelect
type NewMovimientoCaja = Omit<typeof movimientos_caja.$inferInsert, 'id'>

/** Which drawers are searched: those of the branch; without a branch, those that the person opened. */
export type Donde = { sucursal_id: number | null; operador_id: number | null }

const isOf = ({ sucursal_id, operador_id }: Donde) =>
  or(
    sucursal_id === null ? sql`false` : eq(turnos.sucursal_id, sucursal_id),
    sucursal_id !== null || operador_id === null ? sql`false` : eq(turnos.abierto_por, operador_id),
  )

/** Open shifts, locked against closing until the transaction ends. Waits for a close that is under way. */
export const holdAbiertos = (tx: Tx, donde: Donde): Promise<Turno[]> =>
  tx
    .select()
    .from(turnos)
    .where(and(isNull(turnos.cerrado), isOf(donde)))
    .orderBy(asc(turnos.caja))
    .for('share')

/** `share`: the shift cannot be closed meanwhile. `update`: it cannot take charges meanwhile either. */
export async function lockTurno(tx: Tx, id: number, how: 'share' | 'update'): Promise<Turno | undefined> {
  const [found] = await tx.select().from(turnos).where(eq(turnos.id, id)).for(how)
  return found
}

export async function findTurno(db: Queryable, id: number): Promise<Turno | undefined> {
  const [found] = await db.select().from(turnos).where(eq(turnos.id, id))
  return found
}

/** Undefined where that drawer has an open shift. */
export async function insertTurno(tx: Tx, turno: typeof turnos.$inferInsert): Promise<number | undefined> {
  const [made] = await tx.insert(turnos).values(turno).onConflictDoNothing().returning({ id: turnos.id })
  return made?.id
}

export async function updateTurno(tx: Tx, id: number, change: Partial<Turno>): Promise<void> {
  await tx.update(turnos).set(change).where(eq(turnos.id, id))
}

/** Open shifts of a branch, by drawer. */
export const listAbiertos = (db: Queryable, sucursalId: number): Promise<Turno[]> =>
  db
    .select()
    .from(turnos)
    .where(and(isNull(turnos.cerrado), eq(turnos.sucursal_id, sucursalId)))
    .orderBy(asc(turnos.caja))

/** Closed shifts of a branch, the last closed first. */
export const listCerrados = (db: Queryable, sucursalId: number, limit: number): Promise<Turno[]> =>
  db
    .select()
    .from(turnos)
    .where(and(isNotNull(turnos.cerrado), eq(turnos.sucursal_id, sucursalId)))
    .orderBy(desc(turnos.cerrado))
    .limit(limit)

/** Null if a movement with this `clave` was written before. */
export async function insertMovimientoCaja(tx: Tx, movimiento: NewMovimientoCaja): Promise<number | null> {
  const [made] = await tx
    .insert(movimientos_caja)
    .values(movimiento)
    .onConflictDoNothing({ target: movimientos_caja.clave })
    .returning({ id: movimientos_caja.id })
  return made?.id ?? null
}

export async function findMovimientoCajaByClave(
  db: Queryable,
  clave: string,
): Promise<MovimientoCaja | undefined> {
  const [found] = await db.select().from(movimientos_caja).where(eq(movimientos_caja.clave, clave))
  return found
}

export async function findMovimientoCaja(db: Queryable, id: number): Promise<MovimientoCaja | undefined> {
  const [found] = await db.select().from(movimientos_caja).where(eq(movimientos_caja.id, id))
  return found
}

/** False where the means was set before. */
export async function sayMedio(tx: Tx, id: number, medio: MedioCaja): Promise<boolean> {
  const said = await tx
    .update(movimientos_caja)
    .set({ medio })
    .where(and(eq(movimientos_caja.id, id), isNull(movimientos_caja.medio)))
    .returning({ id: movimientos_caja.id })
  return said.length > 0
}

/** Movements of a shift, the newest first. */
export const movimientosDeTurno = (
  db: Queryable,
  turnoId: number,
  limit: number,
): Promise<MovimientoCaja[]> =>
  db
    .select()
    .from(movimientos_caja)
    .where(eq(movimientos_caja.turno_id, turnoId))
    .orderBy(desc(movimientos_caja.id))
    .limit(limit)

/** Movements of a shift whose means is not set yet. */
export const sinMedioOf = (db: Queryable, turnoId: number): Promise<MovimientoCaja[]> =>
  db
    .select()
    .from(movimientos_caja)
    .where(and(eq(movimientos_caja.turno_id, turnoId), isNull(movimientos_caja.medio)))
    .orderBy(desc(movimientos_caja.id))

/** Movements outside any shift, of a branch (or of none, by operadores of all branches), since an instant. */
export const movimientosFuera = (
  db: Queryable,
  { sucursal_id, sinSucursal, since }: { sucursal_id: number; sinSucursal: boolean; since: Date },
  limit: number,
): Promise<MovimientoCaja[]> =>
  db
    .select()
    .from(movimientos_caja)
    .where(
      and(
        isNull(movimientos_caja.turno_id),
        or(
          eq(movimientos_caja.sucursal_id, sucursal_id),
          sinSucursal ? isNull(movimientos_caja.sucursal_id) : sql`false`,
        ),
        sql`${movimientos_caja.cuando} >= ${since.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(movimientos_caja.id))
    .limit(limit)

// For sums in SQL: the columns that other features may read
export const movimientosCajaSql = sql`(select clave, sucursal_id, medio from ${movimientos_caja})`

/** Movements of a shift by kind, means and person: how many and how much, in centavos. */
export type Suma = Pick<MovimientoCaja, 'tipo' | 'medio' | 'quien'> & { veces: number; centavos: number }

export const sumasOf = (db: Queryable, turnoId: number): Promise<Suma[]> =>
  db
    .select({
      tipo: movimientos_caja.tipo,
      medio: movimientos_caja.medio,
      quien: movimientos_caja.quien,
      veces: sql<number>`count(*)`.mapWith(Number),
      centavos: sql<number>`sum(${movimientos_caja.importe})`.mapWith(Number),
    })
    .from(movimientos_caja)
    .where(eq(movimientos_caja.turno_id, turnoId))
    .groupBy(movimientos_caja.tipo, movimientos_caja.medio, movimientos_caja.quien)
    .orderBy(asc(movimientos_caja.quien), asc(movimientos_caja.tipo), asc(movimientos_caja.medio))

/** For each branch, since when its oldest open shift is open. */
export async function abiertosDesde(db: Queryable): Promise<Map<number, Date>> {
  const open = await db
    .select({ sucursal_id: turnos.sucursal_id, abierto: turnos.abierto })
    .from(turnos)
    .where(isNull(turnos.cerrado))
    .orderBy(desc(turnos.abierto))
  return new Map(open.map(({ sucursal_id, abierto }) => [sucursal_id, abierto]))
}
