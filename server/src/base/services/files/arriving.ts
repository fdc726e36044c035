import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { release } from '../../runtime/release.ts'
import { NoRoom, TooLarge } from './port.ts'

const MB = 1024 ** 2
/** How often the disk is looked at while a file arrives, and its bytes are pushed towards it. */
const LOOK_EVERY = 64 * MB
const FLUSH_EVERY = 16 * MB

/**
 * A new file at `path` as a stream. Many chunks are written at once, and flushed on the way: the final fsync,
 * which makes the file durable, then has little to do. Fails with TooLarge at `maxBytes`, NoRoom when `room`
 * gets negative. The chunks' buffers are freed: the caller must not read them again.
 */
export async function createArriving(path: string, maxBytes: number, room: () => Promise<number>) {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const state = { bytes: 0, looked: 0, flushed: 0, flushing: undefined as Promise<void> | undefined }

  async function take(chunks: Buffer[]): Promise<void> {
    for (const chunk of chunks) state.bytes += chunk.length
    if (state.bytes >= maxBytes) throw new TooLarge()
    if (state.bytes - state.looked >= LOOK_EVERY) {
      state.looked = state.bytes
      if ((await room()) < 0) throw new NoRoom()
    }
    await writeAll(handle, chunks)
    for (const chunk of chunks) {
      hash.update(chunk)
      release(chunk)
    }
    if (state.bytes - state.flushed < FLUSH_EVERY || state.flushing !== undefined) return
    state.flushed = state.bytes
    state.flushing = handle.datasync().finally(() => {
      state.flushing = undefined
    })
    state.flushing.catch(() => {}) // reported by the fsync at the end
  }

  const stream = new Writable({
    highWaterMark: MB / 4, // larger writes are faster still, but make light calls wait
    write: (chunk: Buffer, _, done) => void take([chunk]).then(() => done(), done),
    writev: (parts, done) => void take(parts.map(({ chunk }) => chunk)).then(() => done(), done),
    destroy: (error, done) =>
      void Promise.resolve(state.flushing)
        .catch(() => {})
        .then(() => handle.close())
        .then(() => done(error), done),
  })
  /** Available once it has ended. */
  const result = () => ({ bytes: state.bytes, sha256: hash.digest('hex') })
  return { stream, result }
}

/** One system call for many chunks; a disk may take fewer bytes than it was given. */
async function writeAll(handle: FileHandle, chunks: Buffer[]): Promise<void> {
  for (let left = chunks; left.length > 0; ) {
    let { bytesWritten } = await handle.writev(left)
    left = left.flatMap((chunk) => {
      const taken = Math.min(bytesWritten, chunk.length)
      bytesWritten -= taken
      return taken === chunk.length ? [] : [chunk.subarray(taken)]
    })
  }
}
