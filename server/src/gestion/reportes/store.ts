import { instantsOf, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { TotalDeReporte } from './total.ts'

/**
 * Days of a range without a valid total: not stored, changed since, or not over on the day `hoy`. Ascending.
 */
export async function diasSinTotal(
  db: Queryable,
  clave: string,
  { desde, hasta }: Rango,
  hoy: string,
): Promise<string[]> {
  const { rows } = await db.execute<{ dia: string }>(sql`
    select d.dia::text from (select generate_series(${desde}::date, ${hasta}::date, '1 day')::date as dia) d
    where d.dia >= ${hoy}
      or d.dia not in (select t.dia from totales t where t.que = ${clave} and t.dia between ${desde} and ${hasta})
      or d.dia in (select m.dia from dias_tocados m where m.dia between ${desde} and ${hasta})
    order by d.dia`)
  return rows.map(({ dia }) => dia)
}

/**
 * Takes changed days off the list, and deletes their totals. Within one snapshot, the transaction sees the
 * facts of all listed changes, and later changes stay on the list.
 */
export async function forgetTocados(tx: Tx): Promise<void> {
  await tx.execute(sql`
    with tocados as (delete from dias_tocados returning dia)
    delete from totales where dia in (select dia from tocados)`)
}

/** Marks days to be added up again, as if one of their facts had changed. */
export async function touchDias(tx: Tx, dias: string[]): Promise<void> {
  await tx.execute(sql`insert into dias_tocados (dia) select unnest(${arrayOf(dias)}::date[])`)
}

/** The newest days up to `hasta` that lack a total of any of `claves`, since the first fact. Ascending. */
export async function diasToCount(
  tx: Tx,
  { claves, primero, hasta, limit }: { claves: string[]; primero: SQL; hasta: string; limit: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ dia: string }>(sql`
    select d.dia::text from (select generate_series((${primero}), ${hasta}::date, '1 day')::date as dia) d
    where d.dia not in (
      select t.dia from totales t where t.que = any (${arrayOf(claves)}::text[]) group by 1 having count(*) = ${claves.length}
    ) order by d.dia desc limit ${limit}`)
  return rows.map(({ dia }) => dia).toReversed()
}

/** Adds up each day of the stretch, also days without facts. */
export async function saveTotales(tx: Tx, total: TotalDeReporte, tramo: Rango, now: Date): Promise<void> {
  await tx.execute(sql`
    insert into totales (que, dia, filas)
    select ${total.clave}, d.dia::date, coalesce(c.filas, '[]')
    from generate_series(${tramo.desde}::date, ${tramo.hasta}::date, '1 day') d (dia)
    left join (${contados(total, tramo, now)}) c on c.dia = d.dia::date
    on conflict (que, dia) do update set filas = excluded.filas`)
}

/** From the first to the last day with a stored total; undefined if there is none. */
export async function guardadosOf(tx: Tx, { clave }: TotalDeReporte): Promise<Rango | undefined> {
  const { rows } = await tx.execute<{ desde: string | null; hasta: string | null }>(
    sql`select min(dia)::text as desde, max(dia)::text as hasta from totales where que = ${clave}`,
  )
  const { desde, hasta } = rows[0] ?? {}
  return desde && hasta ? { desde, hasta } : undefined
}

/** A stored day that did not change: its total, and the sum of its facts now. */
export type Comparado = { dia: string; guardado: number; contado: number; igual: boolean }

export async function compareTotales(
  tx: Tx,
  total: TotalDeReporte,
  tramo: Rango,
  now: Date,
): Promise<Comparado[]> {
  const suma = (filas: SQL) =>
    sql`(select coalesce(sum(${total.medida}), 0)::float8 from jsonb_array_elements(${filas}) f)`
  const { rows } = await tx.execute<Comparado>(sql`
    select t.dia::text, ${suma(sql`t.filas`)} as guardado, ${suma(sql`x.filas`)} as contado, t.filas = x.filas as igual
    from totales t left join (${contados(total, tramo, now)}) c on c.dia = t.dia
    cross join lateral (select coalesce(c.filas, '[]') as filas) x
    where t.que = ${total.clave} and t.dia between ${tramo.desde} and ${tramo.hasta}
      and t.dia not in (select m.dia from dias_tocados m)
    order by t.dia`)
  return rows
}

/** The rows of each day that has facts, always in the same order. */
const contados = ({ vivos }: TotalDeReporte, tramo: Rango, now: Date): SQL => sql`
  select h.dia, jsonb_agg(f.fila order by f.fila) as filas
  from (${vivos(instantsOf(tramo), now)}) h cross join lateral (select to_jsonb(h) - 'dia' as fila) f group by 1`

const arrayOf = (words: readonly string[]): string => `{${words.join(',')}}`
