import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pagos } from '../../base/db/schema/pagos.ts'
import { makePdf } from '../../testing/pdf.ts'
import { compra, testShop } from '../../testing/shop.ts'
import { listen, openShop } from '../../testing/socket.ts'
import {
  beginAs,
  createSubida as create,
  patchSubida as patch,
  sendPart,
  stallPatch,
  TUS,
} from '../../testing/subidas.ts'

const PART = { 'content-type': 'application/offset+octet-stream' }
const idOf = (location: string) => location.split('/').at(-1) ?? ''

test('a file sent in parts goes on where it stopped, is priced, and its bytes are kept once', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 30 })
  const half = bytes.length >> 1
  const { answer, location } = await create(shop, bytes.length)
  expect(answer.statusCode).toBe(201)
  expect(location).toEqual(expect.stringMatching(/^\/api\/subidas\/[\w-]{20,}$/))

  expect((await patch(shop, location, 0, bytes.subarray(0, half))).statusCode).toBe(204)
  const early = await shop.upload([{ nombre: 'a.pdf', subida: idOf(location) }])
  expect(early.statusCode).toBe(409)
  expect(early.json().faltan).toEqual(['a.pdf'])

  const wrong = await patch(shop, location, 7, bytes.subarray(half))
  expect(wrong.statusCode).toBe(409)
  expect(wrong.json().detail).toEqual(expect.stringContaining('Seguimos'))
  const asked = await shop.app.inject({ method: 'HEAD', url: location, headers: TUS })
  expect(asked.headers['upload-offset']).toBe(String(half))
  expect((await patch(shop, location, half, bytes.subarray(half))).statusCode).toBe(204)

  const first = await shop.quote([
    { nombre: 'a.pdf', subida: idOf(location) },
    { nombre: 'lo mismo.pdf', subida: idOf(location) },
  ])
  expect(first).toMatchObject({
    total: 2 * 15 * 160,
    archivos: [{ paginas: 30, subida: idOf(location) }, {}],
  })
  const again = await shop.quote([{ nombre: 'a.pdf', subida: idOf(location), doble_faz: false }])
  expect(again.total).toBe(3000)
  expect(readdirSync(join(shop.dataDir, 'subidas'))).toEqual([])
})

test('an upload whose order is refused waits for the next order: nothing is sent again', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 3 })
  const carrito = 'carrito-con-un-pago'
  const paid = await shop.quote([{ nombre: 'pagado.pdf', bytes }], { carrito })
  expect((await shop.post('/api/completar_compra', compra(paid.pedido_id))).statusCode).toBe(200)
  const { importe_final } = (await shop.get(`/api/pedidos/${paid.pedido_id}`)).json()
  await shop.db.insert(pagos).values({
    id: 'en-camino',
    proveedor: 'simulado',
    pedido_id: paid.pedido_id,
    estado: 'in_process',
    moneda: 'ARS',
    importe: importe_final * 100,
    creado: new Date(),
    actualizado: new Date(),
  })
  const { location } = await create(shop, bytes.length)
  await patch(shop, location, 0, bytes)
  const named = [{ nombre: 'otro.pdf', subida: idOf(location) }]
  const refused = await shop.upload(named, { carrito })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toEqual({ detail: expect.stringContaining('un pago') })
  const next = await shop.upload(named, { carrito: 'carrito-siguiente' })
  expect(next.statusCode).toBe(200)
  expect(next.json().archivos).toEqual([expect.objectContaining({ paginas: 3 })])
})

test('no call returns a file, whole or in part', async () => {
  const shop = await testShop()
  const bytes = await makePdf()
  const { location } = await create(shop, bytes.length)
  await patch(shop, location, 0, bytes)
  for (const url of [location, `${location}/`, '/api/subidas', '/api/subidas/..%2f..%2fsecretos%2fx']) {
    const answer = await shop.get(url, TUS)
    expect([404, 405]).toContain(answer.statusCode)
    expect(Object.keys(answer.json())).toEqual(['detail'])
  }
})

test.each([
  ['no version', 'POST', '', { 'upload-length': '5' }, 412],
  ['a size that is none', 'POST', '', { ...TUS, 'upload-length': 'mucho' }, 400],
  ['no size', 'POST', '', { ...TUS, 'upload-defer-length': '1' }, 400],
  ['4 GiB', 'POST', '', { ...TUS, 'upload-length': String(4 * 1024 ** 3) }, 413],
  ['a part of nothing', 'PATCH', '/no-esta', { ...TUS, ...PART, 'upload-offset': '0' }, 404],
  ['a part without its place', 'PATCH', '/no-esta', { ...TUS, ...PART }, 403],
  ['a file put together of others', 'POST', '', { ...TUS, 'upload-concat': 'final;/api/subidas/a' }, 400],
  ['an address that does not exist', 'DELETE', '/no-esta', TUS, 404],
] as const)('%s is refused in Spanish', async (_, method, path, headers, status) => {
  const shop = await testShop()
  const answer = await shop.app.inject({ method, url: `/api/subidas${path}`, headers, payload: undefined })
  expect(answer.statusCode).toEqual(status)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['tus-version']).toBe(status === 412 ? '1.0.0' : undefined)
  expect(answer.json()).toEqual({
    detail: expect.stringMatching(/^[A-ZÁÉ¿].* (?:el|no|la|lo|con|pesa) .*\.$/),
  })
})

