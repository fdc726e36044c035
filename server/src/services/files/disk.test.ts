import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskStore } from './disk.ts'
import { TooLarge } from './port.ts'

const MB = 1024 ** 2

async function store(reserve = 0) {
  const root = mkdtempSync(join(tmpdir(), 'imprimitodo-files-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const files = await createDiskStore(root, reserve)
  const left = () =>
    readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
  return { files, left }
}

test('what is kept is what arrived, chunk by chunk and beyond one flush', async () => {
  const { files, left } = await store()
  const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(MB + index, index))
  const sent = Buffer.concat(chunks)
  const received = await files.receive(Readable.from(chunks), 100 * MB)
  expect(received.bytes).toBe(sent.length)
  await received.keep('abc-123_X')
  expect((await readFile(await files.pathOf('abc-123_X'))).equals(sent)).toBe(true)
  await received.drop() // after keep it has nothing to drop
  expect(left()).toBe(1)
  await files.delete('abc-123_X')
  await files.delete('abc-123_X')
  expect(left()).toBe(0)
  await expect(files.pathOf('abc-123_X')).rejects.toThrow()
})

test('a chunk that shares its buffer with others leaves them alone', async () => {
  const { files } = await store()
  const whole = Buffer.from(new Uint8Array(1000).fill(7).buffer)
  const halves = [whole.subarray(0, 500), whole.subarray(500)]
  await (await files.receive(Readable.from([halves[0]]), MB)).drop()
  expect(halves[1]?.every((byte) => byte === 7)).toBe(true)
})

test('a file one byte below the limit fits, one at it leaves nothing behind', async () => {
  const { files, left } = await store()
  await (await files.receive(Readable.from([Buffer.alloc(9)]), 10)).drop()
  await expect(files.receive(Readable.from([Buffer.alloc(5), Buffer.alloc(5)]), 10)).rejects.toThrow(TooLarge)
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

test('the sweep takes what nobody knows and leaves the rest', async () => {
  const { files, left } = await store()
  for (const id of ['known-1', 'lost-1'])
    await (await files.receive(Readable.from([Buffer.alloc(1)]), 10)).keep(id)
  await files.receive(Readable.from([Buffer.alloc(1)]), 10) // neither kept nor dropped: its server was killed
  expect(await files.sweep(async () => new Set(['known-1', 'lost-1']), 60_000)).toBe(0)
  expect(await files.sweep(async (ids) => new Set(ids.filter((id) => id === 'known-1')), -1)).toBe(2)
  expect(left()).toBe(1)
})

test('the sweep takes derived files that were never finished', async () => {
  const { files, left } = await store()
  for (const name of ['1-200.webp', '.half-made'])
    await writeFile(await files.derivedPath('known-1', name), 'x')
  expect(await files.sweep(async (ids) => new Set(ids), -1)).toBe(1)
  expect(left()).toBe(1)
})

test.each(['../x', 'a/b', '', 'a b'])('%j is no id of ours', async (id) => {
  const { files } = await store()
  await expect(files.pathOf(id)).rejects.toThrow('Not an id')
})
