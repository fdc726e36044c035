// Where a scanned QR leads: never tells whose it is, nor what it is worth.
import { qrApi } from '@imprimitodo/shared/api/ruleta'
import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findByCodigoRetiro } from '../../compra/pedidos/service.ts'
import { estadoAtCounter, lookCodigo } from '../../fidelidad/codigos/service.ts'

/** Against guessing, though 60 random bits make it hopeless anyway; many customers share one address. */
const LOOKS = { browser: 60, address: 600, windowMs: 15 * 60_000 }
/** States of an order whose pickup code will still be asked for. */
const WAITING = new Set(['pagado', 'en_produccion', 'listo'])

export function qrRoutes(
  app: FastifyInstance,
  { db, now, limits }: Pick<Deps, 'db' | 'now' | 'limits'>,
): void {
  const countVisitor = createVisitorLimit(limits, 'qr', LOOKS)

  serve(app, qrApi, {
    'GET /api/c/:codigo': async ({ params, request }) => {
      countVisitor(request)
      const found = await lookCodigo(db, params.codigo)
      if (found) {
        const { tipo, vence } = found.codigo
        const valido = estadoAtCounter(found.codigo, now()) === 'disponible'
        return { tipo, valido, vence: vence.toISOString() }
      }
      const retiro = normaliseCodigo(params.codigo)
      const pedido = retiro ? await findByCodigoRetiro(db, retiro) : undefined
      if (!pedido) throw notFound('Ese código no existe.')
      return { tipo: 'retiro' as const, valido: WAITING.has(pedido.estado), vence: null }
    },
  })
}
