// What check, test, e2e and soak are made of: steps that are shown, counted and never hide a failure.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../node_modules/.bin')

/** @typedef {{ passed: number, failed: number }} Count */

/** Runs one check and counts it as one. @returns {Count} */
export function check(name, command, args = []) {
  const started = performance.now()
  const ok = run(command, args)
  console.log(`${ok ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
  return ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * Runs vitest and counts its tests. A run that failed without a failed test (a file that does not load, an
 * error outside every test) counts as one failure. @returns {Count}
 */
export function vitest(args, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-report-'))
  const report = join(folder, 'report.json')
  try {
    const ok = run(
      'vitest',
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      env,
    )
    const counted = countOf(report)
    return ok || counted.failed ? counted : { ...counted, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function countOf(report) {
  try {
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const tests = testResults.flatMap((file) => file.assertionResults)
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
    )
    const failed = tests.filter(isFailed).length + unloaded.length
    return { passed: tests.filter((test) => test.status === 'passed').length, failed }
  } catch {
    return { passed: 0, failed: 1 } // vitest died before it wrote the report
  }
}

function isFailed(test) {
  return test.status === 'failed'
}

/** @param {Count[]} counts @returns {Count} */
export function sum(counts) {
  return counts.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }))
}

/** Prints the last line, which others read, and sets the exit code. @param {Count} count */
export function finish({ passed, failed }) {
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed || !passed ? 1 : 0
}

function run(command, args, env = {}) {
  const file = command === 'node' ? process.execPath : join(BIN, command)
  const { status, error } = spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(`${command}: ${error.message}`)
  return status === 0
}
