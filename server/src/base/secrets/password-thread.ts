import type { Argon2Parameters } from 'node:crypto'
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The thread keeps 30 MB after its last hash: it ends after this long without a login. */
const IDLE_MS = 60_000

let worker: Worker | undefined
let idle: NodeJS.Timeout | undefined

/**
 * argon2id in a single thread of its own. In Node's pool four threads take turns, and glibc gives every
 * thread a heap that keeps freed memory: 60 hashes one after the other left 146 MB behind, here 23. One call
 * at a time: the caller queues.
 */
export async function argon2id(wanted: Argon2Parameters): Promise<Buffer> {
  clearTimeout(idle)
  worker ??= start()
  const own = worker
  own.ref()
  try {
    // A thread that fails emits 'error', which is thrown here. `node --watch` sends messages of its own
    const told = on(own, 'message', { close: ['exit'] })
    own.postMessage(wanted)
    for await (const [message] of told) if (message instanceof Uint8Array) return Buffer.from(message)
    throw new Error('The thread ended.')
  } finally {
    own.unref() // it must not keep the process alive
    idle = setTimeout(end, IDLE_MS).unref()
  }
}

function end(): void {
  void worker?.terminate()
  worker = undefined // the next call starts another, even before this one is gone
}

function start(): Worker {
  const started = new Worker(new URL('./password-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  const forget = () => {
    if (worker === started) worker = undefined // the next call starts another
  }
  // It fails a moment before it ends: a call in between would wait for good
  started.once('error', forget).once('exit', forget)
  return started
}
