import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Avance } from './restauracion.ts'

const RESPALDAR = fileURLToPath(new URL('../../backup-command.ts', import.meta.url))
/** Lower priority than requests. */
const NICE = 10

/** The night's backup: the archive, and beside it the files that no earlier one stored. @throws with its last words */
export const makeInChild = (path: string, signal: AbortSignal): Promise<void> =>
  enHijo(['noche', path], signal)

/** Removes stored files that no archive in `folder` needs. @throws with its last words */
export const sweepInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  enHijo(['barrer', folder], signal)

/** The newest archive of `folder` to the second place; what came of it is written down. @throws with its last words */
export const copyInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  enHijo(['copiar', folder], signal)

/** Restores the newest archive of `folder` to try it; what came of it is written down. @throws with its last words */
export const tryInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  enHijo(['ensayar', folder], signal)

/** A copy of the embedded database's folder into the chain `cadena` of `folder`. @throws with its last words */
export const splitInChild = (folder: string, cadena: string, signal: AbortSignal): Promise<void> =>
  enHijo(['partir', folder, cadena], signal)

/** Customers' files that came since `since` (ms since 1970) beside the backups of `folder`. @throws with its last words */
export const archiveInChild = (folder: string, since: number, signal: AbortSignal): Promise<void> =>
  enHijo(['archivar', folder, String(since)], signal)

/** What was written in `folder` since `since` (ms since 1970) to the second place. @throws with its last words */
export const followInChild = (folder: string, since: number, signal: AbortSignal): Promise<void> =>
  enHijo(['seguir', folder, String(since)], signal)

/**
 * A backup into the database of this server, which has no owner yet. It breaks off with the child's last words where that
 * fails, and then nothing was changed; also where this process ends.
 */
export async function restoreInChild(
  que: { clave: string; lugar: string; nombre: string },
  say: (avance: Avance) => void,
  signal: AbortSignal,
): Promise<void> {
  const { child, ended } = start(['restaurar', '-'], ['pipe', 'pipe'], signal)
  child.stdin?.on('error', () => {}) // it ended already: its last words say why
  child.stdin?.write(`${JSON.stringify(que)}\n`) // not by its arguments, which every user of the machine reads
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => say(JSON.parse(line) as Avance))
  await ended
}

/** Files of ours in one of this server's places, in bytes by name. @throws with its last words */
export async function listInChild(lugar: string, signal: AbortSignal): Promise<Map<string, number>> {
  const { child, ended } = start(['listar', lugar], ['ignore', 'pipe'], signal)
  const [said] = await Promise.all([child.stdout ? text(child.stdout) : '', ended])
  return new Map(JSON.parse(said) as [string, number][])
}

/**
 * A whole archive as it is made. It breaks off with the child's last words where that fails. `incomplete`: told, in the
 * owner's words, that it ended without some files.
 */
export function downloadInChild(signal: AbortSignal, incomplete: (text: string) => void): Readable {
  const out = new PassThrough()
  const { child, ended } = start(['bajar', '-'], ['ignore', 'pipe'], signal)
  child.stdout?.pipe(out, { end: false })
  ended.then(
    (said) => {
      if (said) incomplete(said)
      out.end()
    },
    (error) => out.destroy(error),
  )
  return out
}

/** In a process of its own: packing gigabytes costs the server neither memory nor turns of its loop. */
const enHijo = async (args: string[], signal: AbortSignal): Promise<void> => {
  await start(args, ['ignore', 'ignore'], signal).ended
}

type Way = 'ignore' | 'pipe'

function start(args: string[], [stdin, stdout]: [Way, Way], signal: AbortSignal) {
  const child = spawn(process.execPath, [...process.execArgv, RESPALDAR, ...args], {
    stdio: [stdin, stdout, 'pipe'],
    signal,
  })
  /** Its last words; '' where it had nothing to say. */
  const ended = new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-2_000)
    })
    child.on('spawn', () => {
      try {
        if (child.pid) setPriority(child.pid, NICE)
      } catch {
        // it ended already, or this system does not let us
      }
    })
    child.on('error', reject)
    child.on('close', (code, killed) => {
      const last = said.trim().split('\n').at(-1) ?? ''
      if (code === 0) resolve(last)
      else reject(new Error(last || `terminó con ${killed ?? code}`))
    })
  })
  return { child, ended }
}
