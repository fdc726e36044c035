// How much of the disk a visitor may fill, asked over sockets from several addresses and browsers.
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { subidas } from '../../base/db/schema/subidas.ts'
import { createLimits } from '../../base/http/rate-limit.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openShop, type Visitor } from '../../testing/socket.ts'
import { beginAs, offsetAs, sendPart } from '../../testing/subidas.ts'

const GB = 1024 ** 3
const HOUR = 3600_000
type Shop = Awaited<ReturnType<typeof openShop>>

/** A browser with its cookie, which our page gets before it sends anything. */
async function browser(shop: Shop, address?: string): Promise<Visitor> {
  const visitor = shop.visitor(address)
  await visitor.ask('/get_token_local')
  expect(visitor.jar.has('navegador')).toBe(true)
  return visitor
}

async function quote(visitor: Visitor, bytes: Uint8Array, nombre = 'a.pdf') {
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre }]))
  form.append('archivos', new Blob([bytes as BlobPart], { type: 'application/pdf' }), nombre)
  const answer = await visitor.ask('/api/upload_archivo', { body: form })
  return { answer, ...answer.json<{ pedido_id: string; archivos: { subida: string }[]; detail: string }>() }
}

/** Begins an upload of which `bytes` have arrived, as far as the shop knows. */
async function heavy(shop: Shop, visitor: Visitor, bytes: number): Promise<string> {
  const { location, id } = await beginAs(visitor, 10_000)
  await shop.db.update(subidas).set({ llegado: bytes }).where(eq(subidas.id, id))
  return location
}

test('a half-sent upload survives announcements of strangers and of its own address, whatever size they claim', async () => {
  const shop = await openShop()
  const bytes = await makePdf({ pages: 20 })
  const half = bytes.length >> 1
  const victims = [await browser(shop, '198.18.0.1'), shop.visitor('198.18.0.1')]
  const uploads: string[] = []
  for (const victim of victims) {
    const { location } = await beginAs(victim, bytes.length)
    expect((await sendPart(victim, location, 0, bytes.subarray(0, half))).status).toBe(204)
    uploads.push(location)
  }
  const strangers = ['198.18.0.1', '198.18.0.1', '198.18.9.1', '198.18.9.2']
  for (const [index, address] of strangers.entries()) {
    const stranger = index % 2 ? shop.visitor(address) : await browser(shop, address)
    const lies = { 'x-origen': '198.18.0.1', 'upload-metadata': `origen ${btoa('198.18.0.1')}` }
    for (const headers of [{}, lies, {}])
      expect((await beginAs(stranger, 4 * GB - 1, headers)).answer.status).toBe(201)
  }
  for (const [index, victim] of victims.entries()) {
    const location = uploads[index] ?? ''
    expect(await offsetAs(victim, location)).toBe(half)
    expect((await sendPart(victim, location, half, bytes.subarray(half))).status).toBe(204)
    const form = new FormData()
    form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf', subida: location.split('/').at(-1) }]))
    expect((await victim.ask('/api/upload_archivo', { body: form })).status).toBe(200)
  }
  const rows = await shop.db.select().from(subidas)
  expect(rows.filter(({ origen }) => origen === '198.18.0.1')).toHaveLength(6)
})

test('bytes that arrived count for their browser: over 5 GiB its next ones are refused, and no other browser’s', async () => {
  const shop = await openShop()
  const [ana, neighbour] = [await browser(shop, '198.18.0.1'), await browser(shop, '198.18.0.1')]
  const nobody = shop.visitor('198.18.0.1')
  const full = await heavy(shop, ana, 5 * GB - 100_000)
  const { location } = await beginAs(ana, 200_000)
  const over = await sendPart(ana, location, 0, Buffer.alloc(200_000))
  expect(over.status).toBe(429)
  expect(over.headers.get('retry-after')).toBe('3600')
  expect(over.json()).toEqual({ detail: expect.stringMatching(/^Ya tenés 5 GB de archivos/) })
  expect(await offsetAs(ana, location)).toBeLessThanOrEqual(100_000)
  await shop.db
    .update(subidas)
    .set({ llegado: 5 * GB })
    .where(eq(subidas.id, full.split('/').at(-1) ?? ''))
  expect((await beginAs(ana, 10)).answer.status).toBe(429)
  const plain = await quote(ana, await makePdf())
  expect(plain.answer.status).toBe(429)
  expect(plain.answer.headers.get('retry-after')).toBe('3600')
  expect(plain.detail).toMatch(/^Ya tenés 5 GB/)
  for (const other of [neighbour, nobody]) {
    expect((await beginAs(other, 10)).answer.status).toBe(201)
    expect((await quote(other, await makePdf())).answer.status).toBe(200)
  }
  expect(await shop.db.select().from(subidas)).toHaveLength(4)
})

