import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Letters inside drawings, in units of their viewBox. */
const DRAWN = /text \{|\.letter \{|\.stamped \{/

/** Rules of the customers' site that give letters, or the window at which a layout changes, a size in px. */
function fixed(file: string): string[] {
  const css = readFileSync(file, 'utf8')
  const rules = css.match(/[^{}]*\{[^{}]*\}/g) ?? []
  const letters = rules
    .filter((rule) => !DRAWN.test(rule))
    .flatMap((rule) => rule.match(/(?<![\w-])(?:font|font-size|line-height|--t-\w+):[^;]*\dpx/g) ?? [])
  const windows = css.match(/@(?:media|container)[^{]*width: \d+px/g) ?? []
  return [...letters, ...windows].map((found) => `${file}: ${found}`)
}

// The counter is left out: its rows have fixed heights
it('letters grow with the font size that the reader chose in the browser', () => {
  const web = join(import.meta.dirname, '../../../../web/src')
  const sheets = globSync('**/*.css', { cwd: web }).filter((file) => !file.startsWith('mostrador'))
  expect(sheets.length).toBeGreaterThan(50)
  expect(sheets.flatMap((file) => fixed(join(web, file)))).toEqual([])
})
