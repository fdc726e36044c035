import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/check-regex.ts', import.meta.url))

function check(...lines: string[]): { status: number | null; stdout: string } {
  return checkIn(makeFolder(), ...lines)
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-regex-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function checkIn(folder: string, ...lines: string[]): { status: number | null; stdout: string } {
  return checkFile(join(folder, 'a.ts'), ...lines)
}

function checkFile(file: string, ...lines: string[]): { status: number | null; stdout: string } {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, lines.join('\n'))
  return spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' })
}

test('expressions that read each character once or twice pass', () =>
  expect(check('export const a = /^[^@]+@[^@]+$/', 'export const b = /\\s+/g')).toMatchObject({
    status: 0,
    stdout: '2 expressions, all linear\n',
  }))

test('those that go back and forth are named, with the text that shows it', () => {
  const { status, stdout } = check('const a = /^a$/', 'const b = /^@.+\\..+$/', 'const c = /(a+)+$/')
  expect(status).toBe(1)
  expect(stdout).toMatch(/a\.ts:2: .* 2nd degree polynomial; worst: /)
  expect(stdout).toMatch(/a\.ts:3: .* exponential; worst: /)
})

test('an expression that is made while running is refused: its cost is unknown', () =>
  expect(check('export const of = (text: string) => new RegExp(text)')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('a.ts:1: made while running'),
  }))

test('an expression that looks back is refused where browsers run it', () => {
  const folder = join(makeFolder(), 'shared')
  const line = 'export const a = /(?<=@)[a-z]/'
  expect(check(line)).toMatchObject({ status: 0 })
  expect(checkIn(folder, line)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('a.ts:1: /(?<=@)[a-z]/ looks back'),
  })
})

test('of those that only browsers run it is asked alone, and what they cost is not', () => {
  const file = join(makeFolder(), 'web', 'a.tsx')
  expect(checkFile(file, 'export const A = () => <b>{/(a+)+$/.test("a")}</b>')).toMatchObject({ status: 0 })
  expect(checkFile(file, 'export const A = () => <b>{/(?<!@)a/.test("a")}</b>')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('a.tsx:1: /(?<!@)a/ looks back'),
  })
})
