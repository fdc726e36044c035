import type { ProductoForm } from '@imprimitodo/shared/api/catalogo'
import { sql } from 'drizzle-orm'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { Db } from '../../base/db/open.ts'
import { type Events, LISTENER, startEvents } from '../../base/runtime/events.ts'
import { createLogger } from '../../base/runtime/logger.ts'
import { testDatabase } from '../../testing/database.ts'
import { urlOfDatabase } from '../../testing/database-url.ts'
import { eventually, type Shop, testShop } from '../../testing/shop.ts'
import { createCatalogo } from './catalogo.ts'
import { createProducto, updateProducto } from './productos.ts'

const QUIEN = { id: null, nombre: 'Prueba' }
const now = () => new Date()
const log = createLogger('silent')
const data = (nombre: string): ProductoForm => ({
  nombre,
  texto: null,
  categoria_id: null,
  importe: 100,
  es_oferta: false,
  video: null,
  orden: 0,
  imagenes: [],
})

/** A catalogue as in another server: with a listening connection of its own. */
async function otherProcess(url: string, db: Db) {
  const events = await startEvents(url, log)
  onTestFinished(() => events.stop())
  return { events, catalogo: createCatalogo({ db, events, now }) }
}

async function urlOf(shop: Shop): Promise<string> {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`)
  return urlOfDatabase(inject('postgres'), rows[0]?.name ?? '')
}

const names = async (catalogo: ReturnType<typeof createCatalogo>) => {
  const { identity } = await catalogo.list(false)
  return JSON.parse(identity.bytes.toString()).map(
    (one: { producto: { nombre: string } }) => one.producto.nombre,
  )
}

test('an edit is served by its own process at once, whatever was being read, and never twice the same bytes', async () => {
  const { url, db } = await testDatabase()
  const { catalogo } = await otherProcess(url, db)
  const hashes = new Set<string>()
  for (let round = 0; round < 25; round++) {
    const reading = [catalogo.list(false), catalogo.list(true), catalogo.detail('1')]
    const { id } = await createProducto({ catalogo, now }, QUIEN, data(`Producto ${round}`))
    expect(await names(catalogo)).toContain(`Producto ${round}`)
    expect((await catalogo.producto(String(id)))?.producto).toEqual({ nombre: `Producto ${round}` })
    const { etag } = (await catalogo.list(false)).identity
    hashes.add(etag)
    // A read that was under way is outdated: later calls do not get it
    await Promise.all(reading)
    expect((await catalogo.list(false)).identity.etag).toBe(etag)
  }
  expect(hashes.size).toBe(25)
  expect(await catalogo.list(false)).toBe(await catalogo.list(false)) // made once
})

test('a product is asked for by its number in one spelling, and no other text is a number', async () => {
  const { url, db } = await testDatabase()
  const { catalogo } = await otherProcess(url, db)
  const { id } = await createProducto({ catalogo, now }, QUIEN, { ...data('Taza'), es_oferta: true })
  expect(await catalogo.detail(String(id))).not.toBeNull()
  for (const pk of [`0${id}`, `+${id}`, `${id}.0`, '999', '..', ''])
    expect(await catalogo.detail(pk)).toBeNull()
})

test('50 edits at once are all served when the last one has answered', async () => {
  const { url, db } = await testDatabase()
  const { catalogo } = await otherProcess(url, db)
  await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      await createProducto({ catalogo, now }, QUIEN, data(`Producto ${index}`))
      expect(await names(catalogo)).toContain(`Producto ${index}`)
    }),
  )
  expect(await names(catalogo)).toHaveLength(50)
})

test('another process serves an edit without being asked to; an edit that is rolled back changes nothing', async () => {
  const shop = await testShop()
  const { catalogo } = await otherProcess(await urlOf(shop), shop.db)
  const listed = async () => (await shop.get('/api/v1/productos/')).json<{ id: number }[]>()
  expect(await listed()).toEqual([])
  const { id } = await createProducto({ catalogo, now }, QUIEN, data('Taza'))
  await eventually(listed, (list) => list.some((one) => one.id === id))
  const failing = catalogo.edit(async (tx) => {
    await tx.execute(sql`update productos set nombre = 'Otra cosa'`)
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await names(catalogo)).toEqual(['Taza'])
})

test('a process that loses its listening connection serves edits made meanwhile', async () => {
  const { url, db } = await testDatabase()
  const [deaf, editor] = [await otherProcess(url, db), await otherProcess(url, db)]
  for (let round = 0; round < 2; round++) {
    expect(await names(deaf.catalogo)).toHaveLength(round)
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ${LISTENER}`,
    )
    await createProducto({ catalogo: editor.catalogo, now }, QUIEN, data(`Durante el corte ${round}`))
    await eventually(
      () => names(deaf.catalogo),
      (found) => found.length === round + 1,
    )
    await eventually(
      async () => deaf.events.isListening() && editor.events.isListening(),
      (isListening) => isListening,
    )
  }
})

test('while nothing is heard from the others, nothing older than a second is served', async () => {
  const { url, db } = await testDatabase()
  const never: Pick<Events, 'isListening' | 'listen' | 'tell'> = {
    isListening: () => false,
    listen: () => () => {},
    tell: async () => {},
  }
  const { catalogo: editor, events } = await otherProcess(url, db)
  const deaf = createCatalogo({ db, now, events: { ...events, ...never } })
  expect(await names(deaf)).toEqual([])
  await createProducto({ catalogo: editor, now }, QUIEN, data('Sello'))
  await eventually(
    () => names(deaf),
    (found) => found.length === 1,
  )
})

test('a database that fails is asked again by the next one', async () => {
  const { url, db } = await testDatabase()
  const { events } = await otherProcess(url, db)
  let isDown = true
  const flaky: Db = new Proxy(db, {
    get: (target, key) =>
      key === 'transaction' && isDown
        ? () => Promise.reject(new Error('away'))
        : Reflect.get(target, key, target),
  })
  const catalogo = createCatalogo({ db: flaky, events, now })
  await expect(catalogo.list(false)).rejects.toThrow('away')
  isDown = false
  expect(await names(catalogo)).toEqual([])
})

test('an offer shows the price before and its last day, and the day after is none, at that price', async () => {
  const shop = await testShop()
  let day = new Date('2026-11-23T12:00:00Z')
  const { db, events } = { db: shop.db, events: shop.deps.events }
  const catalogo = createCatalogo({ db, events, now: () => day })
  const form = { ...data('Fotos'), importe: 800, es_oferta: true, precio_anterior: 1000 }
  const editing = { catalogo, now: () => day }
  const { id } = await createProducto(editing, QUIEN, { ...form, oferta_hasta: '2026-11-23' })
  const offer = { importe_actual: 800, es_oferta: true, precio_anterior: 1000, oferta_hasta: '2026-11-23' }
  expect(await catalogo.producto(String(id))).toMatchObject(offer)
  day = new Date('2026-11-24T02:59:00Z') // 23:59 in Tucumán
  expect(await catalogo.producto(String(id))).toMatchObject(offer)
  day = new Date('2026-11-24T03:00:00Z')
  expect(await catalogo.producto(String(id))).toMatchObject({
    importe_actual: 1000,
    es_oferta: false,
    precio_anterior: null,
    oferta_hasta: null,
  })
  // The owner may edit other fields of it without another last day
  await updateProducto({ ...shop.deps, ...editing }, QUIEN, id, {
    nombre: 'Fotos 10×15',
    oferta_hasta: '2026-11-23',
  })
  expect((await catalogo.producto(String(id)))?.producto.nombre).toBe('Fotos 10×15')
})
