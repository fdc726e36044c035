import { createSseParser } from './sse.ts'

export type LiveState = 'conectando' | 'conectado' | 'sin-conexion'

type Options = {
  /** Opens the stream. Its answer is read as it comes; any status but 200 counts as a failure. */
  open: (signal: AbortSignal) => Promise<Response>
  onData: (data: string) => void
  /** Called on each change. Events may have been missed before a 'conectado'. */
  onState: (state: LiveState) => void
  /** The session has ended: the stream stops for good. */
  onUnauthorized: () => void
  /** A stream silent for this long is given up: a lost wifi gives no other sign. */
  silenceMs?: number
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * How long to wait before the n-th try in a row (from 0): doubling, with a random part so that screens do not
 * all retry at once.
 */
export const waitBefore = (attempt: number, chance: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + chance / 2)

/**
 * Keeps a server-sent stream open until `stop` (what it returns) is called. EventSource would do this too, but it
 * cannot send the bearer, and a token in the address ends up in logs.
 */
export function startStream({
  open,
  onData,
  onState,
  onUnauthorized,
  silenceMs = 60_000,
}: Options): () => void {
  const stopped = new AbortController()
  void run()
  return () => stopped.abort()

  async function run(): Promise<void> {
    let attempt = 0
    onState('conectando')
    while (!stopped.signal.aborted) {
      const outcome = await readOnce()
      if (stopped.signal.aborted) return
      if (outcome === 'unauthorized') return onUnauthorized()
      if (outcome === 'was-open') attempt = 0
      // A server may close after a while (deploy, proxy) without a failure: the first retry is not reported
      if (outcome === 'failed') onState('sin-conexion')
      await pause(waitBefore(attempt, Math.random()))
      attempt += 1
    }
  }

  async function readOnce(): Promise<'failed' | 'was-open' | 'unauthorized'> {
    const attempt = new AbortController()
    const giveUp = () => attempt.abort()
    stopped.signal.addEventListener('abort', giveUp)
    // If the device reports that it has no network, the silence is not awaited
    globalThis.addEventListener?.('offline', giveUp)
    let watchdog = setTimeout(giveUp, silenceMs)
    let wasOpen = false
    try {
      const response = await open(attempt.signal)
      if (response.status === 401) return 'unauthorized'
      if (response.status !== 200 || !response.body) return 'failed'
      wasOpen = true
      onState('conectado')
      const push = createSseParser()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        clearTimeout(watchdog)
        watchdog = setTimeout(giveUp, silenceMs)
        for (const { data } of push(read.value)) onData(data)
      }
      return 'was-open'
    } catch {
      // A lost connection and our own abort look the same here; either way the loop decides what comes next
      return wasOpen ? 'was-open' : 'failed'
    } finally {
      clearTimeout(watchdog)
      stopped.signal.removeEventListener('abort', giveUp)
      globalThis.removeEventListener?.('offline', giveUp)
      giveUp()
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        globalThis.removeEventListener?.('online', done)
        stopped.signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      // The device reports that the network is back: retry before the wait is over
      globalThis.addEventListener?.('online', done)
      stopped.signal.addEventListener('abort', done)
    })
  }
}
