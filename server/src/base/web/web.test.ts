import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import { RUTAS_DEL_MOSTRADOR } from '@imprimitodo/shared/rules/mostrador/ruta'
import { EN_BLANCO } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KILL_WORKER } from '../runtime/kill-worker.ts'
import { html } from './html.ts'
import { pageData, type RenderedHead } from './page-head.ts'
import { serveWeb } from './web.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const CALL = { accept: 'application/json' }

let dist: string
let app: FastifyInstance

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), 'imprimitodo-web-'))
  mkdirSync(join(dist, 'assets'))
  mkdirSync(join(dist, 'mostrador'))
  mkdirSync(join(dist, 'previous/assets'), { recursive: true })
  writeFileSync(join(dist, 'previous/assets/old-1.js'), 'let old')
  writeFileSync(join(dist, 'index.html'), '<p>clientes</p>')
  writeFileSync(join(dist, 'mostrador/index.html'), '<p>mostrador</p>')
  writeFileSync(join(dist, 'csp.json'), `{"scripts":["'sha256-abc'"],"styles":["'sha256-def'"]}`)
  writeFileSync(join(dist, '.stamp'), 'x')
  writeFileSync(join(dist, 'favicon.svg'), '<svg/>')
  writeFileSync(join(dist, 'assets/a-1.js'), 'let a')
  writeFileSync(join(dist, 'assets/a-1.js.br'), brotliCompressSync('let a'))
  writeFileSync(join(dist, 'assets/a-worker-1.js'), 'let w')
  writeFileSync(join(dist, 'assets/a-1.svg'), '<svg/>')
  app = fastify()
  await serveWeb(app, { outside: () => ({ images: ['https://teselas.example'] }), dist })
  app.get('/api/hola', () => ({ hola: true }))
  // A page that a feature sends, such as those behind links of mails
  app.get('/carta', (_, reply) => reply.type('text/html; charset=utf-8').send('<p>carta</p>'))
})

afterAll(async () => {
  await app.close()
  rmSync(dist, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers })

describe('pages', () => {
  it.each(['/', '/imprimitodo/paso1', '/imprimitodo/paso1/', '/producto/7', '/producto/7?x=1'])(
    '%s is the customers page, never cached without asking',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe('<p>clientes</p>')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['x-robots-tag']).toBeUndefined()
    },
  )

  it('a page of the table is one for any client, and answers HEAD', async () => {
    expect((await get('/login', { accept: '*/*' })).statusCode).toBe(200)
    expect((await app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200)
  })

  it.each(['/mostrador', '/mostrador/', '/mostrador/pedidos/abc'])('%s is the back office', async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('<p>mostrador</p>')
  })

  it('every screen of the back office is known', () => {
    const WEB = new URL('../../../../web/src/mostrador/', import.meta.url)
    /** The addresses in a router's code. */
    const pathsIn = (file: string, start: string) =>
      [...readFileSync(new URL(file, WEB), 'utf8').matchAll(/ path="([^"*]+)"/g)].map(([, path = '']) =>
        path.startsWith('/') ? path : `${start}/${path}`,
      )
    const below = { recuperar: 'cuenta', 'cuentas-corrientes': 'cuentas-corrientes', dueno: 'dueno' }
    const all = Object.entries(below).flatMap(([path, folder]) => [
      `/mostrador/${path}`,
      ...pathsIn(`${folder}/${path}-routes.tsx`, `/mostrador/${path}`),
    ])
    expect([...pathsIn('router.tsx', '/mostrador'), ...all].sort()).toEqual([...RUTAS_DEL_MOSTRADOR].sort())
  })

  it.each(['/mostrador/nada', '/mostrador/pedidos', '/mostrador/dueno/catalogo/x'])(
    '%s is no screen of the back office, whose page says so',
    async (url) => {
      const answer = await get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toBe('<p>mostrador</p>')
      expect(answer.headers['cache-control']).toBe('private, no-store')
    },
  )

  it.each(['/pedido/abc', '/facturar', '/facturar/'])('%s stays private', async (url) => {
    const { headers, statusCode } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['x-robots-tag']).toBe('noindex')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['cache-control']).toBe('private, no-store')
  })

  it.each([
    '/nada',
    '/mostradores',
    '/index.html',
    '/assets/b.js',
    '/.stamp',
    '/csp.json',
    '/assets/a-1.js.br',
    '/previous/assets/old-1.js',
  ])('%s is not found: the page for a browser, JSON for a call', async (url) => {
    const browser = await get(url)
    expect(browser.statusCode).toBe(404)
    expect(browser.body).toBe('<p>clientes</p>')
    const call = await get(url, CALL)
    expect(call.statusCode).toBe(404)
    expect(call.json()).toEqual({ detail: 'No encontrado.' })
  })

  it('an unknown call is JSON even for a browser, and so is a POST to a page', async () => {
    const answer = await get('/api/nada')
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ detail: 'No encontrado.' })
    expect((await app.inject({ method: 'POST', url: '/login', headers: BROWSER })).statusCode).toBe(404)
  })
})

