import { ruletaApi } from '@imprimitodo/shared/api/ruleta'
import { isEmail } from '@imprimitodo/shared/rules/contacto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/correo'
import { nextMidnight } from '@imprimitodo/shared/rules/fecha'
import { TIRADAS_POR_DIA } from '@imprimitodo/shared/rules/tirada'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { refuse, refuseField } from '../core/errors.ts'
import { isCrossSite } from '../core/origin.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { serve } from '../core/serve.ts'
import { play, viewTiradas } from './service.ts'
import { createUnlock } from './unlock.ts'

const WINDOW_MS = 15 * 60_000
/** Mobile carriers put many people behind one address. */
const MAX_CORREOS = 100

export function ruletaRoutes(app: FastifyInstance, deps: Deps): void {
  const unlock = createUnlock(deps)
  const ofAddress = deps.limits('ruleta', MAX_CORREOS, WINDOW_MS)

  serve(app, ruletaApi, {
    'GET /api/ruleta': async ({ query, request, reply }) => {
      if (!isEmail(query.correo)) throw refuseField('correo', 'Por favor ingresa un correo válido')
      const address = addressKey(request.ip)
      if (!ofAddress.take(address)) throw tooMany(reply, ofAddress.secondsLeft(address))
      const correo = normaliseCorreo(query.correo)
      unlock.give(request, reply, correo)
      return [await viewTiradas(deps, correo)]
    },
    'GET /api/ruleta/rango/': async () => {
      const { min, max } = (await deps.tienda.read()).ajustes.ruleta
      return { min, max }
    },
    'GET /api/ruleta/jugar/': async ({ request, reply }) => {
      if (isAutomatic(request)) throw refuse(403, 'La ruleta solo gira cuando apretás el botón.')
      // A GET that awards something is refused to other sites' pages, as an unsafe call would be
      if (isCrossSite(request, deps.publicUrl)) throw refuse(403, 'Ese pedido vino de otro sitio.')
      const correo = unlock.read(request)
      if (!correo) throw refuse(403, 'Escribí tu correo para girar la ruleta.')
      const ganado = await play(deps, correo)
      if (ganado) return ganado
      const now = deps.now()
      reply.header('retry-after', String(Math.ceil((nextMidnight(now) - now.getTime()) / 1000)))
      throw refuse(429, `Ya usaste tus ${TIRADAS_POR_DIA} tiradas de hoy. Mañana podés volver a girar.`)
    },
  })
}

/** What a browser fetches ahead of its owner's click, or a checker that only wants the headers. */
const isAutomatic = ({ method, headers }: FastifyRequest): boolean =>
  method === 'HEAD' ||
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((said) =>
    /prefetch|prerender|preview/i.test(String(said ?? '')),
  )
