// A light call every few milliseconds, timed on a thread of its own: beside a sender on the same event loop the
// times would be the sender's, not the server's.
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const EVERY_MS = 5

/** Milliseconds of each call to `url` until `meanwhile` is over. */
export async function latencies(url: string, meanwhile: Promise<unknown>): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { url } })
  const found = new Promise<number[]>((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  )
  try {
    await meanwhile
  } finally {
    worker.postMessage('over')
  }
  return found
}

async function probe(url: string): Promise<void> {
  const found: number[] = []
  let over = false
  parentPort?.once('message', () => {
    over = true
  })
  await (await fetch(url)).text() // not timed: a new thread's first call is fifty times as long, loading fetch
  while (!over) {
    const started = performance.now()
    await (await fetch(url)).text()
    found.push(performance.now() - started)
    await sleep(EVERY_MS)
  }
  parentPort?.postMessage(found)
}

if (!isMainThread) await probe(workerData.url)