test('a file that is no PDF is refused when an order names it, and 4 GiB before a byte is sent', async () => {
  const shop = await testShop()
  const { location } = await create(shop, 5_000)
  await patch(shop, location, 0, randomBytes(5_000))
  const named = await shop.upload([{ nombre: 'a.pdf', subida: idOf(location) }])
  expect(named.statusCode).toBe(400)
  expect(named.json().archivos[0]).toEqual(expect.stringContaining('no es un PDF'))
  const { answer } = await create(shop, 4 * 1024 ** 3)
  expect(answer.statusCode).toBe(413)
  expect(answer.json().detail).toEqual(expect.stringContaining('4 GB'))
})

test('more bytes than the announced size are refused as such, in a part and with the announcement', async () => {
  const shop = await testShop()
  const { location } = await create(shop, 10)
  const withAll = await shop.app.inject({
    method: 'POST',
    url: '/api/subidas',
    headers: { ...TUS, ...PART, 'upload-length': '10' },
    payload: Buffer.alloc(20),
  })
  for (const answer of [await patch(shop, location, 0, Buffer.alloc(20)), withAll])
    expect([answer.statusCode, answer.json().detail]).toEqual([
      413,
      'Llegó más de lo que se había dicho que pesa el archivo. Subilo de nuevo.',
    ])
})

test.skipIf(process.env.TEST_STORE === 's3')('abandoned parts end after 48 h', async () => {
  const shop = await testShop()
  const { location } = await create(shop, 1_000)
  await patch(shop, location, 0, Buffer.alloc(10))
  const parts = () => readdirSync(join(shop.dataDir, 'subidas')).length
  await shop.app.housekeeping()
  expect(parts()).toBe(2)
  const notes = join(shop.dataDir, 'subidas', `${idOf(location)}.json`)
  const note = JSON.parse(readFileSync(notes, 'utf8'))
  writeFileSync(notes, JSON.stringify({ ...note, creation_date: new Date(Date.now() - 49 * 3600_000) }))
  await shop.app.housekeeping()
  expect(parts()).toBe(0)
})

test.skipIf(process.env.TEST_STORE === 's3')(
  'what a killed server left half of ends too, and the rest of the housekeeping with it',
  async () => {
    const shop = await testShop()
    const folder = join(shop.dataDir, 'subidas')
    const old = new Date(Date.now() - 49 * 3600_000)
    const note = JSON.stringify({ id: 'sin-bytes', size: 9, offset: 0, creation_date: old })
    for (const [name, content] of [
      ['sin-bytes.json', note],
      ['sin-nota', ''],
      ['nota-cortada.json', '{"id":'],
      ['vacia', ''],
      ['vacia.json', note.replace('"size":9', '"size":0')],
    ] as const) {
      writeFileSync(join(folder, name), content)
      utimesSync(join(folder, name), old, old)
    }
    writeFileSync(join(folder, 'reciente'), '')
    await shop.app.housekeeping()
    expect(readdirSync(folder)).toEqual(['reciente'])
  },
)

test('ten orders at once that name one upload are ten orders, and its bytes are kept once', async () => {
  const shop = await testShop()
  const bytes = await makePdf({ pages: 2 })
  const { location } = await create(shop, bytes.length)
  await patch(shop, location, 0, bytes)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => shop.upload([{ nombre: 'a.pdf', subida: idOf(location) }])),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
})

test('an upload says its size, and its parts find room each time', async () => {
  const shop = await testShop()
  let room = 1_000
  const tight = await testShop({ files: { ...shop.deps.files, room: async () => room } })
  const headers = { ...TUS, 'upload-defer-length': '1' }
  const deferred = await tight.app.inject({ method: 'POST', url: '/api/subidas', headers })
  expect(deferred.statusCode).toBe(400)
  const { location } = await create(tight, 1_000)
  room = 500
  const refused = await patch(tight, location, 0, Buffer.alloc(600))
  expect(refused.statusCode).toBe(507)
  expect(refused.json().detail).toEqual(expect.stringContaining('lugar'))
  room = 1_000
  expect((await patch(tight, location, 0, Buffer.alloc(600))).statusCode).toBe(204)
})

