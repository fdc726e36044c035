// An agent's first start: exchanges the code that the counter shows for the token of its branch.
import { pairApi } from '@imprimitodo/shared/api/agente'
import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { countIn, needRoom } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import { visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken, newToken } from '../../base/secrets/sign.ts'
import { claveDePrograma } from './programa/firma.ts'
import { findAgenteByCodigo, takeCodigo } from './store.ts'

const WINDOW_MS = 15 * 60_000
/**
 * 60 random bits, few valid codes. No limit over all addresses: strangers with many could keep the shop's
 * agents out.
 */
const WRONG_OF_ADDRESS = 10

export function pairRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'limits' | 'now' | 'seguridad'>,
): void {
  const { db, now, seguridad } = deps
  const ofAddress = deps.limits('vincular-origen', WRONG_OF_ADDRESS, WINDOW_MS)

  serve(app, pairApi, {
    'POST /api/agente/vincular': async ({ body, request, reply }) => {
      reply.header('cache-control', 'private, no-store')
      const techos = [[ofAddress, visitorOf(request).address]] as const
      needRoom(techos)
      const codigo_hash = hashToken(normaliseCodigo(body.codigo) ?? '')
      const known = await findAgenteByCodigo(db, codigo_hash)
      if (!known) {
        countIn(techos)
        throw refuse(404, 'Ese código no existe: copialo como lo muestra Impresoras.', 'codigo_desconocido')
      }
      const token = newToken()
      return db.transaction(async (tx) => {
        const fresh = { token_hash: hashToken(token), instancia: body.instancia, now: now() }
        const taken = await takeCodigo(tx, { codigo_hash, ...fresh })
        if (!taken) {
          // The other calls waited for the winner: read again, to tell a used code from an expired one
          const { codigo_usado, visto } = (await findAgenteByCodigo(tx, codigo_hash)) ?? known
          throw used(codigo_usado !== null || visto !== null)
        }
        await seguridad.noteIn(tx, request, 'agente_vinculado', {
          detalle: `«${taken.nombre}», con su código`,
        })
        return { token, clave_programa: claveDePrograma(deps.dataDir) }
      })
    },
  })
}

const used = (isUsed: boolean) =>
  isUsed
    ? refuse(410, 'Ese código ya se usó. Hacé otro en Impresoras.', 'codigo_usado')
    : refuse(410, 'Ese código venció: vale 15 minutos. Hacé otro en Impresoras.', 'codigo_vencido')
