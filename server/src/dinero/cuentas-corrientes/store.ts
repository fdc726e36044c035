import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { theRow } from '../../base/db/row.ts'
import {
  autorizados,
  cuentas_corrientes,
  movimientos_cuenta_corriente as movimientos,
} from '../../base/db/schema/cuentas-corrientes.ts'
import { hasEveryWord, likePart } from '../../base/db/search.ts'

export type CuentaRow = typeof cuentas_corrientes.$inferSelect
export type AutorizadoRow = typeof autorizados.$inferSelect
export type MovimientoCuentaRow = typeof movimientos.$inferSelect
type NewMovimientoCuenta = Omit<typeof movimientos.$inferInsert, 'id' | 'saldo'>

/** Accounts that a branch may use; null: all of them. */
const isSeenFrom = (alcance: number | null): SQL | undefined =>
  alcance === null
    ? undefined
    : or(isNull(cuentas_corrientes.sucursal_id), eq(cuentas_corrientes.sucursal_id, alcance))

/** Accounts, by name. */
export const listCuentas = (
  db: Queryable,
  { alcance, texto, limit }: { alcance: number | null; texto: string; limit: number },
): Promise<CuentaRow[]> => {
  const digits = texto.replace(/[\s.-]/g, '')
  return db
    .select()
    .from(cuentas_corrientes)
    .where(
      and(
        isSeenFrom(alcance),
        texto
          ? or(
              hasEveryWord(cuentas_corrientes.nombre, texto),
              /^\d+$/.test(digits)
                ? sql`${cuentas_corrientes.documento} like ${likePart(digits)}`
                : undefined,
            )
          : undefined,
      ),
    )
    .orderBy(asc(sql`lower(${cuentas_corrientes.nombre})`))
    .limit(limit)
}

export const listConEmail = (db: Queryable): Promise<{ id: number }[]> =>
  db
    .select({ id: cuentas_corrientes.id })
    .from(cuentas_corrientes)
    .where(isNotNull(cuentas_corrientes.email))
    .orderBy(asc(cuentas_corrientes.id))

export async function findCuenta(db: Queryable, id: number): Promise<CuentaRow | undefined> {
  const [found] = await db.select().from(cuentas_corrientes).where(eq(cuentas_corrientes.id, id))
  return found
}

/** Until the transaction ends no other one charges the account, pays it or changes it. */
export async function lockCuenta(tx: Tx, id: number): Promise<CuentaRow | undefined> {
  const [found] = await tx
    .select()
    .from(cuentas_corrientes)
    .where(eq(cuentas_corrientes.id, id))
    .for('update')
  return found
}

/**
 * Names compare without case, since people choose accounts by name. Lets one transaction at a time name an
 * account. A lock of the table instead would wait for charges, which wait for the row that the caller
 * changes.
 */
