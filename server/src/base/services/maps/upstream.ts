// One outside map service, with the limits that its owners ask for: one request a second by all processes
// together, and none while it is down. Each process finds out by itself whether it is down.
import { limitedText, retryAfterOf } from '../../http/answer.ts'
import { readJson } from '../../http/json.ts'
import type { Locks } from '../../runtime/locks.ts'
import type { Falla } from '../probe.ts'
import { MapsDown } from './port.ts'

export type UpstreamOptions = {
  /** Its address, also with a key: `https://host/path?key=…`, which then goes along with each question. */
  base: string
  /** 'product/version (contact)': public services refuse a client that does not identify itself. */
  userAgent: string
  now: () => number
  /** Milliseconds of a clock that only goes forward. */
  steady?: (() => number) | undefined
  /** The locks of all processes: they hold the turn to ask. */
  locks: Pick<Locks, 'take'>
  /** Milliseconds between two calls. */
  everyMs?: number
  budgetMs?: number
}

export type MapAnswer = { status: number; body: unknown }

export type Upstream = {
  /** The key of its cached answers. */
  host: string
  /**
   * `path` has a query. `read` takes what is wanted from the answer: what it throws counts as a failure.
   * `quien`: the caller's network, so that none fills the line. @throws MapsDown if it does not answer in time,
   * or with nonsense; its message is Spanish, for the owner
   */
  get<T>(path: string, read: (answer: MapAnswer) => T, quien?: string | undefined): Promise<T>
  falla(): Falla
}

const EVERY_MS = 1_000
const BUDGET_MS = 4_000
const MAX_WAITING = 5
/** The most waiting calls of one network: the rest of the line is for all others. */
const MAX_WAITING_OF_ONE = 3
const MAX_BYTES = 2 * 1024 ** 2
const BREAK_AFTER = 5
const BREAK_MS = 30_000
/** The longest peace that a service gets by asking for it. */
const MAX_RETRY_AFTER_MS = 3_600_000

export function createUpstream({
  base,
  userAgent,
  now,
  steady = () => performance.now(),
  locks,
  everyMs = EVERY_MS,
  budgetMs = BUDGET_MS,
}: UpstreamOptions): Upstream {
  const { origin, host, pathname, search } = new URL(base)
  const root = `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '')
  const more = search.replace('?', '&')
  const waiting: (string | undefined)[] = []
  let failures = 0
  let failingSince = 0
  /** By the steady clock: a machine whose time is set back must not leave the service alone for hours. */
  let closedUntil = 0
  const leaveAlone = (ms: number) => {
    closedUntil = Math.max(closedUntil, steady() + ms)
  }
  /** @throws MapsDown */
  const needOpen = () => {
    if (steady() < closedUntil) throw new MapsDown('acaba de fallar, y le damos un rato')
  }

  /** Waits for this call's turn; the next one is `everyMs` later. @throws MapsDown if it takes too long */
  async function turn(quien: string | undefined): Promise<void> {
    const own = quien === undefined ? 0 : waiting.filter((one) => one === quien).length
    if (waiting.length >= MAX_WAITING || own >= MAX_WAITING_OF_ONE)
      throw new MapsDown('hay demasiadas preguntas a la vez')
    waiting.push(quien)
    try {
      // Long enough for the last in the line
      const patience = Math.max(budgetMs, (MAX_WAITING + 1) * everyMs)
      const release = await locks.take(`mapas ${root}`, { signal: AbortSignal.timeout(patience) })
      setTimeout(release, everyMs)
    } catch (error) {
      throw new MapsDown('no llegó el turno de preguntarle', { cause: error })
    } finally {
      waiting.splice(waiting.indexOf(quien), 1)
    }
  }

  async function ask<T>(path: string, read: (answer: MapAnswer) => T, quien?: string): Promise<T> {
    needOpen()
    await turn(quien)
    needOpen() // a call before this one may have failed meanwhile
    try {
      const answer = read(await load(path))
      failures = 0
      failingSince = 0
      return answer
    } catch (error) {
      failingSince ||= now()
      if (++failures >= BREAK_AFTER) leaveAlone(BREAK_MS)
      throw error instanceof MapsDown ? error : new MapsDown(wordsOf(error, budgetMs), { cause: error })
    }
  }

  async function load(path: string): Promise<MapAnswer> {
    const signal = AbortSignal.timeout(budgetMs)
    const get = (url: string) =>
      fetch(url, {
        headers: { accept: 'application/json', 'user-agent': userAgent },
        redirect: 'manual',
        signal,
      })
    const url = `${root}${path}${more}`
    const first = await get(url)
    const other = await elsewhere(first, url)
    const response = other ? await get(other) : first
    const { status } = response
    const text = await limitedText(response, MAX_BYTES)
    if (isKeyRefused(status)) throw new MapsDown(`HTTP ${status}`, { isRefused: true })
    const isDown = status >= 500 || status === 429
    if (isDown) leaveAlone(Math.min(retryAfterOf(response, now()) ?? 0, MAX_RETRY_AFTER_MS))
    if (isDown || isRedirect(status)) throw new MapsDown(`HTTP ${status}`)
    return { status, body: readJson(text) }
  }

  return {
    host,
    get: ask,
    falla: () => (failingSince ? { since: failingSince, failures } : null),
  }
}

/**
 * Where an answer leads on the service's own host, as from http to https; null: nowhere. The rest of an answer that leads
 * on is not read. Another host is not asked: it may be inside the shop's network. @throws MapsDown
 */
async function elsewhere({ status, headers, body }: Response, url: string): Promise<string | null> {
  const location = headers.get('location')
  if (!isRedirect(status) || !location || !URL.canParse(location, url)) return null
  await body?.cancel()
  const [from, to] = [new URL(url), new URL(location, url)]
  const isSame = from.hostname === to.hostname && ['https:', from.protocol].includes(to.protocol)
  if (isSame) return to.href
  throw new MapsDown(
    `manda a otra dirección (${to.host.slice(0, MAX_HOST)}): si es del servicio, configurá esa`,
  )
}
const MAX_HOST = 100

const isRedirect = (status: number): boolean => status >= 300 && status < 400

/** For the owner's screen. */
function wordsOf(error: unknown, budgetMs: number): string {
  if (error instanceof SyntaxError) return 'contesta algo que no es JSON'
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `tardó más de ${budgetMs / 1000} segundos`
  if (error instanceof TypeError) return 'no se pudo hablar con él'
  return 'contesta demasiado'
}

/** Statuses for an address with a wrong key, or without the required one. */
export const isKeyRefused = (status: number): boolean => status === 401 || status === 403
