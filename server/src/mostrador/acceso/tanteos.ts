// Tanteos at passwords and codes of the back office: counted for each account, whatever addresses they come
// from.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../base/http/errors.ts'
import { type Bucket, countIn, needRoom } from '../../base/http/rate-limit.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Checks } from '../../cuentas/auth/service.ts'
import { isKnownBrowser } from '../../gestion/seguridad/service.ts'

const CHECK = 'Antes de seguir tenemos que verificar que seas una persona.'

type Own = Pick<Deps, 'db' | 'dataDir' | 'limits'>
type Http = { request: FastifyRequest; reply: FastifyReply }

export type MaxTanteos = {
  /** How many wrong ones an account may have within `ms`, from all addresses. */
  libre: number
  /** The limit of one browser that signed in to the account before: it has a count of its own. */
  conocido: number
  /** How many more behind the anti-bot check once `libre` is used up; null: as many as pass it. */
  control: number | null
  ms: number
}

/** The account that is guessed at. `cuenta` names the count; `id` is null where there is no such account. */
type De = { cuenta: string; id: number | null }

export type Tanteos = {
  /**
   * Runs `look`, which says whether the typed text is right, as soon as the account has room for one more
   * wrong one. One at a time for each account: guesses that come at once cannot outrun the count.
   * @param techos high limits that a wrong guess counts in too; not used for a browser known to the account
   * @throws 403 {detail, captcha: true} where the anti-bot check comes first; 429 with Retry-After
   */
  try(de: De, http: Http, look: () => Promise<boolean>, techos?: Bucket[]): Promise<boolean>
  /** Resets the account's counts. */
  forget(cuenta: string): void
}

/** `onFull`: the account's common count was just used up; not called where there is no such account. */
export function createTanteos(
  deps: Own,
  passes: (http: Http) => Promise<boolean>,
  { name, maxTanteos, onFull }: { name: string; maxTanteos: MaxTanteos; onFull: (id: number) => void },
): Tanteos {
  const counter = (kind: string, max: number) => deps.limits(`${name}-${kind}`, max, maxTanteos.ms)
  const libre = counter('libre', maxTanteos.libre)
  const conocido = counter('conocido', maxTanteos.conocido)
  const control = maxTanteos.control === null ? null : counter('control', maxTanteos.control)
  const inLine = createLines()

  /** The counts that a wrong guess would go into. */
  async function admit({ cuenta, id }: De, http: Http, techos: Bucket[] = []) {
    const { browser } = visitorOf(http.request)
    const own = `${cuenta}|${browser}`
    if (id !== null && browser && conocido.allows(own)) {
      const isKnown = await isKnownBrowser(deps, { tipo: 'operador', id }, http.request)
      if (isKnown) return () => void conocido.take(own)
    }
    needRoom(techos)
    if (libre.allows(cuenta))
      return () => {
        countIn(techos)
        libre.take(cuenta)
        if (id !== null && !libre.allows(cuenta)) onFull(id)
      }
    if (control) needRoom([[control, cuenta]])
    if (!(await passes(http))) throw new Refusal(403, { detail: CHECK, captcha: true }, { codigo: 'captcha' })
    return () => {
      countIn(techos)
      control?.take(cuenta)
    }
  }

  return {
    try: (de, http, look, techos) =>
      inLine(de.cuenta, async () => {
        const count = await admit(de, http, techos)
        const isRight = await look()
        if (!isRight) count()
        return isRight
      }),
    forget(cuenta) {
      for (const counted of [libre, control]) counted?.forget(cuenta)
    },
  }
}

/** A passed check counts for one request, however often the request asks for it. */
export function passesOnce(checks: Checks): (http: Http) => Promise<boolean> {
  const asked = new WeakMap<FastifyRequest, Promise<boolean>>()
  return ({ request, reply }) => {
    const passed = asked.get(request) ?? checks.consume(request, reply, 'mostrador')
    asked.set(request, passed)
    return passed
  }
}

/** Runs the tasks of one key one after another. */
function createLines() {
  const last = new Map<string, Promise<unknown>>()
  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(task, task)
    const settled = mine.catch(() => {})
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
