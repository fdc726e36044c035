import { type Actualizacion, clientesApi, cuentaApi } from '@imprimitodo/shared/api/clientes'
import type { FastifyInstance } from 'fastify'
import { takeFrom } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit, rememberBrowser, senderOf } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Acceso, listPropios, repeatPedido } from '../../compra/pedidos/service.ts'
import type { ClienteRow, Sesiones } from '../auth/service.ts'
import { deleteAccount, exportAccount } from './cuenta.ts'
import { confirmEmail, readConfirmacion } from './email.ts'
import { askEnlace } from './enlaces.ts'
import { updateAccount } from './perfil.ts'
import { readRecuperacion, recover } from './recuperar.ts'
import { activate, register } from './registro.ts'
import { closeSesiones, listOwnSesiones } from './sesiones.ts'
import { undoEmailRoutes } from './undo-email.ts'

const WINDOW_MS = 15 * 60_000
/** Calls of strangers: a mobile carrier's address is shared by many. */
const OF_VISITOR = { browser: 30, address: 300, windowMs: WINDOW_MS }
/** Wrong passwords typed into an open session, and changes of its e-mail. */
const MAX_OF_SESSION = 10

const REGISTERED = 'Te enviamos un correo. Revisá tu bandeja de entrada para activar tu cuenta.'
const ASKED = 'Si hay una cuenta con ese correo, te enviamos un enlace. Revisá tu bandeja de entrada.'

export function clientesRoutes(
  app: FastifyInstance,
  deps: Deps,
  { sesiones, acceso }: { sesiones: Sesiones; acceso: Acceso },
): void {
  visitorRoutes(app, deps)
  undoEmailRoutes(app, deps)
  app.register((scope, _, ready) => {
    sesiones.guard(scope)
    cuentaRoutes(scope, deps, { sesiones, acceso })
    ready()
  })
}

/** Calls without a session: registration, and the links in mails. */
function visitorRoutes(app: FastifyInstance, deps: Deps): void {
  const countVisitor = createVisitorLimit(deps.limits, 'clientes', OF_VISITOR)
  async function ask(tipo: 'activacion' | 'recuperacion', email: string): Promise<{ mensaje: string }> {
    await askEnlace(deps, tipo, email.toLowerCase())
    return { mensaje: ASKED }
  }

  serve(app, clientesApi, {
    'POST /api/clientes/': async ({ body, request, reply }) => {
      countVisitor(request)
      rememberBrowser(request, reply)
      await register(deps, body)
      return { mensaje: REGISTERED }
    },
    'GET /api/clientes/activar/:token/': async ({ params }) => {
      await activate(deps, params.token)
      return { mensaje: 'Tu cuenta quedó activada.' }
    },
    'POST /api/clientes/reenviar-activacion': ({ body, request }) => {
      countVisitor(request)
      return ask('activacion', body.email)
    },
    'POST /api/clientes/recuperar': ({ body, request }) => {
      countVisitor(request)
      return ask('recuperacion', body.email)
    },
    'GET /api/clientes/recuperar/:token': async ({ params }) => ({
      email: await readRecuperacion(deps, params.token),
    }),
    'POST /api/clientes/recuperar/:token': async ({ params, body, request }) => {
      countVisitor(request)
      await recover(deps, request, params.token, body.password)
      return { mensaje: 'Contraseña actualizada' }
    },
    'GET /api/clientes/confirmar-correo/:token': async ({ params }) => ({
      email: await readConfirmacion(deps, params.token),
    }),
    'POST /api/clientes/confirmar-correo/:token': async ({ params, request }) => {
      countVisitor(request)
      await confirmEmail(deps, request, params.token)
      return { mensaje: 'Listo: este es ahora el correo de tu cuenta.' }
    },
  })
}

/** Calls of a session about its own account. */
function cuentaRoutes(
  scope: FastifyInstance,
  deps: Deps,
  { sesiones, acceso }: { sesiones: Sesiones; acceso: Acceso },
): void {
  const passwords = deps.limits('clientes-password', MAX_OF_SESSION, WINDOW_MS)
  const moves = deps.limits('clientes-email', MAX_OF_SESSION, WINDOW_MS)

  /**
   * Counts a password before comparing it, so that a burst cannot outrun the count; a right one clears the
   * count.
   */
  async function guessing<T>({ id }: ClienteRow, work: () => Promise<T>): Promise<T> {
    takeFrom([[passwords, String(id)]])
    const done = await work()
    passwords.forget(String(id))
    return done
  }

  serve(scope, cuentaApi, {
    'GET /api/clientes/me': async ({ request }) => {
      const { email, celular, nombre, dni } = (await sesiones.need(request)).cliente
      return { email, celular, nombre, dni }
    },
    'PATCH /api/clientes/actualizar/': async ({ body, request, reply }) => {
      const { cliente } = await sesiones.need(request)
      if (body.email !== undefined) takeFrom([[moves, String(cliente.id)]])
      const update = () => updateAccount(deps, request, cliente, body)
      const { passwordChanged, ...changed } = await (body.password_actual === undefined
        ? update()
        : guessing(cliente, update))
      if (passwordChanged) sesiones.forgetCookies(request, reply)
      return { mensaje: changedText(body, passwordChanged), ...changed }
    },
    'GET /api/clientes/pedidos': async ({ query, request }) => {
      const { cliente } = await sesiones.need(request)
      return listPropios(deps.db, cliente.id, query.cursor)
    },
    'POST /api/clientes/pedidos/:pedido_id/repetir': async ({ params, body, request, reply }) => {
      const { cliente } = await sesiones.need(request)
      const around = { sender: senderOf(request), carrito: body?.carrito }
      const cotizacion = await repeatPedido(deps, cliente.id, params.pedido_id, around)
      acceso.remember(request, reply, cotizacion.pedido_id)
      return cotizacion
    },
    'POST /api/clientes/eliminar': async ({ body, request, reply }) => {
      const { cliente } = await sesiones.need(request)
      await guessing(cliente, () => deleteAccount(deps, cliente, body.password))
      sesiones.forgetCookies(request, reply)
      return { mensaje: 'Tu cuenta fue eliminada.' }
    },
    'GET /api/clientes/sesiones': async ({ request }) => listOwnSesiones(deps, await sesiones.need(request)),
    'POST /api/clientes/sesiones/cerrar': async ({ body, request }) => {
      const sesion = await sesiones.need(request)
      const close = () => closeSesiones(deps, sesion, body)
      return { mensaje: await guessing(sesion.cliente, close) }
    },
  })
  scope.get('/api/clientes/exportar', async (request, reply) => {
    const sesion = await sesiones.need(request)
    return reply
      .header('content-disposition', 'attachment; filename="mis-datos.json"')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(await exportAccount(deps, sesion), null, 2))
  })
}

function changedText({ email, celular }: Actualizacion, passwordChanged: boolean): string {
  if (passwordChanged) return 'Contraseña actualizada'
  if (email !== undefined) return 'Correo actualizado correctamente'
  return celular === undefined ? 'DNI actualizado correctamente' : 'Celular actualizado correctamente'
}
