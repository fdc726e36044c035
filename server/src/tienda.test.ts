import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from './base/db/open.ts'
import { ajustes } from './base/db/schema/ajustes.ts'
import { type Events, LISTENER, startEvents } from './base/runtime/events.ts'
import { createLogger } from './base/runtime/logger.ts'
import { writeAjustes } from './gestion/ajustes/service.ts'
import { testDatabase } from './testing/database.ts'
import { enterAs } from './testing/mostrador.ts'
import { eventually, otherProcess, testShop } from './testing/shop.ts'
import { createTienda } from './tienda.ts'

const log = createLogger('silent')

/** A tienda as in another server: with a listening connection and a memory of its own. */
async function aTienda(url: string, db: Db) {
  const events = await startEvents(url, log)
  onTestFinished(() => events.stop())
  const tienda = createTienda({ db, events })
  const dias = async () => (await tienda.read()).ajustes.retencion_dias
  const keep = (retencion_dias: number) =>
    tienda.edit((tx) => writeAjustes(tx, new Date(), (valores) => ({ ...valores, retencion_dias })))
  return { events, tienda, dias, keep }
}

test('the owner’s changes are shown at once by the process that was told, and soon by another one', async () => {
  const one = await testShop({ shared: true })
  const other = await otherProcess(one.url)
  const owner = await enterAs(one)
  const shown = async (shop: typeof one) => ({
    precios: (await shop.get('/api/precios')).json().byn.una,
    radio: (await shop.get('/api/get_config_delivery/')).json().radioPermitido,
    redes: (await shop.get('/api/vidriera')).json().redes,
    sucursales: (await shop.get('/api/sucursales')).json().map(({ nombre }: { nombre: string }) => nombre),
  })
  expect(await shown(one)).toEqual(await shown(other))
  const sent = { precios: { byn: { una: 77 } }, radioPermitido: 9, redes: [] }
  const put = await one.app.inject({
    method: 'PUT',
    url: '/api/mostrador/ajustes',
    headers: owner,
    payload: sent,
  })
  expect(put.statusCode).toBe(200)
  const after = { precios: 77, radio: 9, redes: [], sucursales: ['Alberdi', 'Aguilares'] }
  expect(await shown(one)).toEqual(after)
  await eventually(
    () => shown(other),
    ({ precios }) => precios === 77,
  )
  expect(await shown(other)).toEqual(after)

  const concepcion = { nombre: 'Concepción', direccion: 'España 1', whatsapp: '5493865482301' }
  const branch = { ...concepcion, lat: -27.3, lng: -65.6, horario: 'Lunes a viernes de 9 a 13' }
  const made = await other.post('/api/mostrador/sucursales', branch, owner)
  expect(made.statusCode).toBeLessThan(300)
  const names = [...after.sucursales, 'Concepción']
  expect((await shown(other)).sucursales).toEqual(names)
  await eventually(
    () => shown(one),
    ({ sucursales }) => sucursales.length === 3,
  )
  expect((await shown(one)).sucursales).toEqual(names)
})

test('a read that began before an edit is not given to later callers; 50 edits at once are all served', async () => {
  const { url, db } = await testDatabase()
  const { dias, keep, tienda } = await aTienda(url, db)
  for (let round = 1; round <= 25; round++) {
    const reading = [dias(), tienda.read()]
    await keep(round)
    expect(await dias()).toBe(round)
    await Promise.all(reading)
    expect(await dias()).toBe(round)
  }
  const added = Array.from({ length: 50 }, () =>
    tienda.edit((tx) =>
      writeAjustes(tx, new Date(), (now) => ({ ...now, retencion_dias: now.retencion_dias + 1 })),
    ),
  )
  const [last] = (await Promise.all(added)).map(({ retencion_dias }) => retencion_dias).sort((a, b) => b - a)
  expect([last, await dias()]).toEqual([75, 75])
})

test('an edit that is rolled back changes nothing', async () => {
  const { url, db } = await testDatabase()
  const { dias, tienda } = await aTienda(url, db)
  const before = await dias()
  const failing = tienda.edit(async (tx) => {
    await writeAjustes(tx, new Date(), (valores) => ({ ...valores, retencion_dias: 99 }))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await dias()).toBe(before)
})

test('a process that loses its listening connection shows edits made meanwhile', async () => {
  const { url, db } = await testDatabase()
  const [deaf, editor] = [await aTienda(url, db), await aTienda(url, db)]
  await deaf.dias()
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ${LISTENER}`,
  )
  await editor.keep(11)
  await eventually(deaf.dias, (found) => found === 11)
})

test('while no events arrive from the others, nothing older than a second is shown', async () => {
  const { url, db } = await testDatabase()
  const never: Pick<Events, 'isListening' | 'listen'> = { isListening: () => false, listen: () => () => {} }
  const { events, keep } = await aTienda(url, db)
  const deaf = createTienda({ db, events: { ...events, ...never } })
  await deaf.read()
  await keep(21)
  await eventually(
    () => deaf.read(),
    (found) => found.ajustes.retencion_dias === 21,
  )
})

test('it is read once for all callers; after a database failure the next caller tries again', async () => {
  const { url, db } = await testDatabase()
  const { events } = await aTienda(url, db)
  let isDown = true
  const flaky: Db = new Proxy(db, {
    get: (target, key) =>
      key === 'select' && isDown
        ? () => {
            throw new Error('away')
          }
        : Reflect.get(target, key, target),
  })
  const tienda = createTienda({ db: flaky, events })
  await expect(tienda.read()).rejects.toThrow('away')
  isDown = false
  const read = await tienda.read()
  expect(await db.select().from(ajustes)).toEqual([]) // an empty shop has the defaults
  expect(read.ajustes.retencion_dias).toBeGreaterThan(0)
  expect(await tienda.read()).toBe(read)
})
