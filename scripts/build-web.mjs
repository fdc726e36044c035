// Builds the web into web/dist: Vite, the pages made ahead, the service worker, what each page loads, the hashes of
// inline code for the CSP, brotli of all that is text. An argument is the stamp that setup.mjs compares. The new build
// takes the old one's place when it is whole.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'

process.env.NODE_ENV = 'production' // else React's development build, three times the size
const { build } = await import('vite')

const root = join(import.meta.dirname, '../web')
const dist = join(root, 'dist')
const fresh = join(root, 'dist.new')
const old = join(root, 'dist.old')

/** Parts on demand that are larger wait for their first use; without signal they could do nothing anyway. */
const MAX_KEPT = 50_000

/** What a page shows beyond the frame, by its sources: named in its head, these files need not be discovered. */
const SCREENS = {
  '/': ['src/home/sections.tsx'],
  '/imprimitodo': ['src/app/paso-routes.tsx'],
  '/imprimitodo/paso1': ['src/app/paso-routes.tsx'],
  '/registro': ['src/app/other-routes.tsx', 'src/cuenta/registro.tsx'],
  '/login': ['src/app/other-routes.tsx', 'src/cuenta/login.tsx'],
  '/producto/:pk': ['src/app/other-routes.tsx', 'src/productos/producto-page.tsx'],
  '/arrepentimiento': ['src/app/other-routes.tsx', 'src/legal/arrepentimiento.tsx'],
  '/terminos': ['src/app/other-routes.tsx', 'src/legal/terminos.tsx'],
  '/privacidad': ['src/app/other-routes.tsx', 'src/legal/privacidad.tsx'],
}

/**
 * Pages that come with their screen in them, by route (docs/decisions/021). `guests`: only for browsers without the
 * session's cookie. `live`: the server draws the screen, for each address.
 */
const MADE = {
  '/': { file: 'home.html' },
  '/imprimitodo': { file: 'imprimitodo.html' },
  '/imprimitodo/paso1': { file: 'paso1.html' },
  '/registro': { file: 'registro.html', guests: true },
  '/producto/:pk': { file: 'producto.html', live: true },
}

/** Our letters: text is painted in the device's, which tokens.css stretches to their measures, until they come. */
const FONTS =
  /@font-face\{font-family:"?(Bricolage Grotesque|Figtree)"?;[^}]*font-weight:([^;}]+);[^}]*url\("?([^")]+)"?\)[^}]*\}/g

/**
 * Asks for the long file at once where the signal is slow, on which it is what one waits for. Where an answer is here
 * in no time so is the file, after the paint.
 */
const early = (common) =>
  `(function () {
  var page = performance.getEntriesByType('navigation')[0]
  if (page && page.responseStart - page.requestStart < 100) return
  var link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'script'
  link.fetchPriority = 'low'
  link.href = '${common}'
  document.head.append(link)
})()`.replaceAll(/\n */g, '\n')

/**
 * Once the page has been painted, with the picture that it is about (after a second in any case): makes the first
 * calls, fetches the letters, names the page's code. Piece by piece, as to name twenty files at once takes a phone
 * long; and the letters are shown when all are here, so that the page is laid out once more and not twice. Who has
 * been here before has them, and is not to see them change. Out of a template scripts run as they come, unless told
 * to keep their order.
 */
const later = (fonts) =>
  `(function () {
  var later = document.getElementById('later')
  var waits = true
  var LARGEST = 'largest-contentful-paint'
  var fonts = [${fonts.map(({ family, weight, file }) => `new FontFace('${family}', 'url(${file})', { weight: '${weight}' })`)}]
  function letters() {
    Promise.allSettled(fonts.map((font) => font.load())).then(() => fonts.forEach((font) => document.fonts.add(font)))
  }
  function name() {
    var files = [].slice.call(later.content.children, 0, 8)
    document.head.append.apply(document.head, files)
    if (files.length) setTimeout(name)
    else later.remove()
  }
  function go() {
    if (!waits) return
    waits = false
    later.content.querySelectorAll('script').forEach(function (script) {
      script.async = false
    })
    askEarly()
    letters()
    setTimeout(name)
  }
  function painted() {
    var main = document.querySelector('img[fetchpriority=high]')
    if (!main || !PerformanceObserver.supportedEntryTypes.includes(LARGEST)) return go()
    new PerformanceObserver(function (list) {
      if (list.getEntries().some((entry) => entry.element === main)) go()
    }).observe({ type: LARGEST, buffered: true })
  }
  if (navigator.serviceWorker && navigator.serviceWorker.controller) letters()
  if (document.hidden) go()
  else
    try {
      new PerformanceObserver(painted).observe({ type: 'paint', buffered: true })
    } catch (old) {}
  setTimeout(go, 1000)
})()`.replaceAll(/\n */g, '\n')

await build({
  root,
  logLevel: 'warn',
  build: { outDir: fresh, emptyOutDir: true, manifest: 'manifest.json' },
})
const links = filesOfPages()
rmSync(join(fresh, 'manifest.json'))
writeFileSync(join(fresh, 'rutas.json'), JSON.stringify(await makePages(links)))
await buildWorker()
const files = readdirSync(fresh, { recursive: true }).filter((name) => !name.startsWith('ssr'))
writeFileSync(
  join(fresh, 'csp.json'),
  JSON.stringify({ scripts: hashesOf('script'), styles: hashesOf('style') }),
)
for (const file of files.filter((name) => /\.(?:js|css|html|svg|json|webmanifest)$/.test(name)))
  compress(file)
