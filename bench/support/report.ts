// docs/benchmarks.md: one section for each file that measures, replaced when that file runs again.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Row } from './rows.ts'

/** `file`: from the project's folder. Pictures: in docs/benchmarks. */
export type Section = {
  file: string
  name: string
  rows: Row[]
  pictures?: { file: string; title: string }[]
}

const ROOT = join(import.meta.dirname, '../..')
const FILE = join(ROOT, 'docs/benchmarks.md')
const HEAD = `# Benchmarks

Written by \`npm run bench\`, which measures everything, or by \`npm run bench -- PART\`, which measures what has PART in
its name and leaves the other sections as they are. A section of a file \`e2e/soak/NAME.soak.test.ts\` is written by
\`npm run soak -- NAME\`. Each figure is a ratio of two things measured in turns within one run, or a ceiling; figures
without a target are there to read the others by. Wherever they run beside other work on the same cores they get worse,
so each section says when and on what it was measured.
`

export function resultOf({ value, unit }: Row): string {
  const number = typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 2 }) : value
  return unit ? `${number} ${unit}` : number
}

export const isMet = ({ met }: Row): string => (met === undefined ? '' : met ? 'met' : 'MISSED')

/** Writes the fresh sections in place of their earlier results; a section whose file no longer exists is removed. */
export function writeReport(fresh: Section[]): void {
  const kept = existsSync(FILE) ? sectionsOf(readFileSync(FILE, 'utf8')) : new Map<string, string>()
  for (const section of fresh) kept.set(section.file, written(section))
  const files = [...kept.keys()].filter((file) => existsSync(join(ROOT, file))).sort()
  writeFileSync(FILE, [HEAD, ...files.map((file) => kept.get(file))].join('\n'))
}

/** The sections by the file that the line under each heading names. */
function sectionsOf(text: string): Map<string, string> {
  const sections = text.split(/^(?=## )/m).slice(1)
  return new Map(sections.map((section) => [/`([^`]+)`/.exec(section)?.[1] ?? '', `${section.trimEnd()}\n`]))
}

function written({ file, name, rows, pictures = [] }: Section): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const lines = rows.map(
    (row) => `| ${cell(row.label)} | ${cell(resultOf(row))} | ${cell(row.target ?? '')} | ${isMet(row)} |`,
  )
  return [
    `## ${name}`,
    `\`${file}\`, ${new Date().toISOString().slice(0, 10)}, ${machine()}.\n`,
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
