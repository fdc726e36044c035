// Builds the web into web/dist: Vite, the service worker, the hashes of inline scripts for the CSP, brotli of all that
// is text. An argument is the stamp that setup.mjs compares. The new build takes the old one's place when it is whole.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

process.env.NODE_ENV = 'production' // else React's development build, three times the size
const { build } = await import('vite')

const root = join(import.meta.dirname, '../web')
const dist = join(root, 'dist')
const fresh = join(root, 'dist.new')
const old = join(root, 'dist.old')

/** Parts on demand that are larger wait for their first use; without signal they could do nothing anyway. */
const MAX_KEPT = 50_000

await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
await buildWorker()
const files = readdirSync(fresh, { recursive: true })
writeFileSync(join(fresh, 'csp.json'), JSON.stringify(inlineScriptHashes()))
for (const file of files.filter((name) => /\.(?:js|css|html|svg|json|webmanifest)$/.test(name)))
  compress(file)
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])
keepPrevious()

rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })

/** web/src/sw, told which files the customers' pages are made of. */
async function buildWorker() {
  const html = readFileSync(join(fresh, 'index.html'), 'utf8')
  const first = assetsIn(html)
  const all = reachable(first)
  const kept = all.filter((name) => first.includes(name) || sizeOf(name) <= MAX_KEPT).sort()
  const version = hash([html, ...kept].join('\n'), 'base64url').slice(0, 16)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      VERSION: JSON.stringify(version),
      ENTRY: JSON.stringify(first.find((name) => /^index-.*\.js$/.test(name))),
      FILES: JSON.stringify(kept.map((name) => `/assets/${name}`)),
    },
    build: {
      outDir: fresh,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(root, 'src/sw/worker.ts'), output: { entryFileNames: 'sw.js' } },
    },
  })
}

/** Names of built files that a text mentions. */
function assetsIn(text) {
  return readdirSync(join(fresh, 'assets')).filter((name) => text.includes(name))
}

/** These and all that they mention, and so on: what a customer's page may ever ask for. */
function reachable(names) {
  const found = new Set(names)
  for (const name of found) {
    if (!/\.(?:js|css)$/.test(name)) continue
    for (const other of assetsIn(readFileSync(join(fresh, 'assets', name), 'utf8'))) found.add(other)
  }
  return [...found]
}

function sizeOf(name) {
  return readFileSync(join(fresh, 'assets', name)).length
}

/** Tabs that are open go on asking for the files of the build they came with; the server finds them here. */
function keepPrevious() {
  if (existsSync(join(dist, 'assets')))
    cpSync(join(dist, 'assets'), join(fresh, 'previous/assets'), { recursive: true })
}

function inlineScriptHashes() {
  const pages = files
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(fresh, name), 'utf8'))
  const scripts = pages.flatMap((html) => [
    ...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
  ])
  return [...new Set(scripts.map(([, code]) => `'sha256-${hash(code, 'base64')}'`))]
}

function hash(text, encoding) {
  return createHash('sha256').update(text).digest(encoding)
}

function compress(file) {
  const bytes = readFileSync(join(fresh, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(fresh, `${file}.br`), brotliCompressSync(bytes, { params }))
}
