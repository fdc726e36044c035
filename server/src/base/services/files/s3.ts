// Files in an S3 bucket, which many machines share. The PDF engine reads by path and at random, so files that
// it reads lie on this disk too: an arrived file stays as a copy, one of another machine is fetched once
// (docs/decisions/018-s3.md).
import { createHash } from 'node:crypto'
import { stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { finished, Readable, Transform } from 'node:stream'
import { within } from '../../runtime/within.ts'
import { PART_BYTES, type S3Bucket, SMALL_BYTES } from './bucket.ts'
import { evict } from './copies.ts'
import { createDiskStore } from './disk.ts'
import { type FileStore, NotKept, type Received, StoreDown } from './port.ts'
import { TRIAL } from './trial.ts'

export const KEPT = 'archivos/'
const PARTS = 'partes/'
const HOUR = 3600_000
/** Longer than any file takes to be sent. */
const UNFINISHED_MS = 24 * HOUR
/** A copy that was used within the hour may be about to be opened. */
const COPIES = { maxBytes: 20 * 1024 ** 3, unusedMs: 7 * 24 * HOUR, inUseMs: HOUR }
const ATTEMPTS = 3
const LOOK_MS = 3_000
/** The least time between two trials with a file that is not small. */
const TRIAL_MS = 60_000

/** `root`: a folder of this machine's own for copies and derived files. */
export async function createS3Store(
  bucket: S3Bucket,
  root: string,
  reserveBytes: number,
  copies: typeof COPIES = COPIES,
  trialMs = TRIAL_MS,
): Promise<FileStore> {
  const local = await createDiskStore(root, reserveBytes)
  const folder = join(root, 'archivos')
  const underWay = new Map<string, Promise<void>>()
  const { put, look } = createWriting(bucket, local, trialMs)

  function shared(received: Received): Received {
    let sent: string | undefined
    const prepare = async (id: string) => {
      if (sent === id) return
      await put(KEPT + id, received.path)
      sent = id
    }
    return {
      ...received,
      prepare,
      async keep(id) {
        await prepare(id)
        await received.keep(id)
      },
    }
  }

  async function fetchCopy(id: string): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        const { bytes, sha256, stream } = await bucket.get(KEPT + id)
        if ((await local.room()) < bytes) await evict(folder, { ...copies, maxBytes: 0 })
        const received = await local.receive(checked(stream, bytes, sha256), Number.POSITIVE_INFINITY)
        return await received.keep(id)
      } catch (error) {
        if (!(error instanceof StoreDown) || attempt === ATTEMPTS) throw error
      }
  }

  return {
    ...local,
    receive: async (source, maxBytes) => shared(await local.receive(source, maxBytes)),
    adopt: async (path) => shared(await local.adopt(path)),
    async pathOf(id) {
      const path = await local.pathOf(id).catch(unlessMissing)
      if (path) {
        await utimes(path, new Date(), new Date())
        return path
      }
      const mine = underWay.get(id) ?? fetchCopy(id).finally(() => underWay.delete(id))
      underWay.set(id, mine)
      await mine
      return local.pathOf(id)
    },
    async open(id) {
      const copy = await local.open(id).catch(unlessMissing)
      if (copy) return copy
      const { bytes, sha256, stream } = await bucket.get(KEPT + id)
      return { bytes, stream: checked(stream, bytes, sha256) }
    },
    async delete(id) {
      await local.delete(id)
      await bucket.delete(KEPT + id)
    },
    async room() {
      const left = await local.room()
      if (left >= 0 || (await evict(folder, { ...copies, maxBytes: 0 })) === 0) return left
      return local.room()
    },
    isUp: async () =>
      (await local.isUp()) && // what arrives lies there first
      look().then(
        () => true,
        () => false,
      ),
    parts: {
      put: (key, path) => put(PARTS + key, path),
      async open(key) {
        const { bytes, sha256, stream } = await bucket.get(PARTS + key)
        return checked(stream, bytes, sha256)
      },
      async drop(prefix) {
        for await (const page of bucket.list(PARTS + prefix))
          for (const { key } of page) await bucket.delete(key)
      },
    },
    async sweep(known, olderThanMs) {
      let deleted = await local.sweep(known, olderThanMs)
      await evict(folder, copies)
      const before = new Date(Date.now() - olderThanMs)
      for await (const page of bucket.list(KEPT)) {
        const old = page.filter(({ modified }) => modified <= before).map(({ key }) => key.slice(KEPT.length))
        const live = await known(old)
        for (const id of old.filter((one) => !live.has(one))) {
          await bucket.delete(KEPT + id)
          deleted++
        }
      }
      return deleted + (await bucket.abortOld(KEPT, new Date(Date.now() - UNFINISHED_MS)))
    },
  }
}

/** A file with one byte more than a part shows whether the store takes those in parts, too. */
const TRIAL_MOST = PART_BYTES + 1

/** Sends files, and remembers how that went. */
function createWriting(bucket: S3Bucket, local: Pick<FileStore, 'receive'>, trialMs: number) {
  /** The size of the largest file that this process failed to send since one of that size was kept; null: none. */
  let failed: number | null = null
  let trial: Promise<void> | null = null
  let tried = Number.NEGATIVE_INFINITY

  async function put(key: string, path: string): Promise<void> {
    const size = Math.min((await stat(path)).size, TRIAL_MOST)
    await bucket.put(key, path).catch((error) => {
      if (error instanceof StoreDown) failed = Math.max(failed ?? 0, size)
      throw error
    })
    if (size >= (failed ?? 0)) failed = null
  }

  async function tryWith(bytes: number): Promise<void> {
    const received = await local.receive(Readable.from([Buffer.alloc(bytes)]), Number.POSITIVE_INFINITY)
    // No row names it, so the sweep deletes it
    await put(KEPT + TRIAL, received.path).finally(() => received.drop())
  }

  return {
    put,
    /**
     * A bucket may answer and take nothing, or nothing large: a key that may not write, a quota that is used up, a
     * proxy's limit. @throws StoreDown
     */
    async look(): Promise<void> {
      await bucket.look(LOOK_MS)
      if (failed === null) return
      const isDue = failed <= SMALL_BYTES || performance.now() - tried >= trialMs
      if (!trial && isDue) {
        tried = performance.now()
        trial = tryWith(failed)
          .catch(() => {})
          .finally(() => {
            trial = null
          })
      }
      await within(LOOK_MS, trial)
      if (failed !== null) throw new StoreDown('It took no file of that size.')
    },
  }
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof NotKept)) throw error
}

/**
 * Fails with StoreDown unless exactly these bytes come: a store or a connection that fails half-way counts as
 * down.
 */
function checked(stream: Readable, bytes: number, sha256: string | undefined): Readable {
  const hash = createHash('sha256')
  let had = 0
  const check = new Transform({
    transform(chunk: Buffer, _, done) {
      had += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      const isWhole = had === bytes && (sha256 === undefined || hash.digest('hex') === sha256)
      done(isWhole ? null : new StoreDown(`${had} bytes of ${bytes}, or wrong ones`))
    },
  })
  check.on('error', () => {}) // it may come before a reader listens; the reader's pipeline fails all the same
  // Also notices a stream that broke before this line, which emits no more events
  finished(stream, (cause) => cause && check.destroy(new StoreDown('Cut on its way.', { cause })))
  check.once('close', () => stream.destroy())
  return stream.pipe(check)
}
