import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { COMPARTIR, PAGES, type PageAddress } from '@imprimitodo/shared/rules/vidriera/ruta'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { html } from '../../base/web/html.ts'
import { linkTo } from '../../base/web/link.ts'
import { listInWindow } from '../productos/service.ts'
import { coloresRoutes } from './colores.ts'

/**
 * Addresses that are no pages, and pages that are not for crawlers: each line excludes all that begins with
 * it.
 */
const CLOSED = new Set([
  '/api/',
  '/get_token_local',
  '/mostrador',
  '/pago/',
  ...PAGES.filter(([, { crawlers }]) => crawlers === 'closed').map(([ruta]) => ruta.replace(/:.*/, '')),
])

/**
 * Used only before the browser's service worker, which takes shared files, is installed: step 1 says so. The
 * files are not read, and nothing is kept.
 */
function compartirRoutes(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'POST'],
    url: COMPARTIR,
    onRequest: async ({ method }, reply) => {
      const address: PageAddress = method === 'POST' ? '/imprimitodo?compartido=no' : '/imprimitodo'
      return reply.redirect(address, 303)
    },
    handler: async () => undefined,
  })
}

/** A line of the sitemap: a page, and the day of its last change. */
type Listed = { address: PageAddress; day: string | null }

export function sitioRoutes(app: FastifyInstance, { db, publicUrl }: Pick<Deps, 'db' | 'publicUrl'>): void {
  compartirRoutes(app)
  coloresRoutes(app)
  app.get('/robots.txt', async (_, reply) => {
    const lines = ['User-agent: *', ...[...CLOSED].map((path) => `Disallow: ${path}`)]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`${lines.join('\n')}\n\nSitemap: ${publicUrl}/sitemap.xml\n`)
  })
  app.get('/sitemap.xml', async (_, reply) => {
    const listed = PAGES.filter(([, { crawlers }]) => crawlers === 'listed')
    const pages = listed.map(([address]): Listed => ({ address, day: null }))
    const goods = (await listInWindow(db)).map(
      ({ id, actualizado }): Listed => ({ address: `/producto/${id}`, day: dayOf(actualizado) }),
    )
    const urls = [...pages, ...goods].map(({ address, day }) => {
      const changed = day && html`<lastmod>${day}</lastmod>`
      return html`<url><loc>${linkTo(publicUrl, address)}</loc>${changed}</url>\n`
    })
    const markup = html`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
      .markup
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(`<?xml version="1.0" encoding="UTF-8"?>\n${markup}`)
  })
}