describe('files', () => {
  it('assets are immutable and sent as the build compressed them', async () => {
    const answer = await get('/assets/a-1.js', { 'accept-encoding': 'br' })
    expect(answer.headers['content-encoding']).toBe('br')
    expect(answer.headers['content-type']).toMatch('javascript')
    expect(answer.headers['cache-control']).toMatch('immutable')
    expect((await get('/assets/a-1.js', {})).body).toBe('let a')
  })

  it('parts of a page come without headers that only documents need; files that can stand alone keep their policy', async () => {
    const part = (await get('/assets/a-1.js', { 'accept-encoding': 'br' })).headers
    expect(part).not.toHaveProperty('content-security-policy')
    expect(part).not.toHaveProperty('x-frame-options')
    expect(part).toMatchObject({ 'x-content-type-options': 'nosniff' })
    expect(part).toMatchObject({ 'cross-origin-resource-policy': 'same-origin' })
    for (const url of ['/assets/a-worker-1.js', '/assets/a-1.svg', '/favicon.svg', '/assets/no-existe.js'])
      expect((await get(url)).headers, url).toHaveProperty('content-security-policy')
  })

  it('tabs opened before the last build still get its files', async () => {
    const answer = await get('/assets/old-1.js')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('let old')
    expect(answer.headers['cache-control']).toMatch('immutable')
  })

  it('other files are revalidated', async () => {
    const answer = await get('/favicon.svg')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect((await get('/favicon.svg', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
  })

  it.each(['/../package.json', '/..%2f..%2fpackage.json', '/assets/%2e%2e/csp.json'])(
    '%s does not leave the folder',
    async (url) => expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400),
  )
})

describe('headers', () => {
  it('only our own scripts, those hashed by the build and configured sources are allowed', async () => {
    const csp = String((await get('/')).headers['content-security-policy'])
    expect(csp).toContain("script-src 'self' 'sha256-abc';")
    expect(csp).toContain("style-src 'self' 'sha256-def';")
    expect(csp).toContain("img-src 'self' data: blob: https://teselas.example;")
    expect(csp).not.toContain('unsafe')
    expect((await get('/api/hola')).headers['content-security-policy']).toBe(csp)
  })

  it('customers’ pages may frame the players of YouTube and Vimeo, and nothing else of them; the counter none', async () => {
    const framesOf = async (url: string) =>
      /frame-src ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1]
    for (const url of ['/', '/producto/1', '/mostradores'])
      expect(await framesOf(url), url).toBe(
        'https://www.youtube-nocookie.com/embed/ https://player.vimeo.com/video/',
      )
    for (const url of ['/mostrador', '/mostrador/dueno/catalogo'])
      expect(await framesOf(url), url).toBe("'none'")
    expect((await get('/')).headers['permissions-policy']).toContain(
      'autoplay=(self "https://www.youtube-nocookie.com" "https://player.vimeo.com")',
    )
    expect((await get('/mostrador')).headers['permissions-policy']).toContain('autoplay=(self),')
  })

  it('over the wire every page names what it may ask of the device, and everything else is off', async () => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const policyOf = async (path: string, headers: Record<string, string> = BROWSER) => {
      const answer = await fetch(`${origin}${path}`, { headers })
      await answer.arrayBuffer()
      return answer.headers.get('permissions-policy')
    }
    for (const path of ['/', '/imprimitodo/paso3', '/login', '/no-existe', '/mostradores', '/carta']) {
      const policy = await policyOf(path)
      expect(policy, path).toMatch(/(^|, )geolocation=\(self\)(,|$)/)
      for (const off of ['camera', 'microphone', 'payment', 'usb', 'display-capture'])
        expect(policy, path).toMatch(new RegExp(`(^|, )${off}=\\(\\)(,|$)`))
    }
    for (const path of ['/mostrador', '/mostrador/escanear', '/mostrador?x=1']) {
      const policy = await policyOf(path)
      expect(policy, path).toMatch(/(^|, )camera=\(self\)(,|$)/)
      for (const off of ['geolocation', 'microphone', 'payment'])
        expect(policy, path).toMatch(new RegExp(`(^|, )${off}=\\(\\)(,|$)`))
    }
    for (const path of ['/assets/a-1.js', '/api/hola']) expect(await policyOf(path, CALL), path).toBeNull()
    const { headers } = await fetch(`${origin}/login`, { headers: BROWSER })
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })
})

