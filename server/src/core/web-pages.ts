import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { rutaPattern } from '@imprimitodo/shared/rules/ruta'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from './html.ts'

/** Brotli 4 takes a tenth of a millisecond; 11, as for the files, thirty. */
const QUALITY = 4
/** What the build left in the head for the development server. */
const HEAD = /<!-- head -->[\s\S]*<!-- \/head -->/

/** Sends a page of the build with another head. */
export type Pages = (request: FastifyRequest, reply: FastifyReply, page: Page) => Promise<FastifyReply>
type Page = { path: string; head: Html }

/** Home has a document of its own where the build made one; other pages name the files that only they need. */
export function readPages(dist: string): Pages {
  const plain = split(`${dist}/index.html`)
  const home = existsSync(`${dist}/home.html`) ? split(`${dist}/home.html`) : plain
  const filesOf = readFiles(`${dist}/pages.json`)
  return async (request, reply, { path, head }) => {
    const [before, after] = path === '/' ? home : plain
    const bytes = Buffer.from(before + (after === null ? '' : head.markup + filesOf(path) + after))
    const takesBr = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding']))
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
    const etag = `"${tag}${takesBr ? '-br' : ''}"`
    reply.header('vary', 'accept-encoding').header('etag', etag)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    const isKnown = request.headers['if-none-match']?.includes(etag)
    if (reply.statusCode === 200 && isKnown) return reply.code(304).send()
    reply.type('text/html; charset=utf-8')
    return takesBr ? reply.header('content-encoding', 'br').send(await compress(bytes)) : reply.send(bytes)
  }
}

const compress = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })

function split(file: string): [before: string, after: string | null] {
  const text = readFileSync(file, 'utf8')
  const found = HEAD.exec(text)
  if (!found) return [text, null]
  return [text.slice(0, found.index), text.slice(found.index + found[0].length)]
}

/** The build's list of what each route loads beyond what all do, as links for the head. */
function readFiles(file: string): (path: string) => string {
  if (!existsSync(file)) return () => ''
  const routes = Object.entries<string>(JSON.parse(readFileSync(file, 'utf8')))
  const patterns = routes.map(([route, links]) => ({ pattern: rutaPattern(route), links }))
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.links ?? ''
}
