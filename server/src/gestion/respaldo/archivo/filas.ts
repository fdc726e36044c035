// Copies rows into empty tables: from an archive, or from a temporary database.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { type Cabeza, RespaldoInvalido } from './formato.ts'
import { quoted, quoteIdentifier } from './tablas.ts'

type Tablas = Cabeza['tablas']

/**
 * Within a transaction: stored sums come along with their lines, so the triggers that keep them are turned
 * off.
 */
export async function leaveSumsAlone(client: pg.Client): Promise<void> {
  await client.query(`select set_config('imprimitodo.restaurando', 'si', true)`)
}

export async function loadTable(
  client: pg.Client,
  tablas: Tablas,
  name: string,
  rows: Readable,
): Promise<void> {
  const tabla = tablas.find(({ nombre }) => nombre === name)
  if (!tabla) throw new RespaldoInvalido(`Trae una tabla que nadie anunció: ${name}.`)
  await pipeline(rows, client.query(copyFrom(`copy ${columnsOf(tabla)} from stdin`)))
}

/** From one database to another, both of the same version. */
export async function copyRows(from: pg.Client, to: pg.Client, tablas: Tablas): Promise<void> {
  for (const tabla of tablas) {
    const rows = from.query(copyTo(`copy ${columnsOf(tabla)} to stdout`))
    await loadTable(to, tablas, tabla.nombre, rows)
  }
}

const columnsOf = ({ nombre, columnas }: Tablas[number]): string =>
  `public.${quoteIdentifier(nombre)} (${quoted(columnas)})`

/** Sets the sequences, and checks that each table has as many rows as announced. @throws RespaldoInvalido */
export async function finishRows(client: pg.Client, { tablas, secuencias }: Cabeza): Promise<void> {
  for (const { nombre, valor } of secuencias)
    await client.query(`select setval($1::regclass, $2::bigint)`, [
      `public.${quoteIdentifier(nombre)}`,
      valor,
    ])
  for (const { nombre, filas } of tablas) {
    const { rows } = await client.query(
      `select count(*)::int as filas from public.${quoteIdentifier(nombre)}`,
    )
    if (rows[0].filas !== filas)
      throw new RespaldoInvalido(
        `La tabla ${nombre} trae ${count(rows[0].filas, 'fila')} y anuncia ${filas}.`,
      )
  }
}