describe('heads', () => {
  let withHead: FastifyInstance
  let head: () => Promise<RenderedHead>
  let called: string | undefined

  beforeAll(async () => {
    const page = '<html><head><!-- head --><title>x</title><!-- /head --><link></head><div id="root"></div>'
    const own = join(dist, 'con-cabeza')
    mkdirSync(own)
    writeFileSync(join(own, 'csp.json'), '{"scripts":[],"styles":[]}')
    const rutas = [
      { route: '/', links: '', made: { file: 'home.html' } },
      { route: '/producto/:pk', links: '<link rel=p>', made: { file: 'producto.html', live: true } },
      { route: '/registro', links: '<link rel=p>', made: { file: 'registro.html', guests: true } },
    ]
    writeFileSync(join(own, 'rutas.json'), JSON.stringify(rutas))
    writeFileSync(join(own, 'index.html'), page)
    writeFileSync(join(own, 'home.html'), page.replace('></div>', `>Hola, ${EN_BLANCO.rotulo}</div>`))
    writeFileSync(join(own, 'producto.html'), page)
    writeFileSync(join(own, 'registro.html'), page.replace('></div>', '>Formulario</div>'))
    mkdirSync(join(own, 'mostrador'))
    const counter = '<title>Mostrador · imprimitodo</title><p>mostrador</p>'
    writeFileSync(join(own, 'mostrador/index.html'), counter)
    const manifest = { name: 'imprimitodo', short_name: 'imprimitodo', lang: 'es-AR' }
    writeFileSync(join(own, 'manifest.webmanifest'), JSON.stringify(manifest))
    withHead = fastify()
    await withHead.register(cookie)
    await serveWeb(withHead, { dist: own, headOf: () => head(), nombre: async () => called })
  })
  afterAll(() => withHead.close())

  const ask = (url: string, headers: Record<string, string> = BROWSER) => withHead.inject({ url, headers })

  it('a page gets its head in place of the general one, Home in its own document', async () => {
    head = async () => ({ status: 200, html: html`<title>${'a & b'}</title>` })
    expect((await ask('/login')).body).toBe(
      '<html><head><title>a &amp; b</title><link></head><div id="root"></div>',
    )
    expect((await ask('/')).body).toContain('<div id="root">Hola, imprimitodo</div>')
  })

  it('names the files that only it needs, below those of every page: their rules are to win', async () => {
    head = async () => ({ status: 200, html: html`<title>x</title>` })
    expect((await ask('/producto/7')).body).toContain('<title>x</title><link><link rel=p></head>')
    expect((await ask('/login')).body).not.toContain('rel=p')
  })

  it('with a screen rendered for its address has it inside, and its data beside it', async () => {
    const screen = {
      root: { markup: '<h1>$& Taza</h1>' },
      data: pageData('producto', { nombre: '</script>' }),
    }
    head = async () => ({ status: 200, html: html`<title>x</title>`, screen })
    const { body } = await ask('/producto/7?categoria=a')
    expect(body).toContain('<title>x</title><link>')
    expect(body).toContain(
      '<div id="root"><h1>$& Taza</h1></div><script type="application/json" id="producto">{"nombre":"\\u003c/script>"}',
    )
    head = async () => ({ status: 200, html: html`<title>x</title>`, screen: null })
    expect((await ask('/producto/7')).body).toContain('<link><link rel=p></head><div id="root"></div>')
  })

  it('fills in the owner’s name for the shop, and tells it to the page’s own code', async () => {
    const screen = {
      root: { markup: `<h1>${EN_BLANCO.rotulo}</h1>` },
      data: pageData('producto', { nombre: EN_BLANCO.rotulo }),
    }
    head = async () => ({ status: 200, html: html`<title>x</title>`, screen })
    expect((await ask('/producto/7')).body).toContain('<h1>imprimitodo</h1>')
    expect((await ask('/producto/7')).body).not.toContain('application-name')
    called = 'A&B "<i>" $&'
    const { body } = await ask('/producto/7')
    expect(body).toContain('<h1>A&amp;B &quot;&lt;i&gt;&quot; $&amp;</h1>')
    expect(body).toContain(
      '<title>x</title><meta name="application-name" content="A&amp;B &quot;&lt;i&gt;&quot; $&amp;" data-largo><link>',
    )
    // Data are no markup: the name is not filled in there
    expect(body).toContain(`{"nombre":"${EN_BLANCO.rotulo}"}`)
    head = async () => ({ status: 200, html: html`<title>x</title>` })
    called = 'La Copia'
    expect((await ask('/')).body).toContain('<div id="root">Hola, La Copia</div>')
    expect((await ask('/login')).body).toContain('<meta name="application-name" content="La Copia"><link>')
    const counter = await ask('/mostrador/ingresar')
    expect(counter.body).toBe(
      '<meta name="application-name" content="La Copia"><title>Mostrador · La Copia</title><p>mostrador</p>',
    )
    expect(counter.headers['cache-control']).toBe('private, no-store')
    expect((await ask('/manifest.webmanifest')).json()).toEqual({
      name: 'La Copia',
      short_name: 'La Copia',
      lang: 'es-AR',
    })
    called = undefined
    expect((await ask('/mostrador/ingresar')).body).toContain('<title>Mostrador · imprimitodo</title>')
    expect((await ask('/manifest.webmanifest')).json()).toMatchObject({ name: 'imprimitodo' })
  })

  it('with a form for guests is not for a browser that may be logged in', async () => {
    head = async () => ({ status: 200, html: html`<title>x</title>` })
    const guest = await ask('/registro')
    expect(guest.body).toContain('</title><link></head><div id="root">Formulario</div>')
    const cookie = { cookie: 'refresh=x', 'if-none-match': String(guest.headers.etag) }
    expect((await ask('/registro', { ...BROWSER, ...cookie })).body).toContain('<div id="root"></div>')
  })

  it('is compressed, and not sent again to a browser that has it', async () => {
    head = async () => ({ status: 200, html: html`<title>uno</title>` })
    const answer = await ask('/login', { ...BROWSER, 'accept-encoding': 'gzip, br' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('<title>uno</title>')
    expect(answer.headers.vary).toBe('accept-encoding')
    const again = { ...BROWSER, 'accept-encoding': 'br', 'if-none-match': String(answer.headers.etag) }
    expect((await ask('/login', again)).statusCode).toBe(304)
    head = async () => ({ status: 200, html: html`<title>dos</title>` })
    expect((await ask('/login', again)).statusCode).toBe(200)
    expect((await ask('/login', { ...BROWSER, 'accept-encoding': 'br;q=0' })).body).toContain('dos')
  })

  it('an unknown page is a 404 for every client', async () => {
    head = async () => ({ status: 404, html: html`<title>No</title>` })
    expect((await ask('/producto/999', CALL)).statusCode).toBe(404)
  })

  it('a page whose head cannot be made is sent all the same', async () => {
    head = async () => {
      throw new Error('no database')
    }
    const answer = await ask('/registro')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-robots-tag']).toEqual(undefined)
    expect(answer.body).toContain('<title>imprimitodo</title>')
    expect((await ask('/nada')).statusCode).toBe(404)
    called = 'La Copia'
    expect((await ask('/registro')).body).toContain('<title>La Copia</title>')
    called = undefined
  })
})

it('a service worker that is turned off is replaced by one that removes itself', async () => {
  const off = fastify()
  writeFileSync(join(dist, 'sw.js'), 'let worker')
  await serveWeb(off, { dist, workerOff: true })
  const answer = await off.inject('/sw.js')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect([answer.headers['content-type'], answer.body]).toEqual([
    'text/javascript; charset=utf-8',
    KILL_WORKER,
  ])
  await off.close()
})

it('without a build the API still answers', async () => {
  const bare = fastify()
  await serveWeb(bare, { dist: join(dist, 'nada') })
  const answer = await bare.inject({ url: '/login', headers: BROWSER })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ detail: 'No encontrado.' })
  await bare.close()
})
