// Checks that every package's licence allows our use, of those that run and those that only build and test:
// the licence that its author states, in package-lock.json and where it is installed. Calls no server. An
// argument is another root, for the test. The reasons for the exceptions: docs/decisions/028-licences.md.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = process.argv[2] ?? join(import.meta.dirname, '..')

/** SPDX names. No GPL, no AGPL: their duties would reach our own code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Licences allowed for some packages only. */
const EXCEPTIONS: { name: RegExp; licences: string[]; isDev?: boolean }[] = [
  // A library of its own that sharp loads; we change nothing of it, and it can be replaced by another build
  { name: /^@img\/sharp-/, licences: ['LGPL-3.0-or-later'] },
  // Fonts, as they are
  { name: /^@fontsource-variable\//, licences: ['OFL-1.1'] },
  // Their files are used unchanged, only on the server
  { name: /^(?:mediabunny|web-push)$/, licences: ['MPL-2.0'] },
  // Builds the web; its files are neither changed nor passed on
  { name: /^lightningcss(?:-.+)?$/, licences: ['MPL-2.0'] },
  // Only used in tests; its files are neither changed nor distributed
  { name: /^axe-core$/, licences: ['MPL-2.0'], isDev: true },
]

/**
 * Packages whose author states the licence only in the Readme, or in the old field `licenses`. By version: a
 * new one must be read again.
 */
const READ: Record<string, string> = {
  'combine-errors@3.0.3': 'MIT',
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'ssh2@1.17.0': 'MIT',
}

type Entry = { version: string; license?: string; dev?: boolean; link?: boolean }

const { packages }: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)
const theirs = Object.entries(packages).filter(
  ([path, { link }]) => /(?:^|\/)node_modules\//.test(path) && !link,
)
const problems = theirs.flatMap(([path, entry]) => problemOf(path, entry) ?? [])
for (const problem of problems) console.error(problem)
if (problems.length > 0 || theirs.length === 0) process.exit(1)
console.log(`${theirs.length} packages, every licence allowed`)

function problemOf(path: string, { version, license, dev = false }: Entry): string | null {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const stated = license ?? READ[`${name}@${version}`]
  if (!stated) return `${name}@${version}: no licence`
  const installed = installedLicence(path)
  if (installed && installed !== stated)
    return `${name}@${version}: ${stated} in the lock, ${installed} in the package`
  const isAllowed = (licence: string) =>
    ALLOWED.has(licence) ||
    EXCEPTIONS.some((one) => one.name.test(name) && one.licences.includes(licence) && (dev || !one.isDev))
  return satisfies(stated, isAllowed) ? null : `${name}@${version}: ${stated}`
}

/** Null if it is not installed here (for another platform), or states nothing. */
function installedLicence(path: string): string | null {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return null
  const { license } = JSON.parse(readFileSync(file, 'utf8'))
  return typeof license === 'string' ? license : null
}

/** An SPDX expression without nested parentheses: of licences joined by OR one is enough. */
function satisfies(expression: string, isAllowed: (licence: string) => boolean): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((licence) => isAllowed(licence)))
}
