// The owner's calls for the shop window.
import { catalogoApi } from '@imprimitodo/shared/api/catalogo'
import { KIT_MAX_BYTES } from '@imprimitodo/shared/rules/vidriera/producto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Quien } from '../../gestion/auditoria/service.ts'
import { type SesionesMostrador, SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { createCartel, deleteCartel, listCarteles, updateCartel } from './carteles.ts'
import type { Catalogo } from './catalogo.ts'
import { createCategoria, deleteCategoria, updateCategoria } from './categorias.ts'
import { readKitDueno, removeKit, replaceKit } from './kit-banderas.ts'
import { listOrden, orderCarteles, orderCategorias, orderProductos } from './orden.ts'
import { createProducto, listProductos, retireProducto, updateProducto } from './productos.ts'
import { listCategorias } from './store.ts'

export function productosMostradorRoutes(
  counter: FastifyInstance,
  all: Pick<Deps, 'db' | 'now' | 'files' | 'log' | 'pdf'> & { catalogo: Catalogo },
  sesiones: SesionesMostrador,
): void {
  const { db, now, files, log, pdf, catalogo } = all
  const deps = { now, files, log, catalogo }
  const quien = ({ request }: { request: FastifyRequest }) => sesiones.of(request).operador

  serveMostrador(counter, catalogoApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/productos': ({ query }) => listProductos(db, query),
    'POST /api/mostrador/productos': (call) => createProducto(deps, quien(call), call.body),
    'GET /api/mostrador/productos/orden': () => listOrden(db),
    'PUT /api/mostrador/productos/orden': (call) => orderProductos(deps, quien(call), call.body),
    'PATCH /api/mostrador/productos/:id': (call) =>
      updateProducto(deps, quien(call), call.params.id, call.body),
    'POST /api/mostrador/productos/:id/retirar': (call) =>
      retireProducto(deps, quien(call), call.params.id, call.body.retirado),
    'GET /api/mostrador/categorias': () => listCategorias(db),
    'POST /api/mostrador/categorias': (call) => createCategoria(deps, quien(call), call.body),
    'PUT /api/mostrador/categorias/orden': (call) => orderCategorias(deps, quien(call), call.body.ids),
    'PATCH /api/mostrador/categorias/:id': (call) =>
      updateCategoria(deps, quien(call), call.params.id, call.body),
    'DELETE /api/mostrador/categorias/:id': async (call) => {
      await deleteCategoria(deps, quien(call), call.params.id)
      return {}
    },
    'GET /api/mostrador/carteles': () => listCarteles(db),
    'POST /api/mostrador/carteles': (call) => createCartel(deps, quien(call), call.body),
    'PUT /api/mostrador/carteles/orden': (call) => orderCarteles(deps, quien(call), call.body.ids),
    'PATCH /api/mostrador/carteles/:id': (call) => updateCartel(deps, quien(call), call.params.id, call.body),
    'DELETE /api/mostrador/carteles/:id': async (call) => {
      await deleteCartel(deps, quien(call), call.params.id)
      return {}
    },
    'GET /api/mostrador/kit-banderas': () => readKitDueno({ db }),
    'DELETE /api/mostrador/kit-banderas': async (call) => {
      await removeKit({ db, now }, quien(call))
      return {}
    },
  })
  kitUploadRoute(counter, { db, now, files, pdf }, quien)
}

const KIT = {
  budget: 'picture',
  largeBody: 'A PDF as its program makes it.',
  permiso: SIN_CONFIRMAR,
} as const
const MAX_BODY_BYTES = KIT_MAX_BYTES + 1_000_000 // a little above the limit, whose refusal is clearer

/** The PDF as raw bytes, in a scope of its own: no other call accepts them. */
function kitUploadRoute(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'pdf'>,
  quienOf: (call: { request: FastifyRequest }) => Quien,
): void {
  counter.register((scope, _, ready) => {
    const parser = { parseAs: 'buffer' as const, bodyLimit: MAX_BODY_BYTES }
    scope.addContentTypeParser('application/pdf', parser, (_request, body, done) => done(null, body))
    scope.post('/api/mostrador/kit-banderas', { bodyLimit: MAX_BODY_BYTES, config: KIT }, async (request) => {
      if (!Buffer.isBuffer(request.body)) throw refuse(415, 'Mandá el PDF como application/pdf.')
      return replaceKit(deps, quienOf({ request }), request.body)
    })
    ready()
  })
}
