import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

it('no title of a test has two percent signs: for them vitest shows one, and skips a value of the row', () => {
  const files = globSync('{agent,e2e,server,shared,web}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: (file) => file === 'node_modules',
  })
  expect(files.length).toBeGreaterThan(500)
  const found = files.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(/\)\(\s*'[^'\n]*'/g) ?? []).map(
      (title) => `${file}: ${title}`,
    ),
  )
  expect(found.length).toBeGreaterThan(300)
  expect(found.filter((title) => title.includes('%%'))).toEqual([])
})
