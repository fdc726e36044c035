// npm run bench [-- filter]: every benchmark is a ratio within this one run, or a ceiling; target and result side by side.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = import.meta.dirname
const wanted = process.argv[2] ?? ''
const files = readdirSync(here, { recursive: true })
  .filter((name) => name.endsWith('.bench.ts') && name.includes(wanted))
  .sort()

let missed = 0
for (const file of files) {
  const { name, run } = await import(pathToFileURL(join(here, file)).href)
  console.log(`\n${name}  (${relative(process.cwd(), join(here, file))})`)
  for (const { label, value, unit, target, met } of await run()) {
    const number =
      typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value
    const verdict = met === undefined ? '' : met ? 'met' : 'MISSED'
    if (met === false) missed++
    console.log(
      `  ${label.padEnd(62)} ${String(number).padStart(10)} ${(unit ?? '').padEnd(6)} ${target ? `target ${target}`.padEnd(22) : ''} ${verdict}`,
    )
  }
}
console.log(missed ? `\n${missed} missed their target.` : '\nAll met their targets.')