if (process.argv[2]) writeFileSync(join(fresh, '.stamp'), process.argv[2])
keepPrevious()

rmSync(old, { recursive: true, force: true })
if (existsSync(dist)) renameSync(dist, old)
renameSync(fresh, dist)
rmSync(old, { recursive: true, force: true })

/** By route, the links for its head: all that its screens import and every page does not. */
function filesOfPages() {
  const manifest = JSON.parse(readFileSync(join(fresh, 'manifest.json'), 'utf8'))
  const closure = (name, found = new Set()) => {
    if (found.has(name)) return found
    if (!manifest[name]) throw new Error(`No ${name} in the build: was it renamed?`)
    found.add(name)
    for (const other of manifest[name].imports ?? []) closure(other, found)
    return found
  }
  const first = closure('index.html')
  return Object.fromEntries(
    Object.entries(SCREENS).map(([route, sources]) => {
      const chunks = new Set([...sources, 'src/app/account-menu.tsx'].flatMap((name) => [...closure(name)]))
      const own = [...chunks].filter((name) => !first.has(name)).map((name) => manifest[name])
      // What Home shows below comes with its own: named here it would be thought to be there already
      const styles = route === '/' ? [] : [...new Set(own.flatMap(({ css = [] }) => css))]
      const links = [
        ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
        ...own.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
      ]
      return [route, links.join('')]
    }),
  )
}

/**
 * Each page of MADE with its screen and its CSS in it: nothing stands between its arrival and the first paint, and all
 * code runs after it (docs/decisions/021). The style sheets stay named, so that no part loads them, but are not fetched.
 * @returns of each route that is more than the plain page, what the server sends (server/src/base/web/web-pages.ts)
 */
async function makePages(links) {
  await build({
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ...{
        outDir: join(fresh, 'ssr'),
        emptyOutDir: true,
        ssr: 'src/app/prerender.tsx',
        copyPublicDir: false,
      },
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const { render, renderWhole } = await import(pathToFileURL(join(fresh, 'ssr/prerender.js')).href)
  const made = {}
  for (const [route, { file, guests, live }] of Object.entries(MADE)) {
    // Home's lower part is left to the browser: what is drawn once waits for no code
    const shell = route === '/' ? render(route) : live ? '' : await renderWhole(route)
    if (/<[^>]* style="/.test(shell))
      throw new Error(`${route} has a style attribute, which the CSP refuses: use a class`)
    let css = ''
    const takeIn = (text) =>
      text.replaceAll(/<link rel="stylesheet" crossorigin href="\/([^"]+)">/g, (link, name) => {
        css += readFileSync(join(fresh, name), 'utf8')
        return link.replace('>', ' disabled>')
      })
    const named = []
    const page = takeIn(readFileSync(join(fresh, 'index.html'), 'utf8')).replaceAll(
      /\s*(?:<script (?:defer|type="module")[^>]*><\/script>|<link rel="(?:modulepreload|stylesheet|manifest)"[^>]*>)/g,
      (tag) => {
        named.push(tag.trim().replace(' defer', ''))
        return ''
      },
    )
    named.push(...(takeIn(links[route] ?? '').match(/<[^>]+>/g) ?? []))
    // First what keeps the code from fetching its style sheets again
    named.sort((one, other) => other.includes('"stylesheet"') - one.includes('"stylesheet"'))
    const fonts = [...css.matchAll(FONTS)].map(([, family, weight, file]) => ({ family, weight, file }))
    if (fonts.length !== 2) throw new Error('Not both fonts in the style sheets: was one renamed?')
    css = css.replaceAll(FONTS, '')
    const [, common] = /<script src="([^"]+)"/.exec(named.join(''))
    const html = page
      .replaceAll(/^ *\/\/ .*\n/gm, '') // comments of the inline script
      .replace('<div id="root"></div>', () => `<div id="root">${shell}</div>`)
      .replace('</head>', () => `<script>${early(common)}</script><style>${css}</style></head>`)
      .replace(
        '</body>',
        () => `<template id="later">${named.join('')}</template><script>${later(fonts)}</script></body>`,
      )
    made[route] = { file, guests, live }
    writeFileSync(join(fresh, file), html)
  }
  const routes = new Set([...Object.keys(MADE), ...Object.keys(SCREENS)])
  return [...routes].map((route) => ({ route, links: links[route] ?? '', made: made[route] }))
}

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

/** Of all inline code of one kind. */
function hashesOf(tag) {
  const inline = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g')
  const pages = files.filter((name) => name.endsWith('.html'))
  const found = pages.flatMap((name) => [...readFileSync(join(fresh, name), 'utf8').matchAll(inline)])
  return [...new Set(found.map(([, code]) => `'sha256-${hash(code, 'base64')}'`))]
}

function hash(text, encoding) {
  return createHash('sha256').update(text).digest(encoding)
}

function compress(file) {
  const bytes = readFileSync(join(fresh, file))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(join(fresh, `${file}.br`), brotliCompressSync(bytes, { params }))
}
