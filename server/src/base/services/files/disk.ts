import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sync, unlessMissing } from '../../runtime/durable.ts'
import { takesFiles } from '../../runtime/takes-files.ts'
import { sha256Of } from '../../secrets/hash.ts'
import { createArriving } from './arriving.ts'
import { evict } from './copies.ts'
import { type FileStore, NotKept, type Received } from './port.ts'

const SAFE_ID = /^[\w-]+$/
/**
 * On a full disk derived files are deleted, except those of the last hour, which may be about to be opened.
 */
const DERIVED = { maxBytes: 0, unusedMs: 3600_000, inUseMs: 3600_000 }
/** All derived files are looked at, which takes long if there are many. */
const CLEAR_EVERY_MS = 60_000
/** How many ids a sweep looks up at once. */
const PAGE = 1_000

/** Files below `root`: `recibiendo/` (arriving), `archivos/` (kept), `derivados/` (can be made again). */
export async function createDiskStore(root: string, reserveBytes: number): Promise<FileStore> {
  const [arriving, kept, derived] = ['recibiendo', 'archivos', 'derivados'].map((name) =>
    join(root, name),
  ) as [string, string, string]
  for (const folder of [arriving, kept, derived]) await mkdir(folder, { recursive: true, mode: 0o700 })

  const shard = (folder: string, id: string): string => {
    if (!SAFE_ID.test(id)) throw new Error('Not an id of ours.')
    return join(folder, id.slice(0, 2), id)
  }

  async function free(): Promise<number> {
    const { bavail, bsize } = await statfs(root)
    return bavail * bsize - reserveBytes
  }

  let cleared = Number.NEGATIVE_INFINITY
  async function room(): Promise<number> {
    const left = await free()
    if (left >= 0 || performance.now() < cleared + CLEAR_EVERY_MS) return left
    cleared = performance.now()
    await evict(derived, DERIVED).catch(unlessMissing) // a folder may be deleted while it is read
    return free()
  }

  const received = (path: string, bytes: number, sha256: () => Promise<string>): Received => {
    let keptAs: string | undefined
    return {
      path,
      bytes,
      sha256,
      prepare: async () => {},
      async keep(id) {
        if (keptAs === id) return // the transaction that keeps it is repeated
        const target = shard(kept, id)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        // Its age counts from now: parts may have arrived a day ago, and a sweep must wait for the row
        await utimes(path, new Date(), new Date())
        await sync(path)
        await rename(path, target)
        await sync(dirname(target))
        keptAs = id
      },
      drop: () => rm(path, { force: true }),
    }
  }

  return {
    async receive(source, maxBytes) {
      const path = join(arriving, randomUUID())
      const { stream, result } = await createArriving(path, maxBytes, room)
      try {
        await pipeline(source, stream)
        const { bytes, sha256 } = result()
        return received(path, bytes, async () => sha256)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    async adopt(path) {
      let read: Promise<string> | undefined
      return received(path, (await stat(path)).size, () => (read ??= sha256Of(createReadStream(path))))
    },
    async pathOf(id) {
      const path = shard(kept, id)
      await stat(path).catch(notKept)
      return path
    },
    async open(id) {
      const path = shard(kept, id)
      const { size } = await stat(path).catch(notKept)
      return { bytes: size, stream: createReadStream(path) }
    },
    isUp: async () => existsSync(kept) && (await takesFiles(arriving)),
    parts: null,
    async derivedPath(id, name) {
      const folder = shard(derived, id)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, name)
    },
    async delete(id) {
      await rm(shard(kept, id), { force: true })
      await rm(shard(derived, id), { recursive: true, force: true })
    },
    room,
    async sweep(known, olderThanMs) {
      const before = Date.now() - olderThanMs
      const sweepPages = async (root: string, sweepKnown: (path: string) => Promise<number> | number) => {
        const paths = await filesBelow(root)
        let deleted = 0
        for (let from = 0; from < paths.length; from += PAGE) {
          const page = paths.slice(from, from + PAGE)
          const live = await known(page.map(idOf))
          deleted += await sum(page, (path) =>
            live.has(idOf(path)) ? sweepKnown(path) : removeIfOld(path, before),
          )
        }
        return deleted
      }
      const [cut, lost, unfinished] = await Promise.all([
        sum(await readdir(arriving), (name) => removeIfOld(join(arriving, name), before)),
        sweepPages(kept, () => 0),
        sweepPages(derived, (path) => removeUnfinished(path, before)),
      ])
      return cut + lost + unfinished
    },
  }
}

function notKept(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new NotKept() : error
}

/** All files in the folders below `root`. */
async function filesBelow(root: string): Promise<string[]> {
  const folders = (await readdir(root)).map((name) => join(root, name))
  const found = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((id) => join(folder, id))),
  )
  return found.flat()
}

async function sum<T>(all: T[], one: (value: T) => Promise<number> | number): Promise<number> {
  const numbers = await Promise.all(all.map(one))
  return numbers.reduce((total, number) => total + number, 0)
}

const idOf = (path: string): string => basename(path)

/** Deletes unfinished files, whose names begin with a dot, in a folder of derived files. */
async function removeUnfinished(path: string, before: number): Promise<number> {
  const names = await readdir(path).catch(() => []) // deleted meanwhile
  return sum(
    names.filter((name) => name.startsWith('.')),
    (name) => removeIfOld(join(path, name), before),
  )
}

async function removeIfOld(path: string, before: number): Promise<number> {
  const found = await stat(path).catch(() => undefined)
  if (!found || found.mtimeMs > before) return 0
  await rm(path, { recursive: true, force: true })
  return 1
}
