// The steps of check, test, e2e and soak: they are shown, counted and never hide a failure.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

const MAX_FAILURE = 2_000 // characters
const SLOWEST = 10
/** After so many minutes a part is stopped: one of its test files never ends. */
const PART_MINUTES = 50
const BIN = join(import.meta.dirname, '../node_modules/.bin')
/** Minutes that each command took here last time. */
const LAST = join(import.meta.dirname, '../node_modules/.cache/imprimitodo-minutes.json')

export type Count = { passed: number; failed: number }

/** The parts of vitest's report that are read here. */
type Assertion = { status: string; fullName: string; duration?: number | null; failureMessages: string[] }
type Report = {
  testResults: { name: string; status: string; message: string; assertionResults: Assertion[] }[]
}

/** The failures so far, in words: printed last, since a log is often read from its end. */
const failures: string[] = []

/** Tests that failed once and passed when retried: they count as passed, and are listed for a look. */
const shaky: string[] = []

/** For a step that counts its failures itself. */
export const tellFailure = (what: string) => void failures.push(what)

/** Checks whose server did not answer: neither passed nor failed, and listed as such. */
const skipped: string[] = []
export const notRun = (what: string) => void skipped.push(what)

/** Things to look into, which fail nothing. */
const warnings: string[] = []
export const warn = (what: string) => void warnings.push(what)

/** Every test that ran, with its title, in milliseconds. */
const took: { title: string; ms: number }[] = []

let begun: string | undefined

/** Says how long a command takes: as long as here last time, or else the `minutes` that two cores need. */
export function begin(command: string, minutes: number): void {
  begun = command
  const here = lastMinutes()[command]
  console.log(
    here === undefined
      ? `${command} takes about ${minutes} minutes on two cores.`
      : `${command} takes about ${Math.max(1, Math.round(here))} minutes, as it did here last time.`,
  )
}

function lastMinutes(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(LAST, 'utf8'))
  } catch {
    return {} // the first time, or node_modules is new
  }
}

function remember(command: string): void {
  mkdirSync(dirname(LAST), { recursive: true })
  writeFileSync(LAST, JSON.stringify({ ...lastMinutes(), [command]: performance.now() / 60_000 }))
}

/** One line for a finished part. */
function tellPart(ok: boolean, name: string, started: number, more = ''): void {
  const seconds = (performance.now() - started) / 1000
  const time = seconds < 100 ? `${seconds.toFixed(1)} s` : `${(seconds / 60).toFixed(1)} min`
  console.log(`${ok ? '✓' : '✗'} ${name} (${time})${more}`)
}

/** Runs one check and counts it as one. */
export function check(name: string, command: string, args: string[] = []): Count {
  const started = performance.now()
  return counted(run(command, args), name, started)
}

type Check = { name: string; command: string; args?: string[] }

/**
 * Runs checks in parallel, as many as there are cores. A check's output is shown when it has ended, above its
 * line.
 */
export async function sideBySide(checks: Check[]): Promise<Count> {
  const counts: Count[] = []
  const left = checks.values()
  const lane = async () => {
    for (const one of left) counts.push(await quietly(one))
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
  return sum(counts)
}

async function quietly({ name, command, args = [] }: Check): Promise<Count> {
  const started = performance.now()
  const child = spawn(fileOf(command), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve).once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(null)
    })
  })
  const [status, ...said] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  process.stdout.write(said.join(''))
  return counted(status === 0, name, started)
}

function counted(ok: boolean, name: string, started: number): Count {
  tellPart(ok, name, started)
  if (ok) return { passed: 1, failed: 0 }
  failures.push(name)
  return { passed: 0, failed: 1 }
}

/**
 * Runs vitest and counts its tests; `name` names the part. A run that failed without a failed test (a file that does
 * not load, an error outside every test) counts as one failure.
 */
export function vitest(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Count {
  const started = performance.now()
  const shakyBefore = shaky.length
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-report-'))
  const report = join(folder, 'report.json')
  try {
    const ok = run(
      'vitest',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      env,
      process.env.SOAK === '1' ? undefined : { part: name, minutes: PART_MINUTES },
    )
    const counted = countOf(report)
    if (!ok && !counted.failed) {
      failures.push(`${name}: an error outside every test, above`)
      counted.failed = 1
    }
    const again = shaky.length - shakyBefore
    const sums = `: ${counted.passed} passed, ${counted.failed} failed`
    tellPart(!counted.failed, name, started, sums + (again ? `, ${again} only when tried again` : ''))
    return counted
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function countOf(report: string): Count {
  try {
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'))
    const tests = testResults.flatMap((file) =>
      file.assertionResults.map((test) => ({ ...test, file: file.name })),
    )
    const failed = tests.filter(isFailed)
    for (const test of tests) took.push({ title: titleOf(test), ms: test.duration ?? 0 })
    for (const test of tests.filter((test) => test.status === 'passed' && test.failureMessages.length > 0))
      shaky.push(messageOf(test))
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
    )
    failures.push(...failed.map(messageOf))
    for (const file of unloaded) failures.push(`${file.name}\n${file.message}`)
    const passed = tests.filter((test) => test.status === 'passed').length
    return { passed, failed: failed.length + unloaded.length }
  } catch {
    return { passed: 0, failed: 1 } // vitest died before it wrote the report
  }
}

function isFailed(test: Assertion): boolean {
  return test.status === 'failed'
}

type Located = Assertion & { file: string }
const titleOf = ({ file, fullName }: Located): string => `${file} > ${fullName}`
const messageOf = (test: Located): string => `${titleOf(test)}\n${test.failureMessages.join('\n')}`

export function sum(counts: Count[]): Count {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }))
}

/**
 * Prints the slowest tests, the failures, and the last line, which other programs read; and sets the exit
 * code.
 */
export function finish({ passed, failed }: Count): void {
  tellSlowest()
  if (begun) remember(begun)
  for (const once of shaky) console.log(`\n⚠ passed only when tried again: ${once.slice(0, MAX_FAILURE)}`)
  for (const warning of warnings) console.log(`⚠ ${warning}`)
  for (const one of skipped) console.log(`– not run: ${one}`)
  for (const failure of failures) console.log(`\n✗ ${failure.slice(0, MAX_FAILURE)}`)
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed || !passed ? 1 : 0
}

function tellSlowest(): void {
  if (took.length <= SLOWEST) return
  console.log(`\nThe ${SLOWEST} slowest of ${took.length} tests:`)
  for (const { title, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST))
    console.log(`  ${(ms / 1000).toFixed(1)} s  ${title}`)
}

type Limit = { part: string; minutes: number }

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}, limit?: Limit): boolean {
  const { status, error } = spawnSync(fileOf(command), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    timeout: limit && limit.minutes * 60_000,
  })
  if (limit && error && 'code' in error && error.code === 'ETIMEDOUT')
    failures.push(
      `${limit.part}: stopped after ${limit.minutes} minutes. A file without a result above never ended.`,
    )
  else if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}

const fileOf = (command: string): string => (command === 'node' ? process.execPath : join(BIN, command))
