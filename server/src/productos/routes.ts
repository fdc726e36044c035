import { productosApi } from '@imprimitodo/shared/api/productos'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { notFound } from '../core/errors.ts'
import { serve } from '../core/serve.ts'
import type { Catalogo } from './catalogo.ts'
import { kitBanderasRoute } from './kit-banderas.ts'
import { readVidriera } from './service.ts'

const VIDRIERA = 'GET /api/vidriera'
const { [VIDRIERA]: vidriera, ...reads } = productosApi

/** The listing and the products, from memory. In a scope of their own (core/reads.ts). */
export function catalogoRoutes(scope: FastifyInstance, catalogo: Catalogo): void {
  serve(scope, reads, {
    'GET /api/v1/productos/': ({ query }) => catalogo.list(query.es_oferta === '1'),
    // es_oferta changes nothing here: an offer is the same product, and a link outlives the offer
    'GET /api/v1/productos/:pk/': async ({ params }) => {
      const found = await catalogo.detail(params.pk)
      if (!found) throw notFound('Ese producto no existe o ya no está a la venta.')
      return found
    },
  })
}

export function vidrieraRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, { [VIDRIERA]: vidriera }, { [VIDRIERA]: () => readVidriera(deps) })
  kitBanderasRoute(app, deps)
}
