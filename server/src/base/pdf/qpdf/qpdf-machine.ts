import { spawnSync } from 'node:child_process'
import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Command } from './qpdf.ts'

const DONE = new Set<number | null>([0, 3]) // 3: with warnings
const MEMORY_BYTES = 2 ** 30
/** Wall-clock time per processor time: on a busy machine it must not look endless. */
const PATIENCE = 2

/** The programs found in the folders of `PATH`. This process does not use a qpdf again that hung or died. */
let found: { path: string; qpdf: string[] | undefined } | undefined

/**
 * Runs the machine's qpdf: without a shell, ended with this process, and with limits of processor time, of
 * time and of memory. It writes to a temporary file beside `out`, which is removed after a failure.
 * @returns whether it succeeded; false if the machine lacks it, or the programs that limit it (setpriv and
 * prlimit, of util-linux)
 */
export function runOfMachine({ words, out, ms, isSound = () => true }: Command): boolean {
  const qpdf = qpdfOf(process.env.PATH ?? '')
  if (!qpdf) return false
  const [written, list] = [`${out}.nativo`, `${out}.argumentos`]
  const texts = [...words, { path: written }].map((word) => (typeof word === 'string' ? word : word.path))
  if (texts.some((text) => text.includes('\n'))) return false
  try {
    writeFileSync(list, texts.join('\n')) // thousands of ranges are longer than a command may be
    const [program = '', ...args] = limited(qpdf, ms)
    const { status, error } = spawnSync(program, [...args, `@${list}`], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH, LC_ALL: 'C' },
      timeout: Math.ceil(ms * PATIENCE),
      killSignal: 'SIGKILL',
    })
    if (error || status === null) found = { path: process.env.PATH ?? '', qpdf: undefined }
    if (error || !DONE.has(status) || !isGood(written, isSound)) return false
    renameSync(written, out)
    return true
  } finally {
    rmSync(written, { force: true })
    rmSync(list, { force: true })
  }
}

/** False if it does not exist, or cannot be read. */
function isGood(written: string, isSound: (out: string) => boolean): boolean {
  try {
    return statSync(written).size > 0 && isSound(written)
  } catch {
    return false
  }
}

function limited([setpriv = '', prlimit = '', qpdf = '']: string[], ms: number): string[] {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return [
    setpriv,
    '--pdeathsig',
    'KILL',
    prlimit,
    `--as=${MEMORY_BYTES}`,
    `--cpu=${seconds}`,
    '--core=0',
    qpdf,
  ]
}

/** The paths of the programs for a run; undefined if one is missing. */
function qpdfOf(path: string): string[] | undefined {
  if (found?.path !== path) {
    const programs = ['setpriv', 'prlimit', 'qpdf'].map((name) => findProgram(name, path))
    const all = programs.filter((program) => program !== undefined)
    found = { path, qpdf: all.length === programs.length ? all : undefined }
  }
  return found.qpdf
}

const findProgram = (name: string, path: string): string | undefined =>
  path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable)

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
