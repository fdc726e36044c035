// Several processes on one database must behave like one. Tests for money, codes, numbers, edits of the
// catalogue and uploads in parts stand beside their features.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { count, countDistinct, eq } from 'drizzle-orm'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { type OpenDb, openDb } from './base/db/open.ts'
import { operadores } from './base/db/schema/mostrador.ts'
import { historial, pedidos } from './base/db/schema/pedidos.ts'
import { productos } from './base/db/schema/productos.ts'
import { sucursales } from './base/db/schema/sucursales.ts'
import { startEvents } from './base/runtime/events.ts'
import { startJobs } from './base/runtime/jobs.ts'
import { createLogger } from './base/runtime/logger.ts'
import { createDiskStore } from './base/services/files/disk.ts'
import { seed } from './seed.ts'
import { bearer, logIn, PASSWORD, signUp } from './testing/cuenta.ts'
import { urlOfDatabase } from './testing/database-url.ts'
import { enterAs } from './testing/mostrador.ts'
import { makePdf } from './testing/pdf.ts'
import { openGate } from './testing/peers/gate.ts'
import { compra, otherProcess, testShop } from './testing/shop.ts'
import { seedDemo } from './vidriera/demo/service.ts'

/** As long as a loaded machine needs. */
const until = (fine: () => void | Promise<void>) => vi.waitFor(fine, 20_000)

const log = createLogger('silent')

