import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Letters inside drawings, in units of their viewBox. */
const DRAWN = / text \{|\.letter \{|\.stamped \{/

/** The declarations of a style sheet that must not be in px: sizes of letters, and widths at which a layout changes. */
function fixed(file: string): string[] {
  const css = readFileSync(file, 'utf8')
  const rules = css.match(/[^{}]*\{[^{}]*\}/g) ?? []
  const letters = rules
    .filter((rule) => !DRAWN.test(rule))
    .flatMap((rule) => rule.match(/(?<![\w-])(?:font|font-size|line-height|--t-\w+):[^;]*\dpx/g) ?? [])
  // A drawing keeps its size, so its letters must keep theirs
  const drawn = rules.filter((rule) => DRAWN.test(rule) && /font[^;]*\drem/.test(rule))
  const windows = css.match(/@(?:media|container)[^{]*width: [\d.]+px/g) ?? []
  return [...letters, ...drawn, ...windows].map((found) => `${file}: ${found}`)
}

const root = join(import.meta.dirname, '../../../..')
// The counter is left out: its rows have fixed heights
const filesOf = (pattern: string): string[] =>
  globSync(pattern, { cwd: root }).filter((file) => !/mostrador|\.test\./.test(file))

it('letters grow with the font size that the reader chose in the browser', () => {
  const sheets = filesOf('web/src/**/*.css')
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.flatMap((file) => fixed(join(root, file)))).toEqual([])
})

it('code and the sizes of pictures change at the same widths as the layout', () => {
  const code = filesOf('{web,shared}/src/**/*.{ts,tsx}')
  const found = code.flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(/\((?:min|max)-width: [\d.]+px\)/g) ?? []).map(
      (one) => `${file}: ${one}`,
    ),
  )
  expect(code.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})
