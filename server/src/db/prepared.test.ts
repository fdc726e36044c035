import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../testing/database.ts'
import { openDb } from './open.ts'

/** A pool of one connection, so that what it has prepared can be looked at. */
async function openOne() {
  const { url } = await testDatabase()
  const opened = await openDb(url, { max: 1 })
  onTestFinished(() => opened.close())
  const prepared = async (like: string) => {
    const { rows } = await opened.pool.query('select statement from pg_prepared_statements')
    return rows.filter(({ statement }) => String(statement).includes(like)).length
  }
  return { ...opened, url, prepared }
}

const times = async (count: number, ask: (turn: number) => Promise<unknown>) => {
  for (let turn = 0; turn < count; turn++) await ask(turn)
}

test('a statement with parameters is prepared from its third time on, and once', async () => {
  const { pool, prepared } = await openOne()
  const ask = async (turn: number) => {
    const { rows } = await pool.query('select $1::int + 1 as next', [turn])
    expect(rows).toEqual([{ next: turn + 1 }])
  }
  await times(2, ask)
  expect(await prepared('as next')).toBe(0)
  await times(5, ask)
  expect(await prepared('as next')).toBe(1)
})

test('without parameters it is not: it may be several statements at once', async () => {
  const { pool, prepared } = await openOne()
  await times(5, async () => {
    const answers: unknown = await pool.query('select 1 as several; select 2 as several')
    expect(answers).toHaveLength(2)
  })
  await times(5, () => pool.query({ text: 'select 3 as several', values: [] }))
  expect(await prepared('as several')).toBe(0)
})

test('an error is told each time and spoils neither the statement nor the connection', async () => {
  const { pool } = await openOne()
  const divide = (by: number) => pool.query('select 10 / $1::int as part', [by])
  await times(5, (turn) => expect(divide(0), `${turn}`).rejects.toThrow('division by zero'))
  expect((await divide(5)).rows).toEqual([{ part: 2 }])
  await times(5, () => expect(pool.query('select $1 from nothing', [1])).rejects.toThrow('does not exist'))
  await pool.query('create table nothing ()')
  expect((await pool.query('select $1::int from nothing', [1])).rows).toEqual([])
})

const cosas = pgTable('cosas', { id: integer().primaryKey(), nombre: text().notNull() })

test('a table that a newer version changes meanwhile goes on answering with the columns that were asked for', async () => {
  const { db, pool, url, prepared } = await openOne()
  await pool.query('create table cosas (id int primary key, nombre text not null)')
  const write = (id: number) =>
    db
      .insert(cosas)
      .values({ id, nombre: `cosa ${id}` })
      .returning()
  const read = (id: number) => db.select().from(cosas).where(eq(cosas.id, id))
  await times(4, write)
  await times(4, read)
  expect(await prepared('from "cosas"')).toBe(1)
  const newer = new pg.Client({ connectionString: url })
  await newer.connect()
  await newer.query(`alter table cosas add column color text default 'azul'; create index on cosas (nombre)`)
  await newer.end()
  expect(await write(9)).toEqual([{ id: 9, nombre: 'cosa 9' }])
  expect(await read(2)).toEqual([{ id: 2, nombre: 'cosa 2' }])
})

test('in a transaction that fails too, and many texts that come once keep no other from its name', async () => {
  const { db, pool, prepared } = await openOne()
  const failing = db.transaction(async (tx) => {
    await times(4, (turn) => tx.execute(sql`select ${turn}::int as inside`))
    await tx.execute(sql`select ${0}::int / 0 as fails`)
  })
  await expect(failing).rejects.toThrow()
  expect((await db.execute(sql`select ${7}::int as inside`)).rows).toEqual([{ inside: 7 }])
  await times(500, async (turn) => {
    const { rows } = await pool.query(`select $1::int as of_${turn}`, [turn])
    expect(rows).toEqual([{ [`of_${turn}`]: turn }])
  })
  await times(4, async (turn) => {
    const { rows } = await pool.query('select $1::int as late', [turn])
    expect(rows).toEqual([{ late: turn }])
  })
  expect([await prepared('as of_'), await prepared('as late')]).toEqual([0, 1])
})
