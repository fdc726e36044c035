import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Avance } from './restauracion.ts'

const RESPALDAR = fileURLToPath(new URL('../../../backup-command.ts', import.meta.url))
/** Lower priority than the server's requests. */
const NICE = 10

/**
 * The night's backup: the archive, and beside it files that no earlier one stored. @throws with the child's
 * last words
 */
export const makeInChild = (path: string, signal: AbortSignal): Promise<void> =>
  inChild(['noche', path], signal)

/** Deletes stored files that no archive in `folder` needs. @throws with the child's last words */
export const sweepInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  inChild(['barrer', folder], signal)

/**
 * Copies the newest archive of `folder` to the second place, and notes the outcome. @throws with the child's
 * last words
 */
export const copyInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  inChild(['copiar', folder], signal)

/**
 * Restores the newest archive of `folder` to test it, and notes the outcome. @throws with the child's last
 * words
 */
export const tryOutInChild = (folder: string, signal: AbortSignal): Promise<void> =>
  inChild(['ensayar', folder], signal)

/**
 * Copies the embedded database's folder into the chain `cadena` of `folder`. @throws with the child's last
 * words
 */
export const makePartidaInChild = (folder: string, cadena: string, signal: AbortSignal): Promise<void> =>
  inChild(['partir', folder, cadena], signal)

/**
 * Seals customers' files that came since `since` (ms since 1970) beside `folder`'s backups. @throws as above
 */
export const archiveInChild = (folder: string, since: number, signal: AbortSignal): Promise<void> =>
  inChild(['archivar', folder, String(since)], signal)

/** Sends what was written in `folder` since `since` (ms since 1970) to the second place. @throws as above */
export const followInChild = (folder: string, since: number, signal: AbortSignal): Promise<void> =>
  inChild(['seguir', folder, String(since)], signal)

/**
 * Restores a backup into the database of this server, which has no owner yet. Fails with the child's last
 * words, also if this process ends; then nothing was changed.
 */
export async function restoreInChild(
  que: { clave: string; lugar: string; nombre: string },
  say: (avance: Avance) => void,
  signal: AbortSignal,
): Promise<void> {
  const { child, ended } = start(['restaurar', '-'], ['pipe', 'pipe'], signal)
  child.stdin?.on('error', () => {}) // the child ended already: its last words say why
  child.stdin?.write(`${JSON.stringify(que)}\n`) // not as arguments, which every user of the machine can read
  if (child.stdout)
    createInterface({ input: child.stdout }).on('line', (line) => say(JSON.parse(line) as Avance))
  await ended
}

/** Files of ours in one of this server's places, in bytes by name. @throws with the child's last words */
export async function listInChild(lugar: string, signal: AbortSignal): Promise<Map<string, number>> {
  const { child, ended } = start(['listar', lugar], ['ignore', 'pipe'], signal)
  const [said] = await Promise.all([child.stdout ? text(child.stdout) : '', ended])
  return new Map(JSON.parse(said) as [string, number][])
}

/**
 * A whole archive as it is made. The stream fails with the child's last words. `incomplete`: called, in the
 * owner's words, if files are missing.
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

/** In a process of its own: packing gigabytes costs the server neither memory nor time of its event loop. */
const inChild = async (args: string[], signal: AbortSignal): Promise<void> => {
  await start(args, ['ignore', 'ignore'], signal).ended
}

/** The last line; of a crash the error, under which Node writes its place and its own version. */
export function lastWords(said: string): string {
  const lines = said.trim().split('\n')
  return lines.findLast((line) => CRASH.test(line)) ?? lines.at(-1) ?? ''
}
const CRASH = /^(?:\w+ \[)?\w{0,40}Error\b/

type Way = 'ignore' | 'pipe'

function start(args: string[], [stdin, stdout]: [Way, Way], signal: AbortSignal) {
  const child = spawn(process.execPath, [...process.execArgv, RESPALDAR, ...args], {
    stdio: [stdin, stdout, 'pipe'],
    signal,
  })
  /** The child's last words; '' if it had none. */
  const ended = new Promise<string>((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (part: Buffer) => {
      said = (said + part.toString()).slice(-2_000)
    })
    child.on('spawn', () => {
      try {
        if (child.pid) setPriority(child.pid, NICE)
      } catch {
        // The child ended already, or this system does not allow it
      }
    })
    child.on('error', reject)
    child.on('close', (code, killed) => {
      const last = lastWords(said)
      if (code === 0) resolve(last)
      else reject(new Error(last || `terminó con ${killed ?? code}`))
    })
  })
  return { child, ended }
}
