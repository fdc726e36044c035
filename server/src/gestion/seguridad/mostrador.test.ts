import type { EventoAnswer } from '@imprimitodo/shared/api/seguridad'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { joinAs } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { openShop } from '../../testing/socket.ts'
import { type FiltrosEventos, listEventos } from './store.ts'

const PATH = '/api/mostrador/seguridad'
type Page = { eventos: EventoAnswer[]; siguiente: string | null }
type New = typeof eventos_seguridad.$inferInsert

/** 12:00 of Tucumán on that day. */
const noon = (day: string) => new Date(`${day}T15:00:00Z`)

async function ownerShop() {
  const shop = await openShop()
  const headers = await enterAs(shop)
  const visitor = shop.visitor()
  const look = (query = '') => visitor.ask(`${PATH}${query}`, { headers })
  const page = async (query = '') => (await look(query)).json<Page>()
  const add = (...eventos: New[]) => shop.db.insert(eventos_seguridad).values(eventos)
  return { shop, visitor, headers, look, page, add }
}

describe('the owner’s «Actividad de seguridad»', () => {
  test('is found by kind, by person and by day, newest first, with names', async () => {
    const { shop, page, add } = await ownerShop()
    await joinAs(shop, shop.visitor(), { nombre: 'beto gómez' })
    const clerk = await newOperador(shop, 1)
    await shop.deps.seguridad.stop()
    await shop.db.delete(eventos_seguridad)
    const { rows } = await shop.db.execute<{ id: number }>(sql`select id from clientes`)
    const cliente = { cuenta_tipo: 'cliente' as const, cuenta_id: rows[0]?.id ?? 0 }
    const operador = { cuenta_tipo: 'operador' as const, cuenta_id: clerk.id }
    await add(
      { cuando: noon('2026-11-01'), que: 'ingreso_fallido', ...cliente, origen: 'abcd' },
      { cuando: noon('2026-11-02'), que: 'devolucion', ...operador, detalle: 'Pedido 7', veces: 3 },
      { cuando: new Date('2026-11-03T02:59:59Z'), que: 'limite' }, // 23:59:59 of the 2nd
      { cuando: noon('2026-11-03'), que: 'ingreso_fallido', cuenta_tipo: 'cliente', cuenta_id: 9_999 },
    )
    const found = async (query: string) =>
      (await page(query)).eventos.map(({ cuando }) => cuando.slice(0, 10))
    expect(await found('')).toEqual(['2026-11-03', '2026-11-03', '2026-11-02', '2026-11-01'])
    expect(await found('?que=ingreso_fallido')).toEqual(['2026-11-03', '2026-11-01'])
    expect(await found(`?cliente=${cliente.cuenta_id}`)).toEqual(['2026-11-01'])
    expect(await found(`?operador=${clerk.id}`)).toEqual(['2026-11-02'])
    expect(await found('?desde=2026-11-02&hasta=2026-11-02')).toEqual(['2026-11-03', '2026-11-02'])
    expect(await found('?desde=2026-11-03&que=devolucion')).toEqual([])
    const [gone, limit, refund, failed] = (await page()).eventos
    expect(gone?.cuenta).toEqual({ tipo: 'cliente', id: 9_999, nombre: null })
    expect(limit).toMatchObject({ cuenta: null, origen: null })
    expect(refund).toMatchObject({ cuenta: { nombre: expect.stringMatching(/^Operador/) }, veces: 3 })
    expect(failed).toMatchObject({ cuenta: { nombre: 'beto gómez' }, origen: 'abcd' })
  })

  test('comes in pages of 50 that leave nothing out, also of one instant', async () => {
    const { page, add, shop } = await ownerShop()
    await shop.deps.seguridad.stop()
    await shop.db.delete(eventos_seguridad)
    await add(...Array.from({ length: 120 }, (): New => ({ cuando: noon('2026-11-02'), que: 'limite' })))
    const pages: number[] = []
    const ids = new Set<number>()
    let cursor: string | null = ''
    while (cursor !== null) {
      const { eventos, siguiente }: Page = await page(cursor && `?cursor=${cursor}`)
      pages.push(eventos.length)
      for (const { id } of eventos) ids.add(id)
      cursor = siguiente
    }
    expect([pages, ids.size]).toEqual([[50, 50, 20], 120])
  })

  test('bad filters are told by field', async () => {
    const { look } = await ownerShop()
    for (const [query, field] of [
      ['?que=nada', 'que'],
      ['?operador=x', 'operador'],
      ['?operador=1&cliente=2', 'operador'],
      ['?desde=ayer', 'desde'],
      ['?cursor=9', 'cursor'],
      ['?cursor=2026-99-99T00:00:00.000Z_1', 'cursor'],
    ]) {
      const answer = await look(query)
      expect(answer.status, String(query)).toBe(400)
      expect(Object.keys(answer.json<object>()), String(query)).toEqual([field])
    }
    // The file of them is refused before its first byte
    for (const [query, field] of [
      ['?operador=1&cliente=2', 'operador'],
      ['?desde=0000-01-01', 'desde'],
      ['?hasta=9999-12-31', 'hasta'],
    ]) {
      for (const path of [`.csv${query}`, query]) {
        const answer = await look(path)
        expect(answer.status, path).toBe(400)
        expect(Object.keys(answer.json<object>()), path).toEqual([field])
      }
    }
  })

  test('is the owner’s alone, also as a file', async () => {
    const { shop, visitor } = await ownerShop()
    const clerk = await newOperador(shop, null)
    for (const path of [PATH, `${PATH}.csv`]) {
      expect((await visitor.ask(path)).status).toBe(401)
      expect((await visitor.ask(path, { headers: clerk.headers })).status).toBe(403)
    }
  })

  test('as a file: all rows of the search, in the shop’s time, and no cell is a formula', async () => {
    const { look, add, shop } = await ownerShop()
    await shop.deps.seguridad.stop()
    await shop.db.delete(eventos_seguridad)
    const rows = Array.from(
      { length: 2_100 },
      (_, at): New => ({
        cuando: new Date(noon('2026-11-02').getTime() + at * 1000),
        que: 'limite',
        detalle: at === 0 ? '=cmd|calc;"1"' : `GET /${at}`,
      }),
    )
    await add(...rows.slice(0, 1_000))
    await add(...rows.slice(1_000), { cuando: noon('2026-11-02'), que: 'devolucion' })
    const answer = await look('.csv?que=limite&separador=punto_y_coma')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(
      /attachment; filename="seguridad-\d{4}-\d\d-\d\d.csv"/,
    )
    const lines = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(lines).toHaveLength(2_101)
    expect(lines[0]).toBe('Cuándo;Qué;Cuenta;Quién;Detalle;Veces;Origen;Pedido al servidor')
    expect(lines[1]).toBe('02/11/2026 12:34;Límite alcanzado;;;GET /2099;1;;')
    expect(lines.at(-1)).toBe(`02/11/2026 12:00;Límite alcanzado;;;"'=cmd|calc;""1""";1;;`)
  })
})

