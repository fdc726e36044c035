// What stands behind a QR, for whoever scans it with a phone: never whose it is, never what it is worth.
import { qrApi } from '@imprimitodo/shared/api/ruleta'
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import type { FastifyInstance } from 'fastify'
import { estadoAtCounter, lookCodigo } from '../codigos/service.ts'
import type { Deps } from '../core/deps.ts'
import { notFound } from '../core/errors.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { serve } from '../core/serve.ts'
import { findByCodigoRetiro } from '../pedidos/service.ts'

const WINDOW_MS = 15 * 60_000
/** Against guessing, which 60 random bits make hopeless anyway; many customers share one address. */
const MAX_LOOKS = 300
/** While the pickup code of an order will still be asked for. */
const WAITING = new Set(['pagado', 'en_produccion', 'listo'])

export function qrRoutes(
  app: FastifyInstance,
  { db, now, limits }: Pick<Deps, 'db' | 'now' | 'limits'>,
): void {
  const ofAddress = limits('qr', MAX_LOOKS, WINDOW_MS)

  serve(app, qrApi, {
    'GET /api/c/:codigo': async ({ params, request, reply }) => {
      const address = addressKey(request.ip)
      if (!ofAddress.take(address)) throw tooMany(reply, ofAddress.secondsLeft(address))
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
