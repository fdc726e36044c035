// No regular expression of the server, the agent or what they share may cost more than its text is long, whatever the
// text: one that goes back and forth lets a visitor stop every call at once. recheck looks for the worst text of each
// (docs/decisions/026-linear-expressions.md). Arguments are folders to read instead, for the test.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'rolldown/parseAst'

const FOLDERS = ['shared/src', 'server/src', 'agent/src']
/** Made while running, of what only we write. */
const OF_OURS = ['shared/src/rules/path-pattern.ts', 'server/src/base/pdf/print-file.ts']
/** Counted in steps: with recheck's own clocks a loaded machine would find more. */
const PARAMETERS = {
  timeout: 600_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

process.chdir(join(import.meta.dirname, '..'))
const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS
const files = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
const found = files.flatMap(expressionsIn)
const broken = (await Promise.all(shared(found).map(problemsOf))).flat()
console.log(broken.length ? broken.join('\n') : `${found.length} expressions, all linear`)
process.exit(broken.length || !found.length ? 1 : 0) // recheck keeps its own process waiting

/** @typedef {{ place: string, pattern: string | null, flags: string }} Expression */

/** Literals, and what `RegExp` is called with; `pattern` is null where only running would tell. @returns {Expression[]} */
function expressionsIn(file) {
  const text = readFileSync(file, 'utf8')
  const expressions = []
  const walk = (node) => {
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return
    const place = () => `${file}:${text.slice(0, node.start).split('\n').length}`
    if (node.type === 'Literal' && node.regex) return expressions.push({ place: place(), ...node.regex })
    if (node.callee?.name === 'RegExp' && !OF_OURS.includes(file))
      expressions.push({ place: place(), pattern: null, flags: '' })
    for (const child of Object.values(node)) walk(child)
  }
  walk(parseAst(text, { lang: 'ts' }, file))
  return expressions
}

/** Each spelling once, with all its places, in as many shares as there are processors. */
function shared(expressions) {
  const spellings = [...Map.groupBy(expressions, ({ pattern, flags }) => `${pattern}/${flags}`).values()].map(
    (alike) => ({ ...alike[0], place: alike.map(({ place }) => place).join(', ') }),
  )
  const shares = availableParallelism()
  return Array.from({ length: shares }, (_, share) => spellings.filter((_, at) => at % shares === share))
}

/** @param {Expression[]} share */
async function problemsOf(share) {
  const problems = []
  for (const { place, pattern, flags } of share) {
    if (pattern === null) {
      problems.push(`${place}: made while running, so its cost is unknown`)
      continue
    }
    const { status, attack, complexity } = await check(pattern, flags, PARAMETERS)
    if (status !== 'safe')
      problems.push(
        `${place}: /${pattern}/${flags} ${complexity?.summary ?? status}; worst: ${attack?.pattern ?? '?'}`,
      )
  }
  return problems
}
