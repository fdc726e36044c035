// What a visitor downloads, brotli, per page of web/dist: fails when one is over its budget. An argument is another dist.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const dist = process.argv[2] ?? join(import.meta.dirname, '../web/dist')
const assets = join(dist, 'assets')

/**
 * Bytes. `own`: chunks that the page asks for by itself, without a move of the visitor (e2e/home.test.ts counts what a browser
 * asks for). Of a step, the JavaScript that comes on top of the first load, and on that of the step it comes `after`.
 */
const FIRST_LOADS = [
  {
    name: '/',
    html: 'index.html',
    own: ['sections', 'account-menu', 'hero-puntos', 'footer-vendedor'],
    budget: 95_000,
    css: 15_000,
  },
  { name: '/mostrador', html: 'mostrador/index.html', budget: 220_000, css: 15_000 },
]
const STEPS = [
  { name: '/imprimitodo', chunks: ['paso-routes'], budget: 18_000 },
  { name: '/imprimitodo/paso2', chunks: ['paso2'], after: 'paso-routes', budget: 11_000 },
  // With the price without national taxes, which the law wants there
  { name: '/imprimitodo/paso3', chunks: ['paso3'], after: 'paso-routes', budget: 14_500 },
  { name: 'account menu', chunks: ['account-menu'], budget: 2_500 },
  { name: '/registro', chunks: ['other-routes', 'registro'], budget: 9_500 },
  ...['login', 'activar', 'logout-route', 'recuperar'].map((name) => ({
    name: `/${name}`,
    chunks: ['other-routes', name],
    budget: 8_000,
  })),
  { name: '/facturar', chunks: ['other-routes', 'facturar-page'], budget: 12_000 },
  // Six parts in one page: orders, password, e-mail, phone, open sessions, and the data that every customer may ask for by law
  { name: '/perfil', chunks: ['other-routes', 'perfil-route'], budget: 14_500 },
  { name: '/producto', chunks: ['other-routes', 'producto-page'], budget: 8_000 },
  ...['arrepentimiento', 'terminos', 'privacidad', 'baja'].map((name) => ({
    name: `/${name}`,
    chunks: ['other-routes', name],
    budget: 8_000,
  })),
  { name: '/canje-puntos', chunks: ['loyalty-routes', 'canje-page'], budget: 13_000 },
  { name: '/cupon', chunks: ['loyalty-routes', 'cupon-page'], budget: 12_000 },
  { name: '/ruleta', chunks: ['loyalty-routes', 'ruleta-page'], budget: 12_000 },
  { name: '/logro-compra-gratis', chunks: ['loyalty-routes', 'logro-route'], budget: 12_000 },
  // Leaflet alone is 34 KB
  { name: 'map (on demand)', chunks: ['mapa'], budget: 36_000 },
  { name: 'grouping (on demand)', chunks: ['drag-parts-dnd'], budget: 32_000 },
]

/** With its headers it comes in the first round trip, 14 kB. */
const MAX_HTML = 11_000

const names = readdirSync(assets)
const sizes = new Map()

function weigh(file) {
  if (!sizes.has(file)) {
    const bytes = readFileSync(join(assets, file))
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    sizes.set(file, brotliCompressSync(bytes, { params }).length)
  }
  return sizes.get(file)
}

/** A chunk and all that it imports statically; dynamic imports are `import(`. */
function closure(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  const code = readFileSync(join(assets, file), 'utf8')
  for (const [, path] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g))
    closure(basename(path), found)
  return found
}

function inPage(html, pattern) {
  return [...readFileSync(join(dist, html), 'utf8').matchAll(pattern)].map(([, path]) => basename(path))
}

function chunkOf(prefix) {
  // The hash has 8 characters: 'registro' is not 'registro-campos'
  const file = names.find(
    (name) => name.startsWith(`${prefix}-`) && /^.{8}\.js$/.test(name.slice(prefix.length + 1)),
  )
  if (!file) throw new Error(`No chunk named ${prefix} in ${assets}: was it renamed?`)
  return file
}

const sum = (files) => [...files].reduce((total, file) => total + weigh(file), 0)
let over = false
function report(name, bytes, budget, what) {
  over ||= bytes > budget
  const mark = bytes > budget ? 'OVER ' : 'ok   '
  console.log(`${mark}${name.padEnd(24)}${String(bytes).padStart(8)} of ${budget} bytes of ${what}`)
}

let first = new Set()
for (const { name, html, own = [], budget, css } of FIRST_LOADS) {
  const scripts = new Set()
  for (const file of inPage(html, /(?:src|href)="([^"]+\.js)"/g)) closure(file, scripts)
  if (html === 'index.html') first = new Set(scripts)
  for (const chunk of own) closure(chunkOf(chunk), scripts)
  report(name, sum(scripts), budget, 'JS')
  report(name, sum(inPage(html, /href="([^"]+\.css)"/g)), css, 'CSS')
}
// Every page loads it after the first paint, so no step loads it again
const menu = closure(chunkOf('account-menu'))
for (const { name, chunks, after, budget } of STEPS) {
  const all = new Set(chunks.flatMap((chunk) => [...closure(chunkOf(chunk))]))
  const here = new Set([
    ...first,
    ...(name === 'account menu' ? [] : menu),
    ...(after ? closure(chunkOf(after)) : []),
  ])
  report(name, sum([...all].filter((file) => !here.has(file))), budget, 'JS more')
}
// Documents with their CSS and their first sight inside; a product's before it is drawn
for (const name of ['home', 'imprimitodo', 'paso1', 'registro', 'producto'])
  report(`${name}.html`, readFileSync(join(dist, `${name}.html.br`)).length, MAX_HTML, 'HTML')
report('service worker', readFileSync(join(dist, 'sw.js.br')).length, 4_000, 'JS')
process.exit(over ? 1 : 0)
