import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import helmet from '@fastify/helmet'
import serveFiles from '@fastify/static'
import { isRutaDelMostrador } from '@imprimitodo/shared/rules/mostrador/ruta'
import { rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { isRuta, isRutaPrivada } from '@imprimitodo/shared/rules/vidriera/ruta'
import { MARCOS_DE_VIDEO } from '@imprimitodo/shared/rules/vidriera/video'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isCounter, limitPermissions } from '../http/permissions-policy.ts'
import { KILL_WORKER } from '../runtime/kill-worker.ts'
import { plainHead, type RenderedHead } from './page-head.ts'
import { type Pages, readCounter, readPages } from './web-pages.ts'

/**
 * Origins beyond our own that a page may load, per kind: only those of configured providers, read for each
 * answer.
 */
export type OutsideSources = { scripts?: string[]; frames?: string[]; images?: string[]; connect?: string[] }

/** The head of a customers' page by its address (path and query), with 404 for an unknown one. */
export type HeadOf = (url: string) => Promise<RenderedHead>

/** Files that only pages load. Workers are excluded: a worker takes its CSP from its own response. */
const PART = /\/assets\/(?![^/]*worker)[^/]+\.(?:js|css|woff2|avif|webp|mp4|webm|vtt)(?:\.br)?$/

/**
 * Headers that browsers use on documents only. Left off other files they save a kilobyte each: on a weak
 * signal, the time of one file in twenty.
 */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

type Around = {
  outside?: () => OutsideSources
  headOf?: HeadOf
  /** The owner's name for the shop; '' or undefined: none. */
  nombre?: () => Promise<string | undefined>
  dist?: string
  workerOff?: boolean
}

const DIST = fileURLToPath(new URL('../../../../web/dist', import.meta.url))

/**
 * Serves the built web: its files, the pages of the route table, the screens of the counter, and 404 for
 * anything else (below /mostrador the counter's page; elsewhere JSON, or the customers' page for a browser).
 * Owns the app's not-found handler and its security headers. Without a build (API tests) only the JSON answers
 * remain.
 */
export async function serveWeb(
  app: FastifyInstance,
  {
    outside = () => ({}),
    headOf = bareHead,
    nombre = async () => undefined,
    dist = DIST,
    workerOff,
  }: Around = {},
): Promise<void> {
  const isBuilt = existsSync(`${dist}/index.html`)
  await app.register(
    helmet,
    securityHeaders(isBuilt ? inlineHashes(dist) : { scripts: [], styles: [] }, outside),
  )
  limitPermissions(app)
  if (!isBuilt) {
    app.log.warn(`No hay web compilada en ${dist} (npm run build): solo se sirve la API.`)
    app.setNotFoundHandler(notFound)
    return
  }
  await app.register(serveFiles, {
    // Tabs opened before the last build still ask for its files
    root: [dist, `${dist}/previous`].filter((root) => existsSync(root)),
    index: false,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // By request (a path with a leading slash) only files that pages refer to; by sendFile (without one) any
    allowedPath: (path) =>
      !path.startsWith('/') || !/\/$|\.(?:html|br)$|^\/(?:csp|rutas)\.json$|^\/(?:previous|ssr)\//.test(path),
    setHeaders: (reply, path) => {
      if (PART.test(path)) for (const name of OF_DOCUMENTS) reply.raw.removeHeader(name)
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
      else if (!reply.getHeader('cache-control')) reply.header('cache-control', 'no-cache')
    },
  })
  if (workerOff)
    app.get('/sw.js', (_, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(KILL_WORKER),
    )
  serveManifest(app, dist, nombre)
  app.setNotFoundHandler(
    pageServer({ send: readPages(dist), sendCounter: readCounter(dist), headOf, nombre }),
  )
}

/** The manifest, with the shop's name for the installed app. */
function serveManifest(app: FastifyInstance, dist: string, nombre: NonNullable<Around['nombre']>): void {
  const file = 'manifest.webmanifest'
  if (!existsSync(`${dist}/${file}`)) return
  const manifest: object = JSON.parse(readFileSync(`${dist}/${file}`, 'utf8'))
  app.get(`/${file}`, { config: { budget: 'part' } }, async (_, reply) => {
    const name = await nombre()
    if (!name) return reply.sendFile(file)
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify({ ...manifest, name, short_name: name }))
  })
}

const bareHead = async (url: string, nombre?: string) =>
  plainHead(rotuloTienda(nombre), isRuta(pathOf(url)) ? 200 : 404)

const pathOf = (url: string): string => url.split('?')[0] ?? ''

type Inline = { scripts: string[]; styles: string[] }

/** The hash of each inline script and style, computed by the build: the only ones the browser may use. */
function inlineHashes(dist: string): Inline {
  return JSON.parse(readFileSync(`${dist}/csp.json`, 'utf8'))
}

function securityHeaders(inline: Inline, outside: () => OutsideSources) {
  const self = "'self'"
  const withOutside = (kind: keyof OutsideSources, ...own: string[]) => [
    () => [...own, ...(outside()[kind] ?? [])].join(' '),
  ]
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: withOutside('scripts', self, ...inline.scripts),
        styleSrc: [self, ...inline.styles],
        imgSrc: withOutside('images', self, 'data:', 'blob:'),
        connectSrc: withOutside('connect', self),
        workerSrc: [self],
        // A customer may come to a product from any of their pages; the counter frames no video
        frameSrc: [
          ({ url = '' }: { url?: string }) =>
            [...(outside().frames ?? []), ...(isCounter(url) ? [] : MARCOS_DE_VIDEO)].join(' ') || "'none'",
        ],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: [self],
      },
    },
    // The same as frame-ancestors, for browsers that do not know it
    frameguard: { action: 'deny' as const },
    // 'no-referrer', helmet's default, makes browsers send `Origin: null` with form posts
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    // Browsers apply it over https only. Not for subdomains, which may belong to others and use plain http
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
  }
}

type Serving = { send: Pages; sendCounter: ReturnType<typeof readCounter> } & Required<
  Pick<Around, 'headOf' | 'nombre'>
>

function pageServer({ send, sendCounter, headOf, nombre }: Serving) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = pathOf(request.url)
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(request, reply)
    if (isRutaPrivada(path)) keepPrivate(reply)
    const elegido = await nombre()
    if (isCounter(path)) return counterPage(sendCounter, request, reply, elegido)
    const isBrowser = request.headers.accept?.includes('text/html') && !path.startsWith('/api/')
    if (!isRuta(path) && !isBrowser) return notFound(request, reply)
    const head = await headOf(request.url).catch((err) => {
      // The page itself needs no database
      request.log.error({ err }, 'head')
      return bareHead(path, elegido)
    })
    return send(request, reply.code(head.status), { path, head, nombre: elegido })
  }
}

function counterPage(
  sendCounter: Serving['sendCounter'],
  request: FastifyRequest,
  reply: FastifyReply,
  nombre: string | undefined,
): Promise<FastifyReply> | FastifyReply {
  const isKnown = isRutaDelMostrador(pathOf(request.url))
  if (isKnown && !nombre) return reply.sendFile('mostrador/index.html')
  return sendCounter(request, reply.code(isKnown ? 200 : 404), nombre)
}

function keepPrivate(reply: FastifyReply): void {
  reply.headers({
    'x-robots-tag': 'noindex',
    'referrer-policy': 'same-origin',
    'cache-control': 'private, no-store',
  })
}

function notFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.code(404).send({ detail: 'No encontrado.' })
}
