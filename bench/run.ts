// npm run bench [-- filter]: every benchmark is a ratio within this one run, or a ceiling; target and result side by
// side, here and in docs/benchmarks.md. With a filter only the sections of what ran are written again.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isMet, resultOf, type Section, writeReport } from './support/report.ts'
import type { Row } from './support/rows.ts'

const here = import.meta.dirname
// The build that `npm start` would run, also when this file is run directly
if (spawnSync(process.execPath, [join(here, '../scripts/setup.mjs'), '--web'], { stdio: 'inherit' }).status)
  process.exit(1)
process.env.SHOP_BUILT = '1'
const wanted = process.argv[2] ?? ''
const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.bench.ts'))
  .sort()

/** The exports of each *.bench.ts. */
type Bench = Pick<Section, 'name' | 'pictures'> & { run(): Promise<Row[]> }

const sections: Section[] = []
for (const file of files.filter((name) => name.includes(wanted))) {
  const { name, pictures, run }: Bench = await import(pathToFileURL(join(here, file)).href)
  console.log(`\n${name}  (bench/${file})`)
  const rows = await run().catch((error: unknown): Row[] => {
    console.error(error)
    return [{ label: 'it broke before its end', value: '', met: false }]
  })
  if (rows.length === 0) {
    console.log('  not run: something that it needs is not here')
    continue
  }
  for (const row of rows) {
    const target = row.target ? `target ${row.target}` : ''
    console.log(`  ${row.label.padEnd(66)} ${resultOf(row).padStart(16)} ${target.padEnd(24)} ${isMet(row)}`)
  }
  sections.push({ file: `bench/${file}`, name, rows, pictures })
  writeReport(sections) // after each: a run that is cut short keeps what it measured
}

const missed = sections.flatMap(({ rows }) => rows).filter(({ met }) => met === false).length
console.log(missed ? `\n${missed} missed their target.` : '\nAll met their targets.')
process.exit(missed ? 1 : 0)
