import { puntosApi } from '@imprimitodo/shared/api/puntos'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Sesiones } from '../../cuentas/auth/service.ts'
import { imagenUrl } from '../../vidriera/imagenes/service.ts'
import { canjesOf, estadoCodigoOf } from '../codigos/service.ts'
import { codigoAnswer, redeemHojas, redeemProducto } from './canje.ts'
import { deudaOf } from './service.ts'
import { listMovimientos, listPremios } from './store.ts'

const PAGE = 50

/** Prizes can be seen without a session; the other calls are about the session's account. */
export function puntosRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'now' | 'publicUrl'>,
  sesiones: Sesiones,
): void {
  const { 'GET /api/productos-canje/': premios, ...own } = puntosApi
  serve(
    app,
    { 'GET /api/productos-canje/': premios },
    {
      'GET /api/productos-canje/': async () =>
        (await listPremios(deps.db)).map(({ imagen_id, orden: _, retirado: __, ...premio }) => ({
          ...premio,
          imagen: imagen_id && imagenUrl(imagen_id),
        })),
    },
  )

  app.register((scope, _, ready) => {
    sesiones.guard(scope)
    const ownCodigos = async (clienteId: number) => {
      const now = deps.now()
      return (await canjesOf(deps.db, clienteId)).map((codigo) => ({
        codigo,
        estado: estadoCodigoOf(codigo, now),
      }))
    }
    serve(scope, own, {
      'POST /api/codigos-canje/': async ({ body, request }) => {
        const { cliente } = await sesiones.need(request)
        if (body.cliente !== cliente.id) throw refuse(403, 'Solo podés canjear tus propios puntos.')
        const press = { clave: idempotencyKeyOf(request), visto: body }
        return [codigoAnswer(await redeemHojas(deps, cliente, body.producto, press), false)]
      },
      'GET /api/codigos-canje/': async ({ request }) => {
        const { cliente } = await sesiones.need(request)
        return (await ownCodigos(cliente.id)).map(({ codigo, estado }) =>
          codigoAnswer(codigo, estado === 'usado' || estado === 'ocupado'),
        )
      },
      'GET /api/codigos-canje/pendientes/': async ({ request }) => {
        const { cliente } = await sesiones.need(request)
        return (await ownCodigos(cliente.id))
          .filter(({ estado }) => estado === 'disponible')
          .map(({ codigo }) => codigoAnswer(codigo, false))
      },
      'POST /api/puntos/canjear-producto/': async ({ body, request }) => {
        const { cliente } = await sesiones.need(request)
        const press = { clave: idempotencyKeyOf(request), visto: body }
        return redeemProducto(deps, cliente, body.producto_id, press)
      },
      'GET /api/puntos/movimientos': async ({ query, request }) => {
        const { cliente } = await sesiones.need(request)
        const rows = await listMovimientos(deps.db, cliente.id, { before: query.cursor, limit: PAGE + 1 })
        const movimientos = rows
          .slice(0, PAGE)
          .map(({ cuando, ...movimiento }) => ({ ...movimiento, cuando: cuando.toISOString() }))
        const siguiente = rows.length > PAGE ? (movimientos.at(-1)?.id ?? null) : null
        return { movimientos, siguiente, deuda: await deudaOf(deps.db, cliente.id) }
      },
    })
    ready()
  })
}
