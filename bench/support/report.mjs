// docs/benchmarks.md: one section for each file of benchmarks, replaced when that file runs again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {{ label: string, value: number | string, unit?: string, target?: string, met?: boolean }} Row
 * @typedef {{ file: string, name: string, rows: Row[], pictures: { file: string, title: string }[] }} Section
 */

const FILE = join(import.meta.dirname, '../../docs/benchmarks.md')
const HEAD = `# Benchmarks

Written by \`npm run bench\`, which measures everything, or by \`npm run bench -- PART\`, which measures what has PART in
its name and leaves the other sections as they are. Each figure is a ratio of two things measured in turns within one
run, or a ceiling; figures without a target are there to read the others by. Wherever they run beside other work on
the same cores they get worse, so each section says when and on what it was measured.
`

/** @param {Row} row */
export function resultOf({ value, unit }) {
  const number = typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value
  return unit ? `${number} ${unit}` : number
}

/** @param {Row} row */
export const isMet = ({ met }) => (met === undefined ? '' : met ? 'met' : 'MISSED')

/**
 * @param {Section[]} fresh what was measured now
 * @param {string[]} files all that there are, in their order: a section whose file is gone goes too
 */
export function writeReport(fresh, files) {
  const kept = existsSync(FILE) ? sectionsOf(readFileSync(FILE, 'utf8')) : new Map()
  for (const section of fresh) kept.set(section.file, written(section))
  const sections = files.flatMap((file) => kept.get(file) ?? [])
  writeFileSync(FILE, [HEAD, ...sections].join('\n'))
}

/** By the file that the line under each heading names. @returns {Map<string, string>} */
function sectionsOf(text) {
  const sections = text.split(/^(?=## )/m).slice(1)
  return new Map(
    sections.map((section) => [/`bench\/([^`]+)`/.exec(section)?.[1] ?? '', `${section.trimEnd()}\n`]),
  )
}

/** @param {Section} section */
function written({ file, name, rows, pictures }) {
  const cell = (text) => text.replaceAll('|', '\\|')
  const lines = rows.map(
    (row) => `| ${cell(row.label)} | ${cell(resultOf(row))} | ${cell(row.target ?? '')} | ${isMet(row)} |`,
  )
  return [
    `## ${name}`,
    `\`bench/${file}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}.\n`,
    '| | Result | Target | |\n|---|---|---|---|',
    ...lines,
    ...pictures.map((picture) => `\n![${picture.title}](benchmarks/${picture.file})`),
    '',
  ].join('\n')
}

function machine() {
  const cores = cpus()
  const memory = Math.round(totalmem() / 1024 ** 3)
  const model = cores[0]?.model.trim() ?? 'unknown'
  return `${cores.length} cores (${model}), ${memory} GiB, ${platform()} ${release().split('-')[0]} ${arch()}, Node ${process.version}`
}
