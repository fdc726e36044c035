// Uploads in parts where two processes share a bucket and a database, each with a disk of its own.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { contenidos } from '../../base/db/schema/archivos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { subida_partes, subidas } from '../../base/db/schema/subidas.ts'
import { createS3Store } from '../../base/services/files/s3.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openTestBucket } from '../../testing/peers/s3/bucket.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { createSubida, offsetOf, patchSubida, stallPatch } from '../../testing/subidas.ts'

async function twoProcesses() {
  const { s3, bucket } = await openTestBucket()
  const files = async () => {
    const root = mkdtempSync(join(tmpdir(), 'imprimitodo-copias-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const left = () =>
      readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return { files: await createS3Store(bucket, root, 0), left }
  }
  const [here, there] = [await files(), await files()]
  const one = await testShop({ shared: true, files: here.files })
  const other = { ...(await otherProcess(one.url, { files: there.files })), left: there.left }
  const parts = () => [...s3.objects.kept.keys()].filter((key) => key.startsWith('partes/'))
  return { s3, one, other, parts }
}

const spools = ({ dataDir }: Shop): string[] => {
  const folder = join(dataDir, 'subidas')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('parts reach different processes and are ordered in either; bytes are exact and no part is left behind', async () => {
  const { s3, one, other, parts } = await twoProcesses()
  const bytes = await makePdf({ pages: 40 })
  const [a, b] = [bytes.length >> 2, bytes.length >> 1]
  const { location, id } = await createSubida(one, bytes.length)
  expect((await patchSubida(other, location, 0, bytes.subarray(0, a))).statusCode).toBe(204)
  // A part that a killed process kept without its row
  const [kept] = s3.objects.kept
  if (kept) s3.objects.kept.set(`partes/${id}/${a}-muerta`, kept[1])
  expect([await offsetOf(one, location), await offsetOf(other, location)]).toEqual([a, a])
  expect((await patchSubida(one, location, 0, bytes.subarray(0, b))).statusCode).toBe(409)
  expect((await patchSubida(one, location, a, bytes.subarray(a, b))).statusCode).toBe(204)
  expect((await one.upload([{ nombre: 'a.pdf', subida: id }])).json().faltan).toEqual(['a.pdf'])
  expect((await patchSubida(other, location, b, bytes.subarray(b))).statusCode).toBe(204)
  expect([spools(one), spools(other), parts().length]).toEqual([[], [], 4])

  const cotizacion = await one.quote([{ nombre: 'a.pdf', subida: id }])
  expect(cotizacion.archivos).toMatchObject([{ paginas: 40, subida: id }])
  expect([parts(), await one.db.select().from(subidas)]).toEqual([[], []])
  expect(Buffer.from(await readFile(await other.deps.files.pathOf(id))).equals(bytes)).toBe(true)
  expect((await other.quote([{ nombre: 'a.pdf', subida: id }])).archivos).toMatchObject([{ paginas: 40 }])
})

test('the files of one upload leave for the store at once; where it never answers the visitor is told', async () => {
  const { s3, one } = await twoProcesses()
  const nombres = ['a.pdf', 'b.pdf', 'c.pdf']
  const files = await Promise.all(
    nombres.map(async (nombre, index) => ({ nombre, bytes: await makePdf({ pages: index + 1 }) })),
  )
  s3.state.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined)
  const uploading = one.upload(files)
  await eventually(
    async () => s3.state.calls.filter((call) => call.startsWith('PUT')).length,
    (puts) => puts === nombres.length,
  )
  await s3.stop()
  expect((await uploading).statusCode).toBe(503)
  expect(await one.db.select().from(pedidos)).toEqual([])
})

test('a file that is no PDF is refused and not left on this disk; it can still be named again', async () => {
  const { one, other } = await twoProcesses()
  const { location, id } = await createSubida(one, 5_000)
  await patchSubida(one, location, 0, randomBytes(5_000))
  for (let times = 0; times < 2; times++) {
    const named = await other.upload([{ nombre: 'a.pdf', subida: id }])
    expect(named.statusCode).toBe(400)
    expect(named.json().archivos[0]).toEqual(expect.stringContaining('no es un PDF'))
  }
  expect(other.left()).toEqual([])
})

test('ten orders at once in two processes that name one upload are ten orders, and its bytes are kept once', async () => {
  const { one, other } = await twoProcesses()
  const bytes = await makePdf({ pages: 2 })
  const { location, id } = await createSubida(one, bytes.length)
  await patchSubida(one, location, 0, bytes)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? one : other).upload([{ nombre: 'a.pdf', subida: id }]),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
  expect(await one.db.select({ id: contenidos.id }).from(contenidos)).toEqual([{ id }])
})

test('a part that was cut, or hangs in one process, makes way for the next one in the other', async () => {
  const { one, other } = await twoProcesses()
  await one.app.listen({ port: 0, host: '127.0.0.1' })
  const bytes = randomBytes(300_000)
  for (const how of ['cut', 'hanging']) {
    const { location, id } = await createSubida(other, bytes.length)
    const stalled = await stallPatch(one, location, bytes.subarray(0, 100_000), bytes.length)
    if (how === 'cut') stalled.cut()
    // The next request makes the hanging one let go of the upload; the bytes that it brought count
    const offset = await eventually(
      () => offsetOf(other, location),
      (at) => at === 100_000,
    )
    expect((await patchSubida(other, location, offset, bytes.subarray(offset))).statusCode).toBe(204)
    stalled.cut()
    await stalled.ended
    const rows = await one.db.select().from(subida_partes)
    expect(rows.filter((row) => row.subida_id === id).reduce((sum, row) => sum + row.bytes, 0)).toBe(
      bytes.length,
    )
  }
})

test('of two requests with the same part at once one counts, and the other is told where to go on', async () => {
  const { one, other, parts } = await twoProcesses()
  const bytes = randomBytes(50_000)
  const { location } = await createSubida(one, bytes.length)
  const answers = await Promise.all([one, other].map((shop) => patchSubida(shop, location, 0, bytes)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  expect(parts()).toHaveLength(1)
})

test('abandoned parts end after 48 h, in the store too', async () => {
  const { one, other, parts } = await twoProcesses()
  const { location } = await createSubida(one, 1_000)
  await patchSubida(other, location, 0, Buffer.alloc(10))
  await one.app.housekeeping()
  expect(parts()).toHaveLength(1)
  other.clock.offsetMs = 49 * 3600_000
  await Promise.all([one.app.housekeeping(), other.app.housekeeping()])
  expect([parts(), await one.db.select().from(subidas)]).toEqual([[], []])
  expect((await patchSubida(one, location, 10, Buffer.alloc(990))).statusCode).toBe(404)
})

test('bytes that arrived in one process count in the other, and announcements count in neither', async () => {
  const { one, other } = await twoProcesses()
  const announced = []
  for (const shop of [one, other, one]) announced.push((await createSubida(shop, 2 * 1024 ** 3)).location)
  expect(await Promise.all(announced.map((location) => offsetOf(other, location)))).toEqual([0, 0, 0])
  const { location, id } = await createSubida(one, 2_000)
  await patchSubida(one, location, 0, Buffer.alloc(1_000))
  const [row] = await other.db.select().from(subidas).where(eq(subidas.id, id))
  expect(row?.llegado).toBe(1_000)
  await one.db
    .update(subidas)
    .set({ llegado: 5 * 1024 ** 3 })
    .where(eq(subidas.id, id))
  expect((await createSubida(other, 10)).answer.statusCode).toBe(429)
})

test('while the store is down uploads are refused clearly, keep the bytes that arrived, and go on when it is back', async () => {
  const { s3, one, other } = await twoProcesses()
  const bytes = await makePdf({ pages: 12 })
  const half = bytes.length >> 1
  const { location, id } = await createSubida(one, bytes.length)
  await patchSubida(one, location, 0, bytes.subarray(0, half))
  await other.quote([{ nombre: 'b.pdf', bytes }])
  const [{ id: whole } = { id: '' }] = await other.db.select({ id: contenidos.id }).from(contenidos)
  await s3.away()

  const refused = [
    await patchSubida(other, location, half, bytes.subarray(half)),
    await other.upload([{ nombre: 'a.pdf', bytes }]),
    await one.upload([{ nombre: 'b.pdf', subida: id }]),
  ]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 409])
  for (const { statusCode, json } of refused)
    if (statusCode === 503) expect(json().detail).toMatch(/archivos\. Probá de nuevo/)
  expect(await offsetOf(one, location)).toBe(half)
  expect(await one.db.select().from(pedidos)).toHaveLength(1)
  expect(spools(other)).toEqual([])
  const copy = await one.deps.files.pathOf(whole).catch((error: Error) => error.constructor.name)
  expect(copy).toBe('StoreDown')

  await s3.back()
  expect((await patchSubida(other, location, half, bytes.subarray(half))).statusCode).toBe(204)
  const { archivos } = await one.quote([{ nombre: 'a.pdf', subida: id }])
  expect(archivos).toMatchObject([{ paginas: 12 }])
  await one.deps.files.pathOf(whole)
})