export async function isCuentaNombreTaken(tx: Tx, nombre: string, by: number | null): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('cuentas_corrientes nombre', 0))`)
  const found = await tx
    .select({ id: cuentas_corrientes.id })
    .from(cuentas_corrientes)
    .where(
      and(
        eq(sql`lower(${cuentas_corrientes.nombre})`, nombre.toLowerCase()),
        by === null ? undefined : ne(cuentas_corrientes.id, by),
      ),
    )
  return found.length > 0
}

export async function insertCuenta(tx: Tx, row: typeof cuentas_corrientes.$inferInsert): Promise<CuentaRow> {
  return theRow(await tx.insert(cuentas_corrientes).values(row).returning())
}

export async function updateCuenta(
  tx: Tx,
  id: number,
  change: Partial<Omit<CuentaRow, 'saldo'>>,
): Promise<void> {
  if (Object.keys(change).length > 0)
    await tx.update(cuentas_corrientes).set(change).where(eq(cuentas_corrientes.id, id))
}

/** Autorizados by account, in the order in which they were added. */
export const autorizadosOf = (db: Queryable, cuentaIds: number[]): Promise<AutorizadoRow[]> =>
  db
    .select()
    .from(autorizados)
    .where(and(inArray(autorizados.cuenta_id, cuentaIds), isNull(autorizados.quitado)))
    .orderBy(asc(autorizados.id))

export async function insertAutorizado(tx: Tx, row: typeof autorizados.$inferInsert): Promise<void> {
  await tx.insert(autorizados).values(row)
}

/** The row stays, with the instant in `quitado`. */
export async function deleteAutorizado(tx: Tx, id: number, quitado: Date): Promise<void> {
  await tx.update(autorizados).set({ quitado }).where(eq(autorizados.id, id))
}

/**
 * Writes a movement of a locked account, and the balance that it leaves. Null, with nothing changed, if a
 * movement with this `clave` was written before.
 */
export async function insertMovimientoCuenta(
  tx: Tx,
  cuenta: Pick<CuentaRow, 'id' | 'saldo'>,
  movimiento: Omit<NewMovimientoCuenta, 'cuenta_id'>,
): Promise<MovimientoCuentaRow | null> {
  const saldo = cuenta.saldo + movimiento.importe
  const [made] = await tx
    .insert(movimientos)
    .values({ ...movimiento, cuenta_id: cuenta.id, saldo })
    .onConflictDoNothing({ target: movimientos.clave })
    .returning()
  if (!made) return null
  await tx.update(cuentas_corrientes).set({ saldo }).where(eq(cuentas_corrientes.id, cuenta.id))
  return made
}

export async function findMovimientoCuentaByClave(
  db: Queryable,
  clave: string,
): Promise<MovimientoCuentaRow | undefined> {
  const [found] = await db.select().from(movimientos).where(eq(movimientos.clave, clave))
  return found
}

export async function findMovimientoCuenta(
  db: Queryable,
  cuentaId: number,
  id: number,
): Promise<MovimientoCuentaRow | undefined> {
  const [found] = await db
    .select()
    .from(movimientos)
    .where(and(eq(movimientos.id, id), eq(movimientos.cuenta_id, cuentaId)))
  return found
}

/** Movements from `from` up to, but without, `to`, the oldest first. */
export const movimientosOf = (
  db: Queryable,
  cuentaId: number,
  { from, to }: { from: Date; to: Date },
): Promise<MovimientoCuentaRow[]> =>
  db
    .select()
    .from(movimientos)
    .where(
      and(eq(movimientos.cuenta_id, cuentaId), gte(movimientos.cuando, from), lt(movimientos.cuando, to)),
    )
    .orderBy(asc(movimientos.id))

/** The balance just before an instant, in centavos. */
export async function saldoBefore(db: Queryable, cuentaId: number, instant: Date): Promise<number> {
  const [last] = await db
    .select({ saldo: movimientos.saldo })
    .from(movimientos)
    .where(and(eq(movimientos.cuenta_id, cuentaId), lt(movimientos.cuando, instant)))
    .orderBy(desc(movimientos.id))
    .limit(1)
  return last?.saldo ?? 0
}

/** The account that an order was charged to last and that did not get all of it back. */
export async function cuentaOfPedido(db: Queryable, pedidoId: string): Promise<CuentaRow | undefined> {
  const [found] = await db
    .select({ cuenta: cuentas_corrientes })
    .from(movimientos)
    .innerJoin(cuentas_corrientes, eq(cuentas_corrientes.id, movimientos.cuenta_id))
    .where(eq(movimientos.pedido_id, pedidoId))
    .groupBy(cuentas_corrientes.id)
    .having(sql`sum(${movimientos.importe}) > 0`)
    .orderBy(desc(sql`max(${movimientos.id})`))
    .limit(1)
  return found?.cuenta
}

/** An order's charges to accounts, less their refunds: by account, centavos above 0. */
export const cargosDePedido = (
  db: Queryable,
  pedidoId: string,
): Promise<{ nombre: string; centavos: number }[]> => {
  const centavos = sql<number>`sum(${movimientos.importe})::float8`
  return db
    .select({ nombre: cuentas_corrientes.nombre, centavos })
    .from(movimientos)
    .innerJoin(cuentas_corrientes, eq(cuentas_corrientes.id, movimientos.cuenta_id))
    .where(eq(movimientos.pedido_id, pedidoId))
    .groupBy(cuentas_corrientes.id)
    .having(sql`${centavos} > 0`)
    .orderBy(asc(cuentas_corrientes.id))
}

// For sums in SQL: the columns that other features may read. Centavos above 0
export const pagosCuentaSql = sql`(select cuando, sucursal_id, operador_id, medio, -importe as importe
  from ${movimientos} where tipo = 'pago')`

/**
 * Sums of all balances in the rows, and of all movements, in centavos. `distintas`: ids where the two differ.
 */
export async function sumaSaldos(
  tx: Tx,
): Promise<{ guardado: number; contado: number; distintas: number[] }> {
  const { rows } = await tx.execute<{ guardado: number; contado: number; distintas: number[] }>(sql`
    select coalesce(sum(c.saldo), 0)::float8 as guardado, coalesce(sum(m.suma), 0)::float8 as contado,
      coalesce(array_agg(c.id) filter (where c.saldo <> coalesce(m.suma, 0)), '{}') as distintas
    from ${cuentas_corrientes} c
    left join (select cuenta_id, sum(importe) as suma from ${movimientos} group by 1) m on m.cuenta_id = c.id`)
  return rows[0] ?? { guardado: 0, contado: 0, distintas: [] }
}

/** Sets the balances of these accounts to the sums of their movements. */
export async function mendSaldos(tx: Tx, ids: number[]): Promise<void> {
  await tx.execute(sql`select from ${cuentas_corrientes} where id in ${ids} order by id for update`)
  // A statement of its own: it sees the lines of every transaction that it waited for
  await tx.execute(sql`
    update ${cuentas_corrientes} c
    set saldo = coalesce((select sum(m.importe) from ${movimientos} m where m.cuenta_id = c.id), 0)
    where c.id in ${ids}`)
}
