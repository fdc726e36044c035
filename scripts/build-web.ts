// Builds the web into web/dist: Vite, the pages made ahead, the service worker, what each page loads, the hashes of
// inline code for the CSP, brotli of all that is text. An argument is the stamp that setup.mjs compares. The new build
// takes the old one's place when it is whole.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Manifest } from 'vite'
import { PAGES, RUTAS, type Ruta } from '../shared/src/rules/vidriera/ruta.ts'
import { inlineScript, replacePart } from '../web/inline.ts'
import { chunkOf, chunksOf } from './chunks.ts'

process.env.NODE_ENV = 'production' // else React's development build, three times the size
const { build } = await import('vite')

const root = join(import.meta.dirname, '../web')
const dist = join(root, 'dist')
const fresh = join(root, 'dist.new')
const old = join(root, 'dist.old')

/**
 * On-demand parts larger than this are stored at their first use; without signal they would be useless
 * anyway.
 */
const MAX_KEPT = 50_000

/** These are stored at their first use although they are larger, so that the next file can be read without signal. */
const READS_PDF = /^(?:lector-worker|pdf\.worker).*\.m?js$/

/**
 * Pages that name their files in their head, so that they need not be discovered: the pages that strangers
 * open first.
 */
const EARLY = PAGES.filter(([, { made, crawlers }]) => made || crawlers === 'listed')

/** The customers' entry in Vite's manifest. */
const ENTRY = 'index.html'

/** Home's own screen is in the first bundle; this is its lower part. */
const BELOW_HOME = 'src/home/sections.tsx'

const sourceOf = (ruta: Ruta): string => (ruta === '/' ? BELOW_HOME : `src/${RUTAS[ruta].screen}.tsx`)

/**
 * The document of a page that is made ahead (docs/decisions/021). `guests`: only for browsers without the session's
 * cookie. `live`: the server draws the screen, for each address.
 */
type Made = { file: string; guests: boolean; live: boolean }

const MADE = new Map(
  PAGES.filter(([, { made }]) => made).map(([ruta, { access, made }]): [Ruta, Made] => [
    ruta,
    { file: `${nameOf(ruta)}.html`, guests: access === 'guests', live: made === 'server' },
  ]),
)

type Files = { styles: string[]; scripts: string[] }

/** The customers' pages in Vite's manifest: their entry, what it imports, and what the screens of a route add to that. */
type Built = { entry: string; first: Files; routes: [Ruta, Files][] }

const styleLink = (file: string): string => `<link rel="stylesheet" crossorigin href="/${file}">`
const scriptLink = (file: string): string => `<link rel="modulepreload" crossorigin href="/${file}">`
const linksTo = ({ styles, scripts }: Files): string =>
  [...styles.map(styleLink), ...scripts.map(scriptLink)].join('')

await build({
  root,
  logLevel: 'warn',
  build: { outDir: fresh, emptyOutDir: true, manifest: 'manifest.json' },
})
const built = filesOfPages()
rmSync(join(fresh, 'manifest.json'))
writeFileSync(join(fresh, 'rutas.json'), JSON.stringify(await makePages(built)))
copyPdfParts()
await buildWorker()
const files = readdirSync(fresh, { recursive: true, encoding: 'utf8' }).filter(
  (name) => !name.startsWith('ssr'),
)
writeFileSync(
  join(fresh, 'csp.json'),
  JSON.stringify({ scripts: hashesOf('script'), styles: hashesOf('style') }),
)
for (const file of files.filter((name) => /\.(?:m?js|css|html|svg|json|webmanifest)$/.test(name)))
  compress(file)
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])
keepPrevious()

rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })

/** A page's name is the last word of its route: '/imprimitodo/paso1' is paso1, '/producto/:pk' is producto. */
function nameOf(ruta: Ruta): string {
  const words = ruta.split('/').filter((word) => word && !word.startsWith(':'))
  return words.at(-1) ?? 'home'
}

/** The links for the head of each route: all files that its screens import, except those of every page. */
function filesOfPages(): Built {
  const manifest: Manifest = JSON.parse(readFileSync(join(fresh, 'manifest.json'), 'utf8'))
  const filesIn = (names: string[]): Files => {
    const chunks = names.map((name) => chunkOf(manifest, name))
    return {
      styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
      scripts: chunks.map(({ file }) => file),
    }
  }
  const first = new Set(chunksOf(manifest, ENTRY))
  const routes = EARLY.map(([route]): [Ruta, Files] => {
    const sources = [sourceOf(route), 'src/app/account-menu.tsx']
    const names = new Set(sources.flatMap((name) => chunksOf(manifest, name)))
    const files = filesIn([...names].filter((name) => !first.has(name)))
    // Home's lower part brings its own style sheet: named here, it would count as loaded already
    return [route, route === '/' ? { ...files, styles: [] } : files]
  })
  const { styles, scripts } = filesIn([...first])
  const entry = chunkOf(manifest, ENTRY).file
  return { entry, first: { styles, scripts: scripts.filter((file) => file !== entry) }, routes }
}

type Sent = { route: Ruta; links: string; made?: Made }

/**
 * Each page of MADE with its screen and its CSS in it: nothing stands between its arrival and the first paint, and its
 * code is asked for after that (docs/decisions/021).
 * @returns of each route that is more than the plain page, what the server sends (server/src/base/web/web-pages.ts)
 */