test.skipIf(process.env.TEST_STORE === 's3')(
  'a plain upload is cut where the browser’s room ends, and leaves nothing behind',
  async () => {
    const shop = await openShop()
    const ana = await browser(shop)
    await heavy(shop, ana, 5 * GB - 100_000)
    const { answer } = await quote(ana, Buffer.concat([await makePdf(), Buffer.alloc(1_000_000)]))
    expect(answer.status).toBe(429)
    expect(readdirSync(join(shop.dataDir, 'recibiendo'))).toEqual([])
    expect((await quote(ana, await makePdf())).answer.status).toBe(200)
  },
)

test('files of a few bytes count, too: 20,480 of one browser are as much as 5 GiB', async () => {
  const shop = await openShop()
  const ana = await browser(shop)
  expect((await quote(ana, await makePdf())).answer.status).toBe(200)
  await shop.db.execute(sql`
    insert into contenidos (id, bytes, navegador, origen, red)
    select 'chico-' || n, 600, navegador, origen, red from contenidos, generate_series(1, 20480) as n`)
  expect((await quote(ana, await makePdf())).detail).toMatch(/^Ya tenés 5 GB/)
  expect((await quote(await browser(shop), await makePdf())).answer.status).toBe(200)
})

test('room is made of the browser’s own drafts that were not touched or looked at for an hour, and of no others', async () => {
  const shop = await openShop()
  const [ana, neighbour] = [await browser(shop, '198.18.0.1'), await browser(shop, '198.18.0.1')]
  const old = await quote(ana, await makePdf({ pages: 1 }))
  const seen = await quote(ana, await makePdf({ pages: 2 }))
  const drawn = await quote(ana, await makePdf({ pages: 3 }))
  const others = await quote(neighbour, await makePdf({ pages: 4 }))
  await shop.db.update(contenidos).set({ bytes: 2 * GB })
  const exists = async ({ pedido_id }: { pedido_id: string }) =>
    (await shop.db.select().from(pedidos).where(eq(pedidos.id, pedido_id))).length === 1
  expect((await quote(ana, await makePdf())).answer.status).toBe(429)

  shop.clock.offsetMs = 50 * 60_000
  expect((await ana.ask(`/api/pedidos/${seen.pedido_id}`)).status).toBe(200)
  const picture = await ana.ask(`/api/pedidos/${drawn.pedido_id}/archivos/1/miniatura.webp`)
  expect(picture.status).toBe(200)
  shop.clock.offsetMs = 55 * 60_000
  expect((await quote(ana, await makePdf())).answer.status).toBe(429)
  shop.clock.offsetMs = 100 * 60_000
  const fresh = await quote(ana, await makePdf())
  expect(fresh.answer.status).toBe(200)
  expect(await Promise.all([old, seen, drawn, others, fresh].map(exists))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
})

test('an announced size whose bytes do not come removes no drafts', async () => {
  const shop = await openShop()
  const kept = [await browser(shop, '198.18.0.1'), shop.visitor('198.18.0.1')]
  for (const visitor of kept) expect((await quote(visitor, await makePdf())).answer.status).toBe(200)
  shop.clock.offsetMs = 3 * HOUR
  const { hostname, port } = new URL(shop.url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  const head = [
    'POST /api/upload_archivo HTTP/1.1',
    'host: x',
    'x-forwarded-for: 198.18.0.1',
    'content-type: multipart/form-data; boundary=XX',
    'content-length: 5368709121',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n--XX\r\nC`)
  await new Promise((go) => setTimeout(go, 1_000))
  socket.destroy()
  expect(await shop.db.select({ id: pedidos.id }).from(pedidos)).toHaveLength(2)
})

test('cookies thrown away do not open the disk: an address has its ceiling, its /48 another', async () => {
  const shop = await openShop()
  const at = (net: number) => `2001:db8:1:${net}::1`
  for (let times = 0; times < 8; times++) await heavy(shop, await browser(shop, at(0)), 5 * GB)
  const ninth = await beginAs(await browser(shop, at(0)), 10)
  expect(ninth.answer.status).toBe(429)
  expect(ninth.answer.json()).toEqual({ detail: expect.stringMatching(/^Desde tu conexión hay demasiados/) })
  expect((await quote(await browser(shop, at(0)), await makePdf())).answer.status).toBe(429)
  expect((await beginAs(await browser(shop, at(1)), 10)).answer.status).toBe(201)
  for (let net = 1; net < 25; net++) await heavy(shop, await browser(shop, at(net)), 5 * GB)
  expect((await beginAs(await browser(shop, at(30)), 10)).answer.status).toBe(429)
  expect((await beginAs(await browser(shop, '2001:db8:2:1::1'), 10)).answer.status).toBe(201)
})

test('ordering without paying opens no disk either: such orders count for their address until they are paid', async () => {
  const shop = await openShop()
  const ana = await browser(shop, '198.18.0.1')
  const { pedido_id } = await quote(ana, await makePdf())
  await shop.db.update(contenidos).set({ bytes: 40 * GB })
  const compra = { pedido_id, email: 'ana@example.com', celular: '3865412233', sucursal: 'Alberdi' }
  const bought = await ana.ask('/api/completar_compra', { body: { ...compra, modo_entrega: 'retiro' } })
  expect(bought.status).toBe(200)
  expect((await beginAs(shop.visitor('198.18.0.1'), 10)).answer.status).toBe(429)
  await shop.db.update(pedidos).set({ estado: 'pagado', pagado: new Date() })
  expect((await beginAs(shop.visitor('198.18.0.1'), 10)).answer.status).toBe(201)
})

test('without a cookie an IPv4 address is one owner, and an IPv6 /64 is', async () => {
  const shop = await openShop()
  await heavy(shop, shop.visitor('2001:db8:1:2::1'), 5 * GB)
  expect((await beginAs(shop.visitor('2001:db8:1:2:aaaa::9'), 10)).answer.status).toBe(429)
  expect((await beginAs(shop.visitor('2001:db8:1:3::1'), 10)).answer.status).toBe(201)
  expect((await beginAs(await browser(shop, '2001:db8:1:2::1'), 10)).answer.status).toBe(201)
})

/** Adds so many uploads of the sender of the only one that is there. */
const announced = (shop: Shop, { many, llegado }: { many: number; llegado: number }) =>
  shop.db.execute(sql`
    insert into subidas (id, bytes, llegado, navegador, origen, red, metadatos, creada, tocada)
    select 'anunciada-' || ${llegado}::int || '-' || n, 10, ${llegado}, navegador, origen, red, '{}', creada, tocada
    from (select * from subidas limit 1) one, generate_series(1, ${many}::int) as n`)

test('one browser may begin 2,000 uploads; those that sent no byte end after an hour', async () => {
  const shop = await openShop()
  const ana = await browser(shop)
  const { location } = await beginAs(ana, 10_000)
  expect((await sendPart(ana, location, 0, Buffer.alloc(5_000))).status).toBe(204)
  await announced(shop, { many: 1_900, llegado: 1 })
  await announced(shop, { many: 99, llegado: 0 })
  const over = await beginAs(ana, 10)
  expect(over.answer.status).toBe(429)
  expect(over.answer.json()).toEqual({
    detail: expect.stringMatching(/^Hay demasiadas subidas sin terminar/),
  })
  shop.clock.offsetMs = 61 * 60_000
  await shop.app.housekeeping()
  expect(await shop.db.select().from(subidas).where(eq(subidas.llegado, 0))).toEqual([])
  expect((await beginAs(ana, 10)).answer.status).toBe(201)
  expect(await offsetAs(ana, location)).toBe(5_000)
})

test('200 announcements without a byte are enough for one browser, until bytes come or an hour is over', async () => {
  const shop = await openShop()
  const [ana, beto] = [await browser(shop, '198.18.0.1'), await browser(shop, '198.18.0.1')]
  const { location } = await beginAs(ana, 10_000)
  await announced(shop, { many: 199, llegado: 0 })
  expect((await beginAs(ana, 10)).answer.status).toBe(429)
  // An upload that the browser announced before goes on, and other browsers of its address are not refused
  expect((await sendPart(ana, location, 0, Buffer.alloc(5_000))).status).toBe(204)
  expect((await beginAs(beto, 10)).answer.status).toBe(201)
  shop.clock.offsetMs = 11_000
  expect((await beginAs(ana, 10)).answer.status).toBe(201)
  expect((await beginAs(ana, 10)).answer.status).toBe(429)
  shop.clock.offsetMs = 62 * 60_000
  await shop.app.housekeeping()
  expect((await beginAs(ana, 10)).answer.status).toBe(201)
})

test('a flood of announcements is refused without a statement to the database', async () => {
  const shop = await openShop()
  const flood = shop.visitor('198.18.0.1')
  await beginAs(flood, 10)
  await announced(shop, { many: 199, llegado: 0 })
  expect((await beginAs(flood, 10)).answer.status).toBe(429)
  // There would be room again, and it is not looked for
  await shop.db.delete(subidas)
  for (let times = 0; times < 3; times++) {
    const { answer } = await beginAs(flood, 10)
    expect(answer.status).toBe(429)
    expect(answer.json()).toEqual({ detail: expect.stringMatching(/^Hay demasiadas subidas sin terminar/) })
  }
  expect((await beginAs(shop.visitor('198.18.0.2'), 10)).answer.status).toBe(201)
  shop.clock.offsetMs = 11_000
  expect((await beginAs(flood, 10)).answer.status).toBe(201)
})

test('an upload that was begun before uploads had an owner goes on, is ordered, and ends by its age', async () => {
  const shop = await openShop()
  const bytes = await makePdf({ pages: 2 })
  const [ana, beto] = [await browser(shop), shop.visitor()]
  const [named, left] = [await beginAs(ana, bytes.length), await beginAs(ana, bytes.length)]
  // Such an upload was then stored without a row where parts are on a disk, else with an empty address
  if (process.env.TEST_STORE === 's3') await shop.db.update(subidas).set({ origen: '', navegador: null })
  else await shop.db.delete(subidas)
  for (const { location } of [named, left])
    expect((await sendPart(beto, location, 0, bytes.subarray(0, 500))).status).toBe(204)
  expect((await sendPart(ana, named.location, 500, bytes.subarray(500))).status).toBe(204)
  const form = new FormData()
  form.append('archivos_data', JSON.stringify([{ nombre: 'a.pdf', subida: named.id }]))
  expect((await ana.ask('/api/upload_archivo', { body: form })).status).toBe(200)
  shop.clock.offsetMs = 49 * HOUR
  await shop.app.housekeeping()
  expect(await offsetAs(ana, left.location)).toBe(Number.NaN)
})

test('announcements that no byte follows are counted for a browser and its address, and refused before the database is asked', async () => {
  const clock = () => new Date()
  const few = createLimits(clock, null)
  const shop = await openShop({
    limits: (name, max, windowMs) => few(name, name.startsWith('subidas') ? max / 1_000 : max, windowMs),
  })
  const [ana, beto, otra] = [
    await browser(shop, '198.18.0.1'),
    await browser(shop, '198.18.0.1'),
    await browser(shop, '198.18.0.2'),
  ]
  const announce = async (visitor: Visitor) => (await beginAs(visitor, 10)).answer
  const { location } = await beginAs(ana, 10_000)
  expect((await announce(ana)).status).toBe(201)
  const over = await announce(ana)
  expect(over.status).toBe(429)
  expect(over.json()).toEqual({ detail: expect.stringMatching(/^[A-ZÁÉÍÓÚ].*\.$/) })
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
  // The upload that it began goes on, and its neighbour may announce until the address is full
  expect((await sendPart(ana, location, 0, Buffer.alloc(5_000))).status).toBe(204)
  for (const expected of [201, 201, 429]) expect((await announce(beto)).status).toBe(expected)
  const nobody = () => shop.visitor('198.18.0.1')
  for (const expected of [201, 201, 429]) expect((await announce(nobody())).status).toBe(expected)
  expect((await announce(otra)).status).toBe(201)
  expect(await shop.db.select().from(subidas)).toHaveLength(7)
})
