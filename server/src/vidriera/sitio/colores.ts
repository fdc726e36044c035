// The colours and the logo that the owner chose, as a style sheet of the customers' pages.
import { COLORES, type CualColores, isColores } from '@imprimitodo/shared/rules/base/colores'
import { imagenPath } from '@imprimitodo/shared/rules/vidriera/imagen'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'

const isImagen = (id: string): boolean => /^[\da-f]{32}$/.test(id)
const DAY_S = 86_400

/** `logo`: the id of a picture of ours. */
export const aspectoPath = (cual: CualColores, logo: string | null): string =>
  `/colores/${cual}.css${logo ? `?logo=${logo}` : ''}`

/** Replaces the drawn logo (web/src/ui/picture/logo.tsx), in the same size. */
const logoSheet = (id: string): string =>
  `.logo-tienda{background:url(${imagenPath(id, 320, 'webp')}) center/contain no-repeat}.logo-tienda>*{display:none}\n`

/** `:root:root` is more specific than the defaults, in whatever order they come (web/src/ui/tokens.css). */
function sheetOf(cual: CualColores): string {
  const { tinta, tintaOscura, tintaClara, acento, acentoClaro } = COLORES[cual]
  return `:root:root{--blue:${tinta};--blue-d:${tintaOscura};--blue-t:${tintaClara};--lemon:${acento};--lemon-t:${acentoClaro}}\n`
}

export function coloresRoutes(app: FastifyInstance): void {
  app.get<{ Params: { archivo: string }; Querystring: { logo?: unknown } }>(
    '/colores/:archivo',
    { config: { budget: 'part' } },
    async ({ params, query: { logo } }, reply) => {
      const cual = params.archivo.replace(/\.css$/, '')
      if (!isColores(cual) || !params.archivo.endsWith('.css')) throw notFound()
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', `public, max-age=${DAY_S}`)
        .send(sheetOf(cual) + (typeof logo === 'string' && isImagen(logo) ? logoSheet(logo) : ''))
    },
  )
}
