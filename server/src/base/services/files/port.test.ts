// The requirements on every file store, tested on each.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestBucket } from '../../../testing/peers/s3/bucket.ts'
import { createDiskStore } from './disk.ts'
import { type FileStore, NotKept, TooLarge } from './port.ts'
import { createS3Store } from './s3.ts'

const MB = 1024 ** 2

function folder(): string {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

const filesIn = (root: string): number =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length

/** `left`: how many files there are in all places, a kept one counted once. */
type Made = { files: FileStore; root: string; left: () => number }

const STORES: Record<string, (reserve?: number) => Promise<Made>> = {
  disk: async (reserve = 0) => {
    const root = folder()
    return { files: await createDiskStore(root, reserve), root, left: () => filesIn(root) }
  },
  s3: async (reserve = 0) => {
    const root = folder()
    const { s3, bucket } = await openTestBucket()
    const left = () => {
      const copies = filesIn(join(root, 'archivos'))
      expect(copies).toBe(s3.objects.kept.size)
      return filesIn(root)
    }
    return { files: await createS3Store(bucket, root, reserve), root, left }
  },
}

describe.each(Object.keys(STORES))('%s', (name) => {
  const store = (reserve?: number) => {
    const make = STORES[name]
    if (!make) throw new Error(name)
    return make(reserve)
  }

  test('the kept bytes are those that arrived, chunk by chunk and beyond one flush', async () => {
    const { files, left } = await store()
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(MB + index, index))
    const sent = Buffer.concat(chunks)
    const received = await files.receive(Readable.from(chunks), 100 * MB)
    expect(received.bytes).toBe(sent.length)
    await received.prepare('abc-123_X')
    await received.keep('abc-123_X')
    await received.keep('abc-123_X') // by a repeated transaction
    expect((await readFile(await files.pathOf('abc-123_X'))).equals(sent)).toBe(true)
    const { bytes, stream } = await files.open('abc-123_X')
    expect([bytes, (await buffer(stream)).equals(sent)]).toEqual([sent.length, true])
    await received.drop() // after keep it has nothing to drop
    expect(left()).toBe(1)
    await files.delete('abc-123_X')
    await files.delete('abc-123_X')
    expect(left()).toBe(0)
    await expect(files.pathOf('abc-123_X')).rejects.toThrow(NotKept)
    await expect(files.open('abc-123_X')).rejects.toThrow(NotKept)
  })

  test('a chunk that shares its buffer with others leaves them alone', async () => {
    const { files } = await store()
    const whole = Buffer.from(new Uint8Array(1000).fill(7).buffer)
    const halves = [whole.subarray(0, 500), whole.subarray(500)]
    await (await files.receive(Readable.from([halves[0]]), MB)).drop()
    expect(halves[1]?.every((byte) => byte === 7)).toBe(true)
  })

  test('a file that was here already is taken over, and one without a byte is a file', async () => {
    const { files, root, left } = await store()
    await mkdir(join(root, 'subidas'))
    for (const [id, content] of [
      ['entera', 'hola'],
      ['vacia', ''],
    ] as const) {
      const path = join(root, 'subidas', id)
      await writeFile(path, content)
      await (await files.adopt(path)).keep(id)
      expect(await readFile(await files.pathOf(id), 'utf8')).toBe(content)
    }
    expect(left()).toBe(2)
  })

  test('a file one byte below the limit fits, one at it leaves nothing behind', async () => {
    const { files, left } = await store()
    await (await files.receive(Readable.from([Buffer.alloc(9)]), 10)).drop()
    await expect(files.receive(Readable.from([Buffer.alloc(5), Buffer.alloc(5)]), 10)).rejects.toThrow(
      TooLarge,
    )
    expect(left()).toBe(0)
  })

  test('a sender that breaks off leaves nothing behind', async () => {
    const { files, left } = await store()
    const broken = Readable.from(
      (function* () {
        yield Buffer.alloc(3 * MB)
        throw new Error('gone')
      })(),
    )
    await expect(files.receive(broken, 100 * MB)).rejects.toThrow('gone')
    expect(left()).toBe(0)
  })

  test('a disk at its reserve has no room', async () => {
    const { files } = await store(Number.MAX_SAFE_INTEGER)
    expect(await files.room()).toBeLessThan(0)
  })

  test('it is up only while its own disk takes files, and leaves none there by trying', async () => {
    const { files, root, left } = await store()
    const arriving = join(root, 'recibiendo')
    expect(await files.isUp()).toBe(true)
    rmSync(arriving, { recursive: true })
    await writeFile(arriving, '')
    expect(await files.isUp()).toBe(false)
    rmSync(arriving)
    await mkdir(arriving)
    expect(await files.isUp()).toBe(true)
    expect(left()).toBe(0)
  })

  test('the sweep takes what no row names and leaves the rest', async () => {
    const { files, left } = await store()
    for (const id of ['known-1', 'lost-1'])
      await (await files.receive(Readable.from([Buffer.alloc(1)]), 10)).keep(id)
    await files.receive(Readable.from([Buffer.alloc(1)]), 10) // neither kept nor dropped: its server was killed
    expect(await files.sweep(async () => new Set(['known-1', 'lost-1']), 60_000)).toBe(0)
    await files.sweep(async (ids) => new Set(ids.filter((id) => id === 'known-1')), -1000)
    expect(left()).toBe(1)
    await files.pathOf('known-1')
  })

  test('a sweep of many asks about all of them at once', async () => {
    const { files } = await store()
    const ids = Array.from({ length: 12 }, (_, i) => `${i + 10}-one`)
    for (const id of ids) {
      await (await files.receive(Readable.from([Buffer.alloc(1)]), 10)).keep(id)
      await writeFile(await files.derivedPath(id, '1-200.webp'), 'x')
    }
    const asked: string[][] = []
    const known = async (some: string[]) => new Set(asked[asked.push(some.toSorted()) - 1])
    expect(await files.sweep(known, -1000)).toBe(0)
    // Stored files here, derived files, stored files in the bucket
    expect(new Set(asked.map(String))).toEqual(new Set([String(ids)]))
    expect(asked.length).toBeLessThanOrEqual(3)
  })

  test('on a full disk what can be made again makes room, unless it is new', async () => {
    const { files } = await store(Number.MAX_SAFE_INTEGER)
    const [old, fresh] = [await files.derivedPath('id-1', 'a.pdf'), await files.derivedPath('id-1', 'b.pdf')]
    for (const path of [old, fresh]) await writeFile(path, 'x')
    const before = new Date(Date.now() - 2 * 3600_000)
    await utimes(old, before, before)
    expect(await files.room()).toBeLessThan(0)
    expect([existsSync(old), existsSync(fresh)]).toEqual([false, true])
  })

  test('the sweep takes derived files that were never finished', async () => {
    const { files, left } = await store()
    for (const name of ['1-200.webp', '.half-made'])
      await writeFile(await files.derivedPath('known-1', name), 'x')
    expect(await files.sweep(async (ids) => new Set(ids), -1000)).toBe(1)
    expect(left()).toBe(1)
  })

  test.each(['../x', 'a/b', '', 'a b'])('%j is no id of ours', async (id) => {
    const { files } = await store()
    await expect(files.pathOf(id)).rejects.toThrow('Not an id')
    await expect(files.open(id)).rejects.toThrow('Not an id')
  })
})
