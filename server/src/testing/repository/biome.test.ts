// biome.jsonc lets some files have longer or more complex functions: only files that really have them.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../../../..')
const Config = z.looseObject({ overrides: z.array(z.looseObject({ includes: z.array(z.string()) })) })
const Report = z.object({ diagnostics: z.array(z.object({ location: z.object({ path: z.string() }) })) })

test('every file that is listed in biome.jsonc as too long or too complex still is', () => {
  const text = readFileSync(join(ROOT, 'biome.jsonc'), 'utf8')
  const config = Config.parse(JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, '')))
  const [tests, ...exceptions] = config.overrides
  const listed = exceptions.flatMap(({ includes }) => includes)
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-biome-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'biome.json'),
    JSON.stringify({ ...config, plugins: [], files: {}, overrides: [tests] }),
  )
  const rules = ['noExcessiveLinesPerFunction', 'noExcessiveCognitiveComplexity']
  const { stdout, error } = spawnSync(
    join(ROOT, 'node_modules/.bin/biome'),
    [
      'lint',
      ...rules.map((rule) => `--only=complexity/${rule}`),
      '--max-diagnostics=none',
      '--reporter=json',
      `--config-path=${folder}`,
      ...listed,
    ],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 32 * 1024 ** 2 },
  )
  if (error) throw error
  const found = Report.parse(JSON.parse(stdout)).diagnostics.map(({ location }) => location.path)
  expect(listed.filter((file) => !found.includes(file))).toEqual([])
  expect(listed.length).toBeGreaterThan(0)
})