test('three start at once on an empty database: one migrates, and there is one owner and one demo shop', async () => {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const admin = new pg.Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template template0`).finally(() => admin.end())
  const url = urlOfDatabase(inject('postgres'), name)
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-arranque-'))
  const files = await createDiskStore(dataDir, 0)
  const start = async (): Promise<OpenDb & { owner: string | undefined }> => {
    const opened = await openDb(url, { max: 5 })
    let owner: string | undefined
    await seed(
      opened.db,
      { email: 'duena@imprimitodo.test', password: undefined, muestra: true },
      (password) => {
        owner = password
      },
    )
    const events = await startEvents(url, log)
    const jobs = await startJobs(opened.pool, log)
    onTestFinished(async () => {
      await jobs.stop()
      await events.stop()
      await opened.close()
    })
    await seedDemo({ db: opened.db, events, files, now: () => new Date() })
    return { ...opened, owner }
  }
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const started = await Promise.all([start(), start(), start()])
  expect(started.filter(({ owner }) => owner)).toHaveLength(1)
  const { db } = started[0]
  for (const [table, least, most] of [
    [operadores, 1, 1],
    [sucursales, 2, 2],
    [productos, 24, 60],
  ] as const) {
    const [row] = await db.select({ rows: count() }).from(table)
    expect(row?.rows).toBeGreaterThanOrEqual(least)
    expect(row?.rows).toBeLessThanOrEqual(most)
  }
  const [names] = await db
    .select({ rows: count(), distinct: countDistinct(productos.nombre) })
    .from(productos)
  expect(names?.rows).toBe(names?.distinct)
})

test('a session opened in one process is valid in the other, and ends in both at once', async () => {
  const one = await testShop({ shared: true })
  const other = await otherProcess(one.url)
  const { access } = await logIn(one, await signUp(one))
  const me = () => other.get('/api/clientes/me/', bearer(access))
  expect((await me()).statusCode).toBe(200)
  await one.post('/api/auth/logout/', {}, bearer(access))
  expect((await me()).statusCode).toBe(401)
  const staff = await enterAs(one)
  expect((await other.get('/api/mostrador/pedidos', staff)).statusCode).toBe(200)
})

test('failed logins count over all processes', async () => {
  const one = await testShop({ shared: true })
  const other = await otherProcess(one.url)
  const email = await signUp(one)
  const fail = (shop: typeof one) => shop.post('/api/mostrador/ingresar', { email, password: 'no es' })
  for (let times = 0; times < 5; times++)
    for (const shop of [one, other]) expect((await fail(shop)).statusCode).toBe(401)
  await until(async () => {
    const answers = [await fail(one), await fail(other)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([429, 429])
  })
})

test('screens at one process get events of the other', async () => {
  const one = await testShop({ shared: true })
  const other = await otherProcess(one.url)
  const origin = await other.app.listen({ port: 0, host: '127.0.0.1' })
  const hangUp = new AbortController()
  const headers = await enterAs(one)
  const answer = await fetch(`${origin}/api/mostrador/eventos`, { headers, signal: hangUp.signal })
  const told = { text: '' }
  const read = async () => {
    for await (const chunk of answer.body ?? []) told.text += Buffer.from(chunk).toString()
  }
  read().catch(() => {}) // the server hung up
  const { pedido_id } = await one.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  await one.post('/api/completar_compra', compra(pedido_id))
  await until(() => expect(told.text).toContain(pedido_id))
  hangUp.abort()
})

test('housekeeping in both processes at once does each thing once', async () => {
  const one = await testShop({ shared: true })
  const other = await otherProcess(one.url)
  const { pedido_id } = await one.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const made = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const draft = await one.quote([{ nombre: 'b.pdf', bytes: await makePdf() }])
      await one.post('/api/completar_compra', compra(draft.pedido_id))
      return draft.pedido_id
    }),
  )
  for (const { clock } of [one, other]) clock.offsetMs = 73 * 3600_000
  await Promise.all([one, other, one, other].map(({ app }) => app.housekeeping()))
  expect(await one.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))).toEqual([])
  for (const id of made) {
    const moves = await one.db.select().from(historial).where(eq(historial.pedido_id, id))
    expect(moves.filter(({ estado }) => estado === 'vencido')).toHaveLength(1)
  }
})

test('a starting process leaves files alone that another is receiving, and removes old ones of no order', async () => {
  const one = await testShop({ shared: true })
  const { files } = one.deps
  const bytes = () => Readable.from([Buffer.from('%PDF-1.4 …')])
  const arriving = await files.receive(bytes(), 1_000)
  await (await files.receive(bytes(), 1_000)).keep('sin-fila-todavia')
  const starting = await otherProcess(one.url, { files, dataDir: one.dataDir })
  await starting.app.housekeeping()
  const kept = await files.pathOf('sin-fila-todavia')
  expect([existsSync(arriving.path), existsSync(kept)]).toEqual([true, true])
  const old = new Date(Date.now() - 2 * 3600_000)
  for (const path of [arriving.path, kept]) utimesSync(path, old, old)
  const later = await otherProcess(one.url, { files, dataDir: one.dataDir })
  await later.app.housekeeping()
  expect(existsSync(arriving.path)).toBe(false)
})

test('while the database is down every call says so, and all goes on when it is back', async () => {
  const one = await testShop({ shared: true })
  const gate = await openGate(one.url)
  const process = await otherProcess(gate.url)
  const email = await signUp(process)
  const bytes = await makePdf()
  const { pedido_id } = await process.quote([{ nombre: 'a.pdf', bytes }])
  expect((await process.get('/api/salud')).statusCode).toBe(200)

  await gate.close()
  const calls = () => [
    process.get(`/api/pedidos/${pedido_id}`),
    process.post('/api/auth/login/', { email, password: PASSWORD }),
    process.post('/api/completar_compra', compra(pedido_id)),
    process.upload([{ nombre: 'b.pdf', bytes }]),
  ]
  for (const { statusCode, body } of await Promise.all(calls())) {
    expect(statusCode, body).toBe(503)
    expect(JSON.parse(body)).toMatchObject({
      detail: expect.stringContaining('Probá de nuevo en un minuto.'),
    })
  }
  expect((await process.get('/api/salud')).statusCode).toBe(503)
  await process.app.housekeeping()

  await gate.reopen()
  await until(async () => expect((await process.get('/api/salud')).statusCode).toBe(200))
  const [order, login, bought, uploaded] = await Promise.all(calls())
  const codes = [order, login, bought, uploaded].map((answer) => answer?.statusCode)
  expect(codes).toEqual([200, 200, 200, 200])
  // Listeners reconnect too: events of the other process arrive again
  const heard: string[] = []
  process.deps.events.listen('pedidos', (event) => heard.push(event.pedido_id))
  await until(() => expect(process.deps.events.isListening()).toBe(true))
  const later = await one.quote([{ nombre: 'c.pdf', bytes }])
  await one.post('/api/completar_compra', compra(later.pedido_id))
  // On a slow machine the order bought before it listened comes first
  await until(() => expect(heard).toContain(later.pedido_id))
})
