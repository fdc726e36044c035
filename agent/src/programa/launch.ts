// Starts the version that the pointer names, again whenever it ends, and goes back to the one before if a new
// one does not work. The launcher itself is never updated in place, so it does no more than this.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plataforma } from '@imprimitodo/shared/rules/taller/programa'
import {
  anyInstalled,
  backFrom,
  isInstalled,
  type Puntero,
  placesIn,
  programaIn,
  readPuntero,
  sweepVersiones,
  writePuntero,
} from './carpeta-programa.ts'

/** Exit code of an agent that wants the launcher to read the pointer again. */
export const REPLACED = 75
/** Message of an agent that has spoken to the shop for a while. */
export const ANDA = 'anda'

// How an agent learns that the launcher started it
export const BASE_ENV = 'AGENTE_PROGRAMA'
export const VERSION_ENV = 'AGENTE_VERSION'
/**
 * Milliseconds between an agent's checks for a new version, and until it reports that it works. Absent: the
 * usual.
 */
export const DELAY_ENV = 'AGENTE_PLAZO'

/** How often a new version is started before the launcher goes back. */
const TRIES = 3
/** An agent that ends sooner has failed. After SOON_ENDS failures in a row another version runs, if there is one. */
const SOON_MS = 5_000
const SOON_ENDS = 5
const STOP_MS = 20_000

type Clocks = { againMs: number; refusedMs: number; trialMs: number }
const CLOCKS: Clocks = { againMs: 2_000, refusedMs: 60_000, trialMs: 10 * 60_000 }

type Opciones = {
  base: string
  plataforma: Plataforma
  /** The agent's arguments: which shop, and what else the installing person chose. */
  args: string[]
  log(text: string): void
  signal: AbortSignal
  clocks?: Partial<Clocks>
}

type Fin = { code: number | null; isLate: boolean; ranMs: number }

/** Runs until the signal aborts. @throws where nothing is installed */
export async function launch({ base, plataforma, args, log, signal, clocks }: Opciones): Promise<void> {
  const { againMs, refusedMs, trialMs } = { ...CLOCKS, ...clocks }
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => {})
  let soon = 0
  sweepVersiones(base, needPuntero(base, plataforma, log))
  while (!signal.aborted) {
    const puntero = begun(base, needPuntero(base, plataforma, log), plataforma, log)
    const { code, isLate, ranMs } = await runOnce({ base, plataforma, args, log, signal, trialMs }, puntero)
    if (signal.aborted) return
    const after = needPuntero(base, plataforma, log)
    if (code === REPLACED && after.actual !== puntero.actual) {
      log(`versión ${after.actual}: se prueba`)
      continue
    }
    const isSoon = after.a_prueba === null && isCrash(code) && ranMs < SOON_MS
    soon = isSoon ? soon + 1 : 0
    if (isLate || soon >= SOON_ENDS) {
      soon = 0
      goBack(base, after, log)
      continue
    }
    log(`el agente terminó (${code ?? 'cortado'}): se arranca de nuevo`)
    // After a refusal the pause is longer: the agent told what a person has to do
    await pause(isCrash(code) ? againMs : refusedMs)
  }
}

/** Other exit codes are the agent's own decision, and come with a sentence. */
const isCrash = (code: number | null): boolean => code === null || ![0, 1, 2].includes(code)

/** What to start now. The start is counted before it happens, so that a power cut counts too. */
function begun(base: string, puntero: Puntero, plataforma: Plataforma, log: (text: string) => void): Puntero {
  const { a_prueba, actual } = puntero
  const isOver = a_prueba !== null && a_prueba >= TRIES
  if (isOver || !isInstalled(base, actual, plataforma)) {
    const back = goBack(base, puntero, log)
    if (back) return back
  }
  if (a_prueba === null || isOver) return puntero
  const counted = { ...puntero, a_prueba: a_prueba + 1 }
  keepPuntero(base, counted, log)
  return counted
}

/** If the pointer cannot be written, as on a full disk, printing goes on. */
function keepPuntero(base: string, puntero: Puntero, log: (text: string) => void): boolean {
  try {
    writePuntero(base, puntero)
    return true
  } catch (error) {
    log(`no se puede anotar qué versión corre (${error instanceof Error ? error.message : error})`)
    return false
  }
}

function goBack(base: string, puntero: Puntero, log: (text: string) => void): Puntero | null {
  const back = backFrom(puntero)
  if (!back || !keepPuntero(base, back, log)) return null
  log(`versión ${puntero.actual}: no anduvo, se vuelve a la ${back.actual}`)
  return back
}

function needPuntero(base: string, plataforma: Plataforma, log: (text: string) => void): Puntero {
  const known = readPuntero(base)
  if (known) return known
  const any = anyInstalled(base, plataforma)
  if (!any) throw new Error(`No hay ningún agente instalado en ${base}: instalalo de nuevo.`)
  const made: Puntero = { actual: any, anterior: null, a_prueba: null, malas: [] }
  keepPuntero(base, made, log)
  return made
}

/** `isLate`: it is on trial and did not report in time that it works. */
function runOnce(
  { base, plataforma, args, log, signal, trialMs }: Omit<Opciones, 'clocks'> & { trialMs: number },
  puntero: Puntero,
): Promise<Fin> {
  const { node, agente } = programaIn(base, puntero.actual, plataforma)
  const { datos } = placesIn(base)
  const child = spawn(node, [agente, '--folder', datos, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [BASE_ENV]: base, [VERSION_ENV]: puntero.actual },
    windowsHide: true,
  })
  const since = performance.now()
  let isLate = false
  const trial =
    puntero.a_prueba === null
      ? undefined
      : setTimeout(() => {
          isLate = true
          void end(child)
        }, trialMs)
  child.on('message', (message) => {
    if (message !== ANDA || isLate) return
    clearTimeout(trial)
    confirm(base, puntero.actual, log)
  })
  const stop = () => void end(child)
  signal.addEventListener('abort', stop, { once: true })
  return new Promise((done) => {
    const finish = (code: number | null) => {
      clearTimeout(trial)
      signal.removeEventListener('abort', stop)
      done({ code, isLate, ranMs: performance.now() - since })
    }
    child.once('error', () => finish(null))
    child.once('exit', finish)
  })
}

/** It works: from now on it is the version to go back to, and older ones are deleted. */
function confirm(base: string, version: string, log: (text: string) => void): void {
  const puntero = readPuntero(base)
  if (puntero?.actual !== version || puntero.a_prueba === null) return
  const works = { ...puntero, a_prueba: null }
  if (keepPuntero(base, works, log)) sweepVersiones(base, works)
}

/** Windows has no SIGTERM: there the closed channel tells the agent to end. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  if (process.platform === 'win32' && child.connected) child.disconnect()
  else child.kill('SIGTERM')
  await sleep(STOP_MS, undefined, { ref: false })
  child.kill('SIGKILL')
}