test('with 200,000 rows a page reads a few of them, whatever is searched', async () => {
  const { shop, page } = await ownerShop()
  await shop.db.execute(sql`
    insert into eventos_seguridad (cuando, que, cuenta_tipo, cuenta_id)
    select now() - make_interval(secs => n * 38), case when n % 500 = 0 then 'devolucion' else 'limite' end,
      case when n % 3 = 0 then 'cliente' end, case when n % 3 = 0 then n % 1000 end
    from generate_series(1, 200000) n`)
  await shop.db.execute(sql`analyze eventos_seguridad`)
  const old = new Date(Date.now() - 80 * 86_400_000)
  const searches: FiltrosEventos[] = [
    {},
    { que: 'devolucion' },
    { que: 'limite', hasta: old },
    { cuenta: { tipo: 'cliente', id: 3 } },
    { desde: new Date(old.getTime() - 86_400_000), hasta: old },
  ]
  for (const search of searches)
    for (const before of [undefined, { cuando: old, id: 1 }]) {
      const asked = listEventos(shop.db, search, before, 51).getSQL()
      const plan = await shop.db.execute(sql`explain (analyze, format json) ${asked}`)
      const text = JSON.stringify(plan.rows)
      expect(text).not.toMatch(/Seq Scan|"Sort"/)
      // At every node of the plan: rows that were read and thrown away
      const wasted = [...text.matchAll(/"Rows Removed by Filter":(\d+)/g)].map(([, rows]) => Number(rows))
      expect(Math.max(0, ...wasted), text).toBeLessThan(1_000)
    }
  expect((await page('?que=devolucion')).eventos).toHaveLength(50)
})
