// The colours that the owner chose, as a style sheet of the customers' pages.
import { COLORES, type CualColores, isColores } from '@imprimitodo/shared/rules/colores'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'

const DAY_S = 86_400

export const coloresPath = (cual: CualColores): string => `/colores/${cual}.css`

/** Twice `:root` outweighs the defaults wherever they stand (web/src/ui/tokens.css). */
function sheetOf(cual: CualColores): string {
  const { tinta, tintaOscura, tintaClara, acento, acentoClaro } = COLORES[cual]
  return `:root:root{--blue:${tinta};--blue-d:${tintaOscura};--blue-t:${tintaClara};--lemon:${acento};--lemon-t:${acentoClaro}}\n`
}

export function coloresRoutes(app: FastifyInstance): void {
  app.get<{ Params: { archivo: string } }>(
    '/colores/:archivo',
    { config: { budget: 'part' } },
    async ({ params }, reply) => {
      const cual = params.archivo.replace(/\.css$/, '')
      if (!isColores(cual) || !params.archivo.endsWith('.css')) throw notFound()
      return reply
        .type('text/css; charset=utf-8')
        .header('cache-control', `public, max-age=${DAY_S}`)
        .send(sheetOf(cual))
    },
  )
}
