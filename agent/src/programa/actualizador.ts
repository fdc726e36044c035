// When an agent looks after its own program: only while nothing is on its way to paper.
import type { Plataforma } from '@imprimitodo/shared/rules/programa'
import { readPuntero } from './carpeta-programa.ts'
import { fetchVersion, type Origen, PaqueteRefused, switchTo } from './fetch-version.ts'
import { FirmaRefused } from './firma.ts'

/** What is refused once is looked at again after this long: the shop may have made it anew. */
const REFUSED_MS = 3600_000
const FAILED_MS = 60_000

export type Actualizador = {
  version: string
  plataforma: Plataforma
  /** Why it is not up to date, in Spanish; null: it is, or it is about to be. */
  problema(): string | null
  /** What the shop offers now; null: nothing. Fetched meanwhile, unless a work is on its way. */
  offered(version: string | null, isIdle: boolean): void
  /** A work came: what is being fetched goes on later, where it stopped. */
  pause(): void
  /** Whether a version waits for its start. */
  isReady(): boolean
  /** Puts it in place of the one that runs, for the next start. False: it cannot be written down, as on a full disk. */
  install(): boolean
}

type Opciones = {
  base: string
  version: string
  plataforma: Plataforma
  clave: string
  log(text: string): void
  signal: AbortSignal
}

export function createActualizador(
  { base, version, plataforma, clave, log, signal }: Opciones,
  origen: Origen,
): Actualizador {
  let ready: string | null = null
  let fetching: AbortController | null = null
  let problema: string | null = null
  let last: string | null = null
  let notBefore = 0

  function note(error: unknown): void {
    const isRefused = error instanceof FirmaRefused || error instanceof PaqueteRefused
    problema = isRefused ? error.message : 'No se pudo bajar la versión nueva. Se prueba de nuevo sola.'
    notBefore = performance.now() + (isRefused ? REFUSED_MS : FAILED_MS)
    log(`actualización: ${error instanceof Error ? error.message : String(error)}`)
  }

  async function fetchIt(stop: AbortController): Promise<void> {
    try {
      ready = await fetchVersion(
        { base, plataforma, clave },
        origen,
        AbortSignal.any([signal, stop.signal, AbortSignal.timeout(REFUSED_MS)]),
      )
      problema = null
      // Nothing to do there: asked again in a while, not every minute
      if (!ready) notBefore = performance.now() + REFUSED_MS
    } catch (error) {
      if (!signal.aborted && !stop.signal.aborted) note(error)
    } finally {
      fetching = null
    }
  }

  return {
    version,
    plataforma,
    problema() {
      if (problema) return problema
      const isBad = last !== null && readPuntero(base)?.malas.includes(last)
      return isBad ? `La versión ${last} no anduvo en esta computadora, y volvió a la de antes.` : null
    },
    offered(offered, isIdle) {
      last = offered
      if (ready || fetching || !isIdle || performance.now() < notBefore) return
      if (!offered || offered === version || readPuntero(base)?.malas.includes(offered)) return
      fetching = new AbortController()
      void fetchIt(fetching)
    },
    pause: () => fetching?.abort(),
    isReady: () => ready !== null,
    install() {
      if (!ready) return false
      try {
        switchTo(base, ready)
        return true
      } catch (error) {
        note(error)
        ready = null // looked at again in a while
        return false
      }
    },
  }
}
