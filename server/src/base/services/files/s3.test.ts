import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestBucket } from '../../../testing/peers/s3/bucket.ts'
import { startS3 } from '../../../testing/peers/s3/server.ts'
import { eventually } from '../../../testing/shop.ts'
import { openBucket } from './bucket.ts'
import { createFiles, tryKey } from './index.ts'
import { NotKept, StoreDown } from './port.ts'
import { createS3Store } from './s3.ts'

const MB = 1024 ** 2
const HOUR = 3600_000

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-s3-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

/** `trialMs`: between two trials of a store that took nothing. */
async function shop(copies?: Parameters<typeof createS3Store>[3], trialMs?: number) {
  const { s3, bucket } = await openTestBucket()
  const machine = async () => {
    const root = folder()
    return {
      root,
      files: await createS3Store(bucket, root, 0, copies, trialMs),
      copies: () => copiesIn(root),
    }
  }
  return { s3, bucket, machine, one: await machine(), other: await machine() }
}

const copiesIn = (root: string): string[] =>
  readdirSync(join(root, 'archivos'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

async function keep(files: Awaited<ReturnType<typeof createS3Store>>, id: string, bytes: Buffer) {
  await (await files.receive(Readable.from([Buffer.from(bytes)]), 100 * MB)).keep(id)
}
type Fault = Awaited<ReturnType<typeof startS3>>['state']['fault']
/** Resets the connection of such calls. */
const resetting =
  (isIt: (call: Parameters<Fault>[0]) => boolean): Fault =>
  (call) =>
    isIt(call) ? 'refuse' : undefined
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('a file that one machine keeps is read by another, in parts if it is large, fetched once', async () => {
  const { s3, one, other } = await shop()
  const [small, large] = [randomBytes(1000), randomBytes(20 * MB + 7)]
  await keep(one.files, 'chico', small)
  await keep(one.files, 'grande', large)
  expect(s3.state.calls.filter((call) => call.startsWith('PUT archivos/grande'))).toHaveLength(3)
  const paths = await Promise.all([1, 2, 3].map(() => other.files.pathOf('grande')))
  expect(sha256(await readFile(paths[0] ?? ''))).toBe(sha256(large))
  expect(s3.state.calls.filter((call) => call.startsWith('GET archivos/grande'))).toHaveLength(1)
  const { bytes, stream } = await other.files.open('chico')
  expect([bytes, (await buffer(stream)).equals(small)]).toEqual([1000, true])
  expect(other.copies()).toEqual(['grande'])
})

test.each(['cut', 'corrupt'] as const)(
  'a download that comes %s is tried again, and never kept wrong',
  async (fault) => {
    const { s3, one, other } = await shop()
    const bytes = randomBytes(3 * MB)
    await keep(one.files, 'a', bytes)
    let left = 2
    s3.state.fault = ({ method }) => (method === 'GET' && left-- > 0 ? fault : undefined)
    expect((await readFile(await other.files.pathOf('a'))).equals(bytes)).toBe(true)
    await other.files.delete('a')
    await keep(one.files, 'b', bytes)
    s3.state.fault = ({ method }) => (method === 'GET' ? fault : undefined)
    await expect(other.files.pathOf('b')).rejects.toThrow(StoreDown)
    expect(other.copies()).toEqual([])
    await expect(other.files.open('b').then(({ stream }) => buffer(stream))).rejects.toThrow(StoreDown)
  },
)

test.each(['short', 'page'] as const)('an answer that ends at once (%s) ends no process', async (fault) => {
  const { s3, one, other } = await shop()
  await keep(one.files, 'a', randomBytes(1000))
  s3.state.fault = ({ method }) => (method === 'GET' ? fault : undefined)
  await expect(other.files.pathOf('a')).rejects.toThrow(StoreDown)
  const { stream } = await other.files.open('a')
  // Before anything listens
  await eventually(
    async () => stream.closed,
    (closed) => closed,
  )
  await expect(buffer(stream)).rejects.toThrow()
})

test('a store that is away or broken keeps nothing by half, and goes on when it is back', async () => {
  const { s3, one } = await shop()
  const bytes = randomBytes(20 * MB)
  const received = await one.files.receive(Readable.from([Buffer.from(bytes)]), 100 * MB)
  s3.state.fault = ({ query }) => (query.get('partNumber') === '2' ? 'error' : undefined)
  await expect(received.keep('a')).rejects.toThrow(StoreDown)
  expect([s3.objects.kept.size, s3.objects.unfinished.size, one.copies()]).toEqual([0, 0, []])
  s3.state.fault = () => undefined
  await s3.away()
  expect(await one.files.isUp()).toBe(false)
  await expect(received.keep('a')).rejects.toThrow(StoreDown)
  await s3.back()
  expect(await one.files.isUp()).toBe(true)
  await received.keep('a')
  expect(s3.objects.kept.get('archivos/a')?.bytes).toBe(bytes.length)
})

test.each(['no_bucket', 'page_404'] as const)(
  'a 404 that is not of the object (%s) is a store that is down, not a missing file',
  async (fault) => {
    const { s3, one, other } = await shop()
    await keep(one.files, 'a', randomBytes(1000))
    s3.state.fault = () => fault
    await expect(other.files.pathOf('a')).rejects.toThrow(StoreDown)
    await expect(other.files.open('a')).rejects.toThrow(StoreDown)
    for (const bytes of [1000, 9 * MB])
      await expect(keep(one.files, 'b', randomBytes(bytes))).rejects.toThrow(StoreDown)
    s3.state.fault = () => undefined
    await other.files.pathOf('a')
    await expect(other.files.pathOf('b')).rejects.toThrow(NotKept)
  },
)

test('a store that takes no more files is not up, until it takes one again', async () => {
  const { s3, one } = await shop()
  s3.state.fault = ({ method }) => (method === 'PUT' ? 'forbidden' : undefined)
  await expect(keep(one.files, 'a', randomBytes(1000))).rejects.toThrow(StoreDown)
  expect([await one.files.isUp(), await one.files.isUp()]).toEqual([false, false])
  s3.state.fault = () => undefined
  expect(await one.files.isUp()).toBe(true) // without an upload of a customer's
  const puts = s3.state.calls.filter((call) => call.startsWith('PUT')).length
  expect(await one.files.isUp()).toBe(true)
  expect(s3.state.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(puts)
})

test('a store that takes small files only is not up until it takes one as large as that which failed', async () => {
  const { s3, one } = await shop(undefined, 0)
  s3.state.fault = ({ method, bytes }) => (method === 'PUT' && bytes > MB ? 'page_413' : undefined)
  await expect(keep(one.files, 'a', randomBytes(5 * MB))).rejects.toThrow('HTTP 413')
  expect(await one.files.isUp()).toBe(false)
  await keep(one.files, 'b', randomBytes(1000))
  expect(await one.files.isUp()).toBe(false)
  s3.state.fault = () => undefined
  await expect.poll(() => one.files.isUp()).toBe(true) // without an upload of a customer's
})

test.each<[string, Buffer, Parameters<typeof resetting>[0]]>([
  ['a part', Buffer.alloc(17 * MB), ({ query }) => query.has('partNumber')],
  ['the end', Buffer.alloc(9 * MB), ({ method, query }) => method === 'POST' && query.has('uploadId')],
])('a store that takes %s of no file in parts is not up until it does', async (_, bytes, isIt) => {
  const { s3, one } = await shop(undefined, 0)
  s3.state.fault = resetting(isIt)
  await expect(keep(one.files, 'a', bytes)).rejects.toThrow(StoreDown)
  expect(await one.files.isUp()).toBe(false)
  await keep(one.files, 'b', randomBytes(8 * MB))
  expect(await one.files.isUp()).toBe(false)
  s3.state.fault = () => undefined
  await expect.poll(() => one.files.isUp()).toBe(true)
})

test('a store is tried with a large file once a minute at most', async () => {
  const { s3, one } = await shop()
  s3.state.fault = ({ method, bytes }) => (method === 'PUT' && bytes > MB ? 'page_413' : undefined)
  await expect(keep(one.files, 'a', randomBytes(5 * MB))).rejects.toThrow(StoreDown)
  const puts = () => s3.state.calls.filter((call) => call.startsWith('PUT')).length
  const before = puts()
  for (let times = 0; times < 5; times++) expect(await one.files.isUp()).toBe(false)
  expect(puts()).toBe(before + 1)
})

test('an upload in parts whose last answer is lost is kept', async () => {
  const { s3, one, other } = await shop()
  const bytes = randomBytes(9 * MB)
  let left = 1
  s3.state.fault = ({ method, query }) =>
    method === 'POST' && query.has('uploadId') && left-- > 0 ? 'lost' : undefined
  await keep(one.files, 'a', bytes)
  expect((await readFile(await other.files.pathOf('a'))).equals(bytes)).toBe(true)
})

test.each(['page', 'cut', 'corrupt'] as const)(
  'an upload that the store takes and keeps otherwise (%s) is not kept',
  async (fault) => {
    const { s3, one } = await shop()
    s3.state.fault = ({ method }) => (method === 'PUT' ? fault : undefined)
    for (const bytes of [1000, 2 * MB, 9 * MB])
      await expect(keep(one.files, `de-${bytes}`, randomBytes(bytes)), `${bytes} bytes`).rejects.toThrow(
        StoreDown,
      )
    expect(one.copies()).toEqual([])
  },
)

test('copies go when they are many or old, the ones used longest ago first, never one used within the hour', async () => {
  const { one } = await shop({ maxBytes: 2500, unusedMs: 48 * HOUR, inUseMs: HOUR })
  for (const [id, hours] of [
    ['a', 50],
    ['b', 5],
    ['c', 4],
    ['d', 3],
    ['e', 0],
  ] as const) {
    await keep(one.files, id, Buffer.alloc(1000))
    const used = new Date(Date.now() - hours * HOUR)
    await utimes(await one.files.pathOf(id), used, used)
  }
  await one.files.sweep(async (ids) => new Set(ids), HOUR)
  expect(one.copies().sort()).toEqual(['d', 'e'])
  await one.files.pathOf('a')
  expect(one.copies().sort()).toEqual(['a', 'd', 'e'])
})

test('a full disk gives up its copies before it refuses an upload', async () => {
  const { bucket } = await shop()
  const root = folder()
  const roomy = await createS3Store(bucket, root, 0)
  await keep(roomy, 'vieja', Buffer.alloc(1000))
  await keep(roomy, 'nueva', Buffer.alloc(1000))
  const old = new Date(Date.now() - 2 * HOUR)
  await utimes(await roomy.pathOf('vieja'), old, old)
  const full = await createS3Store(bucket, root, Number.MAX_SAFE_INTEGER)
  expect(await full.room()).toBeLessThan(0)
  expect(copiesIn(root)).toEqual(['nueva'])
})

test('the sweep lists the bucket page by page, and ends uploads in parts that were not finished', async () => {
  const { s3, one } = await shop()
  s3.objects.page.max = 10
  await keep(one.files, 'vive', Buffer.alloc(9))
  const note = s3.objects.kept.get('archivos/vive')
  if (!note) throw new Error('It was kept.')
  for (let index = 0; index < 25; index++)
    s3.objects.kept.set(`archivos/sin-${index}`, {
      ...note,
      modified: new Date(Date.now() - 2 * HOUR),
      path: '',
    })
  s3.objects.kept.set('archivos/recien', { ...note, path: '' })
  s3.objects.kept.set('ajeno/otro', { ...note, modified: new Date(0) })
  const begun = (hours: number) => ({
    key: 'archivos/x',
    metadata: {},
    parts: new Map(),
    begun: new Date(Date.now() - hours * HOUR),
  })
  s3.objects.unfinished.set('vieja', begun(25)).set('en-curso', begun(1))
  await one.files.sweep(async (ids) => new Set(ids.filter((id) => id === 'vive')), HOUR)
  expect([...s3.objects.kept.keys()].sort()).toEqual(['ajeno/otro', 'archivos/recien', 'archivos/vive'])
  expect([...s3.objects.unfinished.keys()]).toEqual(['en-curso'])
})

test('a key that may not list uploads in parts, or a store that does not know them, keeps no sweep from its end', async () => {
  const { s3, one } = await shop()
  await keep(one.files, 'vieja', Buffer.alloc(9))
  const note = s3.objects.kept.get('archivos/vieja')
  if (!note) throw new Error('It was kept.')
  note.modified = new Date(Date.now() - 2 * HOUR)
  for (const fault of ['forbidden', 'not_implemented'] as const) {
    s3.state.fault = ({ query }) => (query.has('uploads') ? fault : undefined)
    await one.files.sweep(async () => new Set(), HOUR)
  }
  expect(s3.objects.kept.size).toBe(0)
})

test('a page of a proxy that comes instead of a list is a store that is down, not the end of the list', async () => {
  const { s3, bucket, one } = await shop()
  s3.objects.page.max = 2
  for (const id of ['a', 'b', 'c']) await keep(one.files, id, Buffer.alloc(9))
  const listed: string[] = []
  const list = async () => {
    for await (const page of bucket.list('archivos/')) listed.push(...page.map(({ key }) => key))
  }
  s3.state.fault = ({ query }) => (query.has('continuation-token') ? 'page' : undefined)
  await expect(list()).rejects.toThrow(StoreDown)
  expect(listed).toEqual(['archivos/a', 'archivos/b'])
})

test.each([
  ['a file', 1000],
  ['a part', 9 * MB],
])(
  '%s whose bytes take long on their way is kept; a call without bytes is not waited for so long',
  async (_, bytes) => {
    const { s3, storage } = await openTestBucket()
    const bucket = await openBucket(storage, { atOnce: 4, answer: 300, sending: 60_000, silent: 60_000 })
    const files = await createS3Store(bucket, folder(), 0)
    s3.state.fault = ({ method }) => (method === 'PUT' ? 'slow' : undefined)
    await keep(files, 'a', Buffer.alloc(bytes))
    expect(s3.objects.kept.get('archivos/a')?.bytes).toBe(bytes)
    s3.state.fault = () => 'hang'
    await expect(bucket.delete('archivos/a')).rejects.toThrow(StoreDown)
  },
)

test('a copy that another process took away is fetched again', async () => {
  const { one } = await shop()
  await keep(one.files, 'a', Buffer.from('hola'))
  await rm(await one.files.pathOf('a'))
  expect(await readFile(await one.files.pathOf('a'), 'utf8')).toBe('hola')
})

test('at most four parts of 8 MiB are under way at once, however many files leave, and each keeps its own bytes', async () => {
  const { s3, one, other } = await shop()
  const sizes = [18, 2, 18, 2, 18, 2, 18, 2].map((megabytes) => megabytes * MB)
  const files = await Promise.all(
    sizes.map((bytes, index) => one.files.receive(Readable.from([Buffer.alloc(bytes, index)]), 100 * MB)),
  )
  await Promise.all(files.map((received, index) => received.keep(`archivo-${index}`)))
  expect(s3.state.most.puts).toBeLessThanOrEqual(4)
  expect(s3.state.most.bytes).toBe(8 * MB)
  for (const [index, bytes] of sizes.entries()) {
    const kept = await buffer((await other.files.open(`archivo-${index}`)).stream)
    expect(kept.equals(Buffer.alloc(bytes, index)), `archivo-${index}`).toBe(true)
  }
})

test('a small file waits neither for large ones nor for a store that is far away: sixteen leave at once', async () => {
  const { s3, one } = await shop()
  s3.state.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined)
  const sizes = [...Array.from({ length: 6 }, () => 2 * MB), ...Array.from({ length: 20 }, () => 5_000)]
  const leaving = sizes.map((bytes, index) =>
    keep(one.files, `archivo-${index}`, Buffer.alloc(bytes)).catch((error) => error),
  )
  const puts = () => s3.state.calls.filter((call) => call.startsWith('PUT')).length
  await eventually(
    async () => puts(),
    (found) => found === 4 + 16,
  )
  await s3.stop()
  expect((await Promise.all(leaving)).filter((error) => !(error instanceof StoreDown))).toEqual([])
})

test('wrong keys, a wrong bucket and a wrong region are told at the start; a store that is away is not', async () => {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const dataDir = folder()
  const start = (change: object) => {
    const url = new URL(s3.url)
    const storage = {
      endpoint: `http://${url.host}`,
      bucket: 'copias',
      region: 'us-east-1',
      credentials: { accessKeyId: 'llave', secretAccessKey: 'secreto/de+prueba' },
      ...change,
    }
    return createFiles({ dataDir, diskReserveBytes: 0, storage })
  }
  expect(await (await start({})).isUp()).toBe(true)
  for (const wrong of [
    { credentials: { accessKeyId: 'llave', secretAccessKey: 'otro' } },
    { credentials: { accessKeyId: 'otra', secretAccessKey: 'secreto/de+prueba' } },
    { bucket: 'otro' },
    { region: 'sa-east-1' },
  ])
    await expect(start(wrong)).rejects.toThrow('STORAGE_URL')
  await s3.away()
  expect(await (await start({})).isUp()).toBe(false)
})

test.each(['DELETE', 'PUT', 'GET'])(
  'a key that may not %s is told at the start, and the shop opens',
  async (forbidden) => {
    const { s3, storage } = await openTestBucket()
    s3.state.fault = ({ method, key, query }) =>
      method === forbidden && (key !== '' || query.has('list-type')) ? 'forbidden' : undefined
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => told.mockRestore())
    const files = await createFiles({ dataDir: folder(), diskReserveBytes: 0, storage })
    await tryKey(storage)
    expect(told).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^STORAGE_URL: esa clave tiene que poder leer, escribir, listar y borrar/),
    )
    expect(JSON.stringify(told.mock.calls)).not.toContain(storage.credentials.secretAccessKey)
    expect(await files.isUp()).toBe(true)
  },
)
