import { ruletaApi } from '@imprimitodo/shared/api/ruleta'
import { isEmail } from '@imprimitodo/shared/rules/base/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { nextMidnight } from '@imprimitodo/shared/rules/base/fecha'
import { TIRADAS_POR_DIA } from '@imprimitodo/shared/rules/fidelidad/tirada'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, refuse, refuseField } from '../../base/http/errors.ts'
import { idempotencyKeyOf } from '../../base/http/idempotency.ts'
import { isCrossSite } from '../../base/http/origin.ts'
import { needRoom } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit, visitorOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { ganadoCon, play, viewTiradas } from './service.ts'
import { createUnlock } from './unlock.ts'

/** E-mail addresses that may be looked up; mobile carriers put many people behind one IP address. */
const CORREOS = { browser: 20, address: 300, windowMs: 15 * 60_000 }
/** Spins per address. Those of a browser are counted with the mailbox's, in the database. */
const MAX_GIROS = 600
const DAY_MS = 24 * 3600_000

export function ruletaRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'limits' | 'now' | 'publicUrl' | 'tienda'>,
): void {
  const unlock = createUnlock(deps)
  const countCorreo = createVisitorLimit(deps.limits, 'ruleta', CORREOS)
  const giros = deps.limits('ruleta-giros', MAX_GIROS, DAY_MS)

  serve(app, ruletaApi, {
    'GET /api/ruleta': async ({ query, request, reply }) => {
      if (!isEmail(query.correo)) throw refuseField('correo', 'Por favor ingresa un correo válido')
      countCorreo(request)
      return [await viewTiradas(deps, unlock.give(request, reply, normaliseCorreo(query.correo)))]
    },
    'GET /api/ruleta/rango/': async () => {
      const { min, max } = (await deps.tienda.read()).ajustes.ruleta
      return { min, max }
    },
    'GET /api/ruleta/jugar/': async ({ request }) => {
      if (isAutomatic(request)) throw refuse(403, 'La ruleta solo gira cuando apretás el botón.')
      // A GET that awards something is refused to other sites' pages, as an unsafe call would be
      if (isCrossSite(request, deps.publicUrl))
        throw refuse(403, 'Ese pedido vino de otro sitio.', 'otro_sitio')
      const girador = unlock.read(request)
      if (!girador) throw refuse(403, 'Escribí tu correo para girar la ruleta.', 'falta_correo')
      const { address } = visitorOf(request)
      const clave = idempotencyKeyOf(request)
      const again = clave && (await ganadoCon(deps.db, girador, clave))
      if (again) return again
      needRoom([[giros, address]])
      const ganado = await play(deps, girador, clave)
      if (ganado) giros.take(address)
      if (ganado) return ganado
      const now = deps.now()
      const detail = `Ya usaste tus ${TIRADAS_POR_DIA} tiradas de hoy. Mañana podés volver a girar.`
      const retryAfter = (nextMidnight(now) - now.getTime()) / 1000
      throw new Refusal(429, { detail }, { codigo: 'sin_tiradas', retryAfter })
    },
  })
}

/** Whether a browser prefetches the call before a click, or a checker asks only for headers. */
const isAutomatic = ({ method, headers }: FastifyRequest): boolean =>
  method === 'HEAD' ||
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((said) =>
    /prefetch|prerender|preview/i.test(String(said ?? '')),
  )
