import { productosApi } from '@imprimitodo/shared/api/productos'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Catalogo } from './catalogo.ts'
import { kitBanderasRoute } from './kit-banderas.ts'
import { readVidriera } from './service.ts'

const VIDRIERA = 'GET /api/vidriera'
const { [VIDRIERA]: vidriera, ...reads } = productosApi

/** The listing and the products, from memory. In a scope of their own (base/http/reads.ts). */
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

export function vidrieraRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'payments' | 'tienda'>): void {
  serve(app, { [VIDRIERA]: vidriera }, { [VIDRIERA]: () => readVidriera(deps) })
  kitBanderasRoute(app, deps)
}
