// No regular expression of the server, the agent or shared may take more than linear time, whatever the text:
// one that backtracks would let a visitor block every call. recheck searches the worst text for each
// (docs/decisions/026-linear-expressions.md). In the code that browsers run no expression may have a lookbehind; what
// an expression of web/src costs is not checked. Arguments are folders to read instead, for the test.
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { check } from 'recheck'
import { parseAst } from 'rolldown/parseAst'
import { type ESTree, Visitor } from 'rolldown/utils'

const FOLDERS = ['shared/src', 'server/src', 'agent/src', 'web/src']
/** Folders of what browsers run, and of what only they run. */
const BROWSERS = /(?:^|\/)(?:shared|web)(?:\/src)?$/
const ONLY_BROWSERS = /(?:^|\/)web(?:\/src)?$/
/** Expressions built at run time from our own text only. */
const OF_OURS = ['shared/src/rules/vidriera/path-pattern.ts', 'server/src/base/pdf/write/print-file.ts']
type Expression = { place: string; pattern: string | null; flags: string }

/** Counted in steps: with recheck's own clocks a loaded machine would report more. */
const PARAMETERS = {
  timeout: 600_000,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
}

process.chdir(join(import.meta.dirname, '..'))
const folders = process.argv.length > 2 ? process.argv.slice(2) : FOLDERS
const inBrowsers = folders.filter((folder) => BROWSERS.test(folder)).flatMap(expressionsUnder)
const found = folders.filter((folder) => !ONLY_BROWSERS.test(folder)).flatMap(expressionsUnder)
const costly = await Promise.all(shared(found).map(problemsOf))
const broken = [...inBrowsers.flatMap(lookingBack), ...costly.flat()]
console.log(broken.length ? broken.join('\n') : `${found.length} expressions, all linear`)
process.exit(broken.length || inBrowsers.length + found.length === 0 ? 1 : 0) // recheck keeps its own process waiting

function expressionsUnder(folder: string): Expression[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((file) => /\.(?:tsx?|mjs)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap(expressionsIn)
}

/** Literals, and what `RegExp` is called with; `pattern` is null where only running would tell. */
function expressionsIn(file: string): Expression[] {
  const text = readFileSync(file, 'utf8')
  const place = (start: number) => `${file}:${text.slice(0, start).split('\n').length}`
  const expressions: Expression[] = []
  const made = ({ callee, start }: ESTree.CallExpression | ESTree.NewExpression) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || OF_OURS.includes(file)) return
    expressions.push({ place: place(start), pattern: null, flags: '' })
  }
  new Visitor({
    Literal(node) {
      if ('regex' in node) expressions.push({ place: place(node.start), ...node.regex })
    },
    CallExpression: made,
    NewExpression: made,
  }).visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file))
  return expressions
}

/** Each distinct expression with all its places, divided among as many shares as there are processors. */
function shared(expressions: Expression[]): Expression[][] {
  const places = new Map<string, Expression>()
  for (const { place, pattern, flags } of expressions) {
    const spelling = `${pattern}/${flags}`
    const found = places.get(spelling)
    places.set(spelling, { place: found ? `${found.place}, ${place}` : place, pattern, flags })
  }
  const spellings = [...places.values()]
  const shares = availableParallelism()
  return Array.from({ length: shares }, (_, share) => spellings.filter((_, at) => at % shares === share))
}

/** Safari before 16.4 (2023) does not read such an expression, and so nothing of the script that it stands in. */
function lookingBack({ place, pattern, flags }: Expression): string[] {
  if (pattern === null || !/\(\?<[=!]/.test(pattern)) return []
  return [`${place}: /${pattern}/${flags} looks back, and browsers run it`]
}

async function problemsOf(share: Expression[]): Promise<string[]> {
  const problems: string[] = []
  for (const { place, pattern, flags } of share) {
    if (pattern === null) {
      problems.push(`${place}: made while running, so its cost is unknown`)
      continue
    }
    const found = await check(pattern, flags, PARAMETERS)
    if (found.status === 'safe') continue
    const isKnown = found.status === 'vulnerable'
    const [cost, worst] = isKnown ? [found.complexity.summary, found.attack.pattern] : [found.status, '?']
    problems.push(`${place}: /${pattern}/${flags} ${cost}; worst: ${worst}`)
  }
  return problems
}
