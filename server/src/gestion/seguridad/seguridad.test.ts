import { expect, test } from 'vitest'
import { eventos_seguridad } from '../../base/db/schema/seguridad.ts'
import { eventually } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'

const eventosOf = (shop: Awaited<ReturnType<typeof openShop>>) => shop.db.select().from(eventos_seguridad)

test('a refused upload is kept with a hash of the address, the same for one address and another for the next', async () => {
  const shop = await openShop()
  const [ana, beto] = [shop.visitor('198.18.0.1'), shop.visitor('198.18.0.2')]
  for (const visitor of [ana, ana, beto]) {
    const form = new FormData()
    form.append('archivos_data', '[]')
    expect((await visitor.ask('/api/upload_archivo', { body: form })).status).toBe(400)
  }
  const eventos = await eventually(
    () => eventosOf(shop),
    (rows) => rows.length === 2,
  )
  expect(eventos.map(({ que, veces }) => [que, veces])).toEqual([
    ['subida_rechazada', 2],
    ['subida_rechazada', 1],
  ])
  const [first, second] = eventos.map(({ origen }) => origen)
  expect(first).not.toBe(second)
  expect(JSON.stringify(eventos)).not.toContain('198.18')
})

test('an event of a transaction that is rolled back is not kept', async () => {
  const shop = await openShop()
  const { db, deps } = shop
  const cuenta = { tipo: 'operador', id: 1 } as const
  await expect(
    db.transaction(async (tx) => {
      await deps.seguridad.noteIn(tx, null, 'devolucion', { cuenta })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await db.transaction((tx) => deps.seguridad.noteIn(tx, null, 'rol_cambiado', { cuenta }))
  expect((await eventosOf(shop)).map(({ que }) => que)).toEqual(['rol_cambiado'])
})

test('a flood of different events keeps 200 rows of a moment and counts them all', async () => {
  const shop = await openShop()
  for (let at = 0; at < 1_000; at++) shop.deps.seguridad.note(null, 'limite', { detalle: String(at) })
  expect(shop.deps.seguridad.counts().get('limite')).toBe(1_000)
  await shop.deps.seguridad.stop()
  expect(await eventosOf(shop)).toHaveLength(200)
})

test('events go after 90 days', async () => {
  const shop = await openShop()
  shop.deps.seguridad.note(null, 'limite')
  await shop.deps.seguridad.stop()
  shop.clock.offsetMs = 91 * 86_400_000
  await shop.app.housekeeping()
  expect(await eventosOf(shop)).toEqual([])
})
