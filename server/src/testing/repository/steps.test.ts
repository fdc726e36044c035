// The output of npm test: a small vitest of its own, in a process of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const STEPS = join(import.meta.dirname, '../../../../scripts/steps.ts')

/** The output for one file of tests, and the exit code. */
function runOf(tests: string): { printed: string; status: number | null } {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'one.test.mjs'), tests)
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { finish, sum, vitest } from ${JSON.stringify(pathToFileURL(STEPS).href)}
     finish(sum([vitest('trial', ['--root', ${JSON.stringify(folder)}, '--globals', '--retry=1'])]))`,
  )
  const { stdout, status } = spawnSync(process.execPath, [join(folder, 'run.mjs')], { encoding: 'utf8' })
  return { printed: stdout, status }
}

test('a test that passes only when tried again is counted in the line of its part, and named at the end', () => {
  const { printed, status } = runOf(`let tries = 0
    test('steady', () => {})
    test('shaky', () => expect(++tries).toBe(2))`)
  expect(printed).toMatch(/^✓ trial \(.+\): 2 passed, 0 failed, 1 only when tried again$/m)
  expect(printed).toMatch(/^⚠ passed only when tried again: .*one\.test\.mjs > shaky$/m)
  expect(printed.trimEnd()).toMatch(/\n2 passed, 0 failed$/)
  expect(status).toBe(0)
})

test('the ten slowest are named, the slowest first; what failed comes after them', () => {
  const { printed, status } = runOf(`for (let i = 0; i < 11; i++) test('number ' + i, () => {})
    test('slow', () => new Promise((resolve) => setTimeout(resolve, 300)))
    test('wrong', () => expect(1).toBe(2))`)
  const [, named = ''] = /The 10 slowest of 13 tests:\n((?: {2}.+\n)+)/.exec(printed) ?? []
  expect(named.trimEnd().split('\n')).toHaveLength(10)
  expect(named.split('\n')[0]).toMatch(/one\.test\.mjs > slow$/)
  expect(printed).toMatch(/^✗ trial \(.+\): 12 passed, 1 failed$/m)
  expect(printed.indexOf('one.test.mjs > wrong\n')).toBeGreaterThan(printed.indexOf('slowest'))
  expect(printed.trimEnd()).toMatch(/\n12 passed, 1 failed$/)
  expect(status).toBe(1)
})
