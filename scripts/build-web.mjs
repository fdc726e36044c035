// Builds the web into web/dist: Vite, the hashes of inline scripts for the CSP, brotli of all that is text.
// An argument is the stamp that setup.mjs compares. The new build takes the old one's place when it is whole.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

process.env.NODE_ENV = 'production' // else React's development build, three times the size
const { build } = await import('vite')

const root = join(import.meta.dirname, '../web')
const dist = join(root, 'dist')
const fresh = join(root, 'dist.new')
const old = join(root, 'dist.old')

await build({ root, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } })
const files = readdirSync(fresh, { recursive: true })
writeFileSync(join(fresh, 'csp.json'), JSON.stringify(inlineScriptHashes()))
for (const file of files.filter((name) => /\.(?:js|css|html|svg|json|webmanifest)$/.test(name)))
  compress(file)
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])

rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })

function inlineScriptHashes() {
  const pages = files
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(fresh, name), 'utf8'))
  const scripts = pages.flatMap((html) => [
    ...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
  ])
  const hashes = scripts.map(([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [...new Set(hashes)]
}

function compress(file) {
  const bytes = readFileSync(join(fresh, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(fresh, `${file}.br`), brotliCompressSync(bytes, { params }))
}
