// When an agent updates its own program: only while no work is being printed.
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import { readPuntero } from './carpeta-programa.ts'
import { fetchVersion, type Origen, PaqueteRefused, switchTo } from './fetch-version.ts'
import { FirmaRefused } from './firma.ts'

/** A refused version is looked at again after this long: the shop may have made it anew. */
const REFUSED_MS = 3600_000
const FAILED_MS = 60_000

export type Actualizador = {
  version: string
  plataforma: Plataforma
  /** Why it is not up to date, in Spanish; null: it is, or is about to be. */
  problema(): string | null
  /** The version that the shop offers now; null: none. It is fetched unless a work is being printed. */
  offered(version: string | null, isIdle: boolean): void
  /** A work came: the download stops, and later goes on from there. */
  pause(): void
  /** Whether a fetched version waits for its start. */
  isReady(): boolean
  /** Makes the fetched version the next one to start. False: that cannot be written, as on a full disk. */
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
      // There was nothing to fetch: asked again after a while, not every minute
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