test('an upload to a disk that takes no files is refused as one that may work later', async () => {
  const { deps } = await testShop()
  // `parts: null` here and below: parts wait on this disk, whichever store the tests run on
  const receive = () => Promise.reject(Object.assign(new Error('read-only file system'), { code: 'EROFS' }))
  const shop = await testShop({ files: { ...deps.files, parts: null, receive, isUp: async () => false } })
  const whole = await shop.upload([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const { location } = await create(shop, 1_000)
  const path = join(shop.deps.dataDir, 'subidas', idOf(location))
  await rm(path)
  await symlink('/dev/full', path) // the system's file that takes no byte
  const part = await patch(shop, location, 0, Buffer.alloc(1_000))
  for (const { statusCode, headers } of [whole, part])
    expect([statusCode, headers['x-codigo']]).toEqual([503, 'base_caida'])
})

test.each(['EMFILE', 'ENFILE'])(
  '%s while a file is received is refused as one that may work later',
  async (code) => {
    const { deps } = await testShop()
    const receive = () => Promise.reject(Object.assign(new Error('open'), { code }))
    const shop = await testShop({ files: { ...deps.files, parts: null, receive, isUp: async () => false } })
    const { statusCode, headers } = await shop.upload([{ nombre: 'a.pdf', bytes: await makePdf() }])
    expect([statusCode, headers['x-codigo']]).toEqual([503, 'base_caida'])
  },
)

test('an upload that the disk, or that of the database, has no more room for in the middle is a 507', async () => {
  const { deps } = await testShop()
  const rooms = [5_000, 5_000] // before the upload, and before its part
  const shop = await testShop({
    files: { ...deps.files, parts: null, room: async () => rooms.shift() ?? -1 },
  })
  const { location } = await create(shop, 1_000)
  const path = join(shop.deps.dataDir, 'subidas', idOf(location))
  await rm(path)
  await symlink('/dev/full', path) // the system's file that takes no byte
  const part = await patch(shop, location, 0, Buffer.alloc(1_000))
  expect(rooms).toEqual([])

  const other = await testShop()
  await other.db.execute(sql`create function lleno() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
  await other.db.execute(sql`create trigger lleno before insert on subidas execute function lleno()`)
  const { answer } = await create(other, 1_000)
  for (const { statusCode, headers, body } of [part, answer]) {
    expect([statusCode, headers['x-codigo']]).toEqual([507, 'sin_lugar'])
    expect(JSON.parse(body).detail).toContain('No tenemos lugar')
  }
})

test('an upload whose metadata no database can keep is refused as bad input', async () => {
  const shop = await testShop()
  const headers = { ...TUS, 'upload-length': '10', 'upload-metadata': `filename ${btoa('a\0.pdf')}` }
  const answer = await shop.app.inject({ method: 'POST', url: '/api/subidas', headers })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ detail: 'No se entiende lo que llegó.' })
})

test('an upload that the disk has no room for is refused before anything is sent', async () => {
  const shop = await testShop()
  const full = await testShop({ files: { ...shop.deps.files, room: async () => -1 } })
  const { answer } = await create(full, 1_000)
  expect(answer.statusCode).toBe(507)
  expect(answer.json().detail).toEqual(expect.stringContaining('lugar'))
  const plain = await full.upload([{ nombre: 'a.pdf', bytes: await makePdf() }])
  expect(plain.statusCode).toBe(507)
  expect(plain.json().detail).toEqual(expect.stringContaining('lugar'))
  const salud = await full.get('/api/salud') // all but uploads works
  expect(salud.statusCode).toBe(200)
  expect(salud.json()).toMatchObject({ estado: 'degradado', archivos: false })
})

test.skipIf(process.env.TEST_STORE === 's3')(
  'parts that are cut on their way keep no place: as many as ever come after them',
  async () => {
    const shop = await testShop()
    await listen(shop.app)
    const bytes = await makePdf({ pages: 1 })
    const { location } = await create(shop, bytes.length)
    const kept = () => statSync(join(shop.dataDir, 'subidas', idOf(location))).size
    for (let cut = 1; cut <= 10; cut++) {
      const offset = kept()
      const rest = bytes.subarray(offset)
      const part = await stallPatch(shop, location, rest.subarray(0, 10), rest.length, offset)
      await expect.poll(kept).toBe(offset + 10)
      part.cut()
      await part.ended
    }
    expect((await patch(shop, location, kept(), bytes.subarray(kept()))).statusCode).toBe(204)
  },
)

test('a part that waited too long for another sender of its upload gets 423 and a sentence; later it is taken', {
  timeout: 120_000,
}, async () => {
  const shop = await openShop()
  const phone = shop.visitor('198.18.0.1')
  const { location, id } = await beginAs(phone, 10)
  const release = await shop.deps.locks.take(`subida ${id}`)
  const send = (visitor: typeof phone) => sendPart(visitor, location, 0, randomBytes(10))
  const answers = await Promise.all([send(phone), send(shop.visitor('198.18.0.2'))])
  for (const refused of answers) {
    expect(refused.status).toBe(423)
    expect(refused.headers.get('x-codigo')).toBe('ocupado')
    expect(refused.json()).toEqual({
      detail: 'Ese archivo se está subiendo desde otro lado. Esperá unos segundos.',
    })
  }
  release()
  expect((await send(phone)).status).toBe(204)
})
