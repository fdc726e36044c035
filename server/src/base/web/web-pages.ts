import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { conNombre, rotuloTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { pathPattern } from '@imprimitodo/shared/rules/vidriera/path-pattern'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie } from '../http/cookies.ts'
import { escapeHtml, type Html, html } from './html.ts'
import type { RenderedHead } from './page-head.ts'
import { encodingFor } from './prepared.ts'

/** Brotli 5 takes a millisecond for the largest page, 9 twenty; 4 would be 7 % more bytes. */
const QUALITY = 5
/** Marks in the head that the build left for the development server. */
const HEAD = ['<!-- head -->', '<!-- /head -->'] as const
const ROOT = '<div id="root"></div>'

/** The build's entry for a route that is more than the plain page. */
type Ruta = {
  route: string
  /** For the head of the plain page: files that only this route needs. */
  links: string
  /** The document with the route's screen in it, or with a place for it if the server renders it (`live`). */
  made?: { file: string; guests?: boolean; live?: boolean }
}

/** Sends a page of the build with another head, and its screen if there is one. */
export type Pages = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: { path: string; head: RenderedHead; nombre: string | undefined },
) => Promise<FastifyReply>

/** The length of a name for which the head has room. */
const LARGO = 11

/**
 * Tells the page's own code the shop's name (web/src/ui/state/nombre.ts), and its head whether the name is long.
 */
function nameTag(nombre: string | undefined): Html {
  if (!nombre) return html``
  const largo = [...nombre].length > LARGO ? html` data-largo` : null
  return html`<meta name="application-name" content="${nombre}"${largo}>`
}

/**
 * Prerendered routes have a document of their own, with their screen in it; the others share one. A page for
 * guests is not sent to browsers with the session's cookie: a customer should not see a form and then be
 * redirected.
 */
export function readPages(dist: string): Pages {
  const plain = split(`${dist}/index.html`)
  const rutas = readRutas(dist)
  return async (request, reply, { path, head, nombre }) => {
    const { links, made } = rutas.find(({ pattern }) => pattern.test(path)) ?? { links: '' }
    const isMade = made && !(made.guests && readCookie(request, 'refresh')) && !(made.live && !head.screen)
    const [before, after] = isMade ? made.parts : plain
    // Below the style sheets of every page: between rules of the same specificity the last wins
    const whole = isMade
      ? withScreen(after, head.screen, nombre)
      : after?.replace('</head>', () => `${links}</head>`)
    return sendDocument(
      request,
      reply,
      Buffer.from(before + (whole ? head.html.markup + nameTag(nombre).markup + whole : '')),
    )
  }
}

/** The counter's page, with the shop's own name. */
export function readCounter(dist: string) {
  let page: string | undefined
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    nombre: string | undefined,
  ): Promise<FastifyReply> => {
    const title = html`${nameTag(nombre)}<title>Mostrador · ${rotuloTienda(nombre)}</title>`
    page ??= readFileSync(`${dist}/mostrador/index.html`, 'utf8')
    return sendDocument(
      request,
      reply,
      Buffer.from(page.replace(/<title>[^<]*<\/title>/, () => title.markup)),
    )
  }
}

/** Compressed if the browser accepts it; 304 if it has these bytes already. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): Promise<FastifyReply> {
  const takesBr = encodingFor(request.headers['accept-encoding']) === 'br'
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const etag = `"${tag}${takesBr ? '-br' : ''}"`
  reply.header('vary', 'accept-encoding').header('etag', etag)
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
  const isKnown = request.headers['if-none-match']?.includes(etag)
  if (reply.statusCode === 200 && isKnown) return reply.code(304).send()
  reply.type('text/html; charset=utf-8')
  return takesBr ? reply.header('content-encoding', 'br').send(await compress(bytes)) : reply.send(bytes)
}

const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })

/** A page with its screen, from the build or rendered now, and with the shop's name in the blanks. */
function withScreen(
  page: string | null,
  screen: RenderedHead['screen'],
  nombre: string | undefined,
): string | undefined {
  const named = (markup: string) => conNombre(markup, nombre, escapeHtml)
  const whole = page === null ? undefined : named(page)
  if (!screen) return whole
  const root = ROOT.replace('><', () => `>${named(screen.root.markup)}<`)
  return whole?.replace(ROOT, () => root + screen.data.markup)
}

function split(file: string): [before: string, after: string | null] {
  const text = readFileSync(file, 'utf8')
  const [start, end] = [text.indexOf(HEAD[0]), text.lastIndexOf(HEAD[1])]
  if (start < 0 || end < start) return [text, null]
  return [text.slice(0, start), text.slice(end + HEAD[1].length)]
}

function readRutas(dist: string) {
  const file = `${dist}/rutas.json`
  const rutas: Ruta[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  return rutas.map(({ route, links, made }) => ({
    pattern: pathPattern(route),
    links,
    made: made && { ...made, parts: split(`${dist}/${made.file}`) },
  }))
}
