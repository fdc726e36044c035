// The bytes that a visitor downloads of web/dist, brotli: fails when a page is over its budget. An argument
// is another dist.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

type Budget = {
  name: string
  /** The page that names the first files. */
  html: string
  /** Chunks that are loaded besides those first files and what these import. */
  chunks: string[]
  /** Without the files that Home has already loaded. */
  afterHome?: boolean
  /** The budget for JavaScript. */
  bytes: number
  /** How many files at most: twelve instead of six at the start blocked a slow phone for 200 ms longer. */
  most?: number
}

const dist = process.argv[2] ?? join(import.meta.dirname, '../web/dist')
const assets = join(dist, 'assets')

/**
 * The chunks that Home loads by itself, without an action of the visitor (e2e/vidriera/home.test.ts counts a browser's
 * requests).
 */
const OF_HOME = ['sections', 'account-menu', 'hero-puntos', 'footer-vendedor']
const OF_AN_ORDER = ['paso1', 'paso2', 'paso3']

const BUDGETS: Budget[] = [
  { name: 'Home', html: 'index.html', chunks: OF_HOME, bytes: 125_000, most: 30 },
  // Three steps, each loaded when the customer reaches it
  { name: 'an order, after Home', html: 'index.html', chunks: OF_AN_ORDER, afterHome: true, bytes: 73_000 },
  { name: 'the counter', html: 'mostrador/index.html', chunks: [], bytes: 250_000 },
]

const names = readdirSync(assets)
const home = filesOf('index.html', OF_HOME)
let isOver = false
for (const { name, html, chunks, afterHome, bytes, most = Number.POSITIVE_INFINITY } of BUDGETS) {
  const files = [...filesOf(html, chunks)].filter((file) => !afterHome || !home.has(file))
  const sum = files.reduce((total, file) => total + weigh(file), 0)
  const isTooMuch = sum > bytes || files.length > most
  isOver ||= isTooMuch
  console.log(
    `${isTooMuch ? 'OVER' : 'ok  '} ${name.padEnd(22)} ${sum} of ${bytes} bytes, ${files.length} files`,
  )
}
process.exit(isOver ? 1 : 0)

function filesOf(html: string, chunks: string[]): Set<string> {
  const named = readFileSync(join(dist, html), 'utf8').matchAll(/(?:src|href)="([^"]+\.js)"/g)
  const files = new Set<string>()
  for (const [, path = ''] of named) closure(basename(path), files)
  for (const chunk of chunks) closure(chunkOf(chunk), files)
  return files
}

/** A file and all that it imports statically; dynamic imports are `import(`. */
function closure(file: string, found: Set<string>): void {
  if (found.has(file)) return
  found.add(file)
  const code = readFileSync(join(assets, file), 'utf8')
  for (const [, path = ''] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g))
    closure(basename(path), found)
}

function chunkOf(prefix: string): string {
  // The hash has 8 characters: 'registro' is not 'registro-campos'
  const isIts = (name: string) =>
    name.startsWith(`${prefix}-`) && /^.{8}\.js$/.test(name.slice(prefix.length + 1))
  const file = names.find(isIts)
  if (!file) throw new Error(`No chunk named ${prefix} in ${assets}: was it renamed?`)
  return file
}

function weigh(file: string): number {
  const bytes = readFileSync(join(assets, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return brotliCompressSync(bytes, { params }).length
}