async function makePages({ entry, first, routes }: Built): Promise<Sent[]> {
  const { render, renderWhole } = await buildPrerender()
  const sent: Sent[] = []
  for (const [route, own] of routes) {
    const made = MADE.get(route)
    sent.push({ route, links: linksTo(own), made })
    if (!made) continue
    // Home's lower part is left to the browser: HTML drawn ahead would not wait for that part's code
    const shell = route === '/' ? render(route) : made.live ? '' : await renderWhole(route)
    if (/<[^>]* style="/.test(shell))
      throw new Error(`${route} has a style attribute, which the CSP refuses: use a class`)
    writeFileSync(join(fresh, made.file), await makePage(shell, entry, first, own))
  }
  return sent
}

/** The code that draws pages; it stays beside them for the server. */
async function buildPrerender(): Promise<typeof import('../web/src/app/prerender.tsx')> {
  await build({
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: join(fresh, 'ssr'),
      emptyOutDir: true,
      copyPublicDir: false,
      ssr: 'src/app/prerender.tsx',
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  return import(pathToFileURL(join(fresh, 'ssr/prerender.js')).href)
}

/**
 * The plain page with a screen in it: its style sheets are in the page, its code is left to its last script. Fails where
 * the plain page does not name the files that the manifest does, or names others.
 */
async function makePage(shell: string, entry: string, first: Files, own: Files): Promise<string> {
  const plain = readFileSync(join(fresh, 'index.html'), 'utf8')
  // In the page's order: of two rules of the same specificity the last wins
  const asNamed = (files: string[]) => files.toSorted((a, b) => plain.indexOf(a) - plain.indexOf(b))
  const styles = [...asNamed(first.styles), ...own.styles]
  const css = styles.map((file) => readFileSync(join(fresh, file), 'utf8')).join('')
  const paths = (files: string[]) => files.map((file) => `/${file}`)
  const start = await inlineScript(join(root, 'src/app/start.ts'), {
    ENTRY: `/${entry}`,
    MODULES: paths([...asNamed(first.scripts), ...own.scripts]),
    STYLES: paths(styles),
  })

  let page = replacePart(plain, `<script type="module" crossorigin src="/${entry}"></script>`, '')
  for (const file of first.scripts) page = replacePart(page, scriptLink(file), '')
  for (const file of first.styles) page = replacePart(page, styleLink(file), '')
  const left = /<script[^>]* src=|rel="modulepreload"|rel="stylesheet"/.exec(page)
  if (left) throw new Error(`index.html names a file that is not in Vite's manifest, at ${left[0]}`)
  page = replacePart(page, '</head>', `<style>${css}</style></head>`)
  page = replacePart(page, '<div id="root"></div>', `<div id="root">${shell}</div>`)
  return replacePart(page, '</body>', `<script>${start}</script></body>`)
}

/**
 * Files that pdf.js loads by name when a PDF needs them: fonts, character maps, decoders
 * (web/src/pedido/lectura).
 */
function copyPdfParts(): void {
  const from = join(root, '../node_modules/pdfjs-dist')
  const { version }: { version: string } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  const isNeeded = (name: string) => !/\.wasm$|quickjs|LICENSE_.*(?:QUICKJS|QCMS)/.test(name)
  for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
    cpSync(join(from, folder), join(fresh, `assets/pdfjs-${version}`, folder), {
      recursive: true,
      filter: isNeeded,
    })
}

/** Builds web/src/sw with the list of the customers' pages' files. */
async function buildWorker(): Promise<void> {
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
      LATE: JSON.stringify(all.filter((name) => READS_PDF.test(name)).map((name) => `/assets/${name}`)),
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
function assetsIn(text: string): string[] {
  return readdirSync(join(fresh, 'assets')).filter((name) => text.includes(name))
}

/** These files and all that they mention, and so on: every file that a customer's page may load. */
function reachable(names: string[]): string[] {
  const found = new Set(names)
  for (const name of found) {
    if (!/\.(?:js|css)$/.test(name)) continue
    for (const other of assetsIn(readFileSync(join(fresh, 'assets', name), 'utf8'))) found.add(other)
  }
  return [...found]
}

function sizeOf(name: string): number {
  return readFileSync(join(fresh, 'assets', name)).length
}

/** Open tabs still load files of the build that they came with; the server finds them here. */
function keepPrevious(): void {
  if (existsSync(join(dist, 'assets')))
    cpSync(join(dist, 'assets'), join(fresh, 'previous/assets'), { recursive: true })
}

/** The hashes of all inline code of one kind. */
function hashesOf(tag: string): string[] {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g')
  const pages = files.filter((name) => name.endsWith('.html'))
  const found = pages.flatMap((name) => [...readFileSync(join(fresh, name), 'utf8').matchAll(inline)])
  return [...new Set(found.map(([, code = '']) => `'sha256-${hash(code, 'base64')}'`))]
}

function hash(text: string, encoding: 'base64' | 'base64url'): string {
  return createHash('sha256').update(text).digest(encoding)
}

function compress(file: string): void {
  const bytes = readFileSync(join(fresh, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(fresh, `${file}.br`), brotliCompressSync(bytes, { params }))
}
