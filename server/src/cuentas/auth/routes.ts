import { authApi } from '@imprimitodo/shared/api/auth'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { FastifyInstance } from 'fastify'
import { NO_CONTENT, serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { saldoOf } from '../../fidelidad/puntos/service.ts'
import { createChecks } from './captcha.ts'
import { createLogin } from './login.ts'
import { pendienteOf, type Sesiones } from './service.ts'

/**
 * Our pages send this preference (RFC 7240) to ask who is logged in: a visitor without a session is then no
 * error. A client that does not send it gets 401, as does a session that is over.
 */
const VISITANTE = 'visitante=204'

export function authRoutes(app: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  const checks = createChecks(deps)
  const login = createLogin(deps, sesiones, checks)

  serve(app, authApi, {
    'POST /api/auth/refresh/': async ({ request, reply }) => ({
      access: (await sesiones.renew(request, reply)).access,
    }),
    'GET /api/auth/cliente-actual/': async ({ request, reply }) => {
      if (request.headers.prefer === VISITANTE && sesiones.isVisitor(request)) {
        reply.header('preference-applied', VISITANTE)
        return NO_CONTENT
      }
      const { cliente } = await sesiones.need(request)
      const { id, nombre, email, creado } = cliente
      const puntos = await saldoOf(deps.db, id)
      const email_pendiente = pendienteOf(cliente)
      return [{ id, nombre, email, email_pendiente, fecha_registro: dayOf(creado), puntos }]
    },
    'GET /api/auth/captcha-desafio': ({ query }) => deps.captcha.challenge(query.action),
    'POST /api/auth/controlar_captcha/': async ({ body, request, reply }) => {
      await checks.control(request, reply, body.recaptcha_token, body.action)
      return { ok: true as const }
    },
    'POST /api/auth/login/': async ({ body, request, reply }) => ({
      access: await login(request, reply, body),
    }),
    'POST /api/auth/logout/': async ({ request, reply }) => {
      await sesiones.end(request, reply)
      return {}
    },
    'POST /api/logout/': async ({ request, reply }) => {
      await sesiones.end(request, reply)
      return {}
    },
  })
}
