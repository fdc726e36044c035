import { type Actualizacion, clientesApi, cuentaApi } from '@imprimitodo/shared/api/clientes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Cliente, Sesiones } from '../auth/service.ts'
import type { Deps } from '../core/deps.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { serve } from '../core/serve.ts'
import { listPropios, repeatPedido } from '../pedidos/service.ts'
import { deleteAccount, exportAccount } from './cuenta.ts'
import { deshacerRoutes } from './deshacer.ts'
import { askEnlace } from './enlaces.ts'
import { updateAccount } from './perfil.ts'
import { readRecuperacion, recover } from './recuperar.ts'
import { activate, register } from './registro.ts'
import { closeSesiones, listSesiones } from './sesiones.ts'

const WINDOW_MS = 15 * 60_000
/** A mobile carrier's address is shared by many. */
const MAX_OF_ADDRESS = 100
/** Mails one address gets because strangers typed it: beyond these the answer is the same and nothing happens. */
const MAX_MAILS = 10
const MAIL_WINDOW_MS = 3600_000
/** Wrong passwords typed into an open session, and changes of its e-mail. */
const MAX_OF_SESSION = 10

const REGISTERED = 'Te enviamos un correo. Revisá tu bandeja de entrada para activar tu cuenta.'
const ASKED = 'Si hay una cuenta con ese correo, te enviamos un enlace. Revisá tu bandeja de entrada.'

export function clientesRoutes(app: FastifyInstance, deps: Deps, sesiones: Sesiones): void {
  const ofAddress = deps.limits('clientes', MAX_OF_ADDRESS, WINDOW_MS)
  const mails = deps.limits('clientes-mails', MAX_MAILS, MAIL_WINDOW_MS)
  const passwords = deps.limits('clientes-password', MAX_OF_SESSION, WINDOW_MS)
  const moves = deps.limits('clientes-email', MAX_OF_SESSION, WINDOW_MS)

  function countAddress(request: FastifyRequest, reply: FastifyReply): void {
    const key = addressKey(request.ip)
    if (!ofAddress.take(key)) throw tooMany(reply, ofAddress.secondsLeft(key))
  }
  /** Counted before it is compared, so that a burst cannot outrun the count; a right one clears it. */
  async function guessing<T>(reply: FastifyReply, { id }: Cliente, work: () => Promise<T>): Promise<T> {
    if (!passwords.take(String(id))) throw tooMany(reply, passwords.secondsLeft(String(id)))
    const done = await work()
    passwords.forget(String(id))
    return done
  }
  async function ask(tipo: 'activacion' | 'recuperacion', email: string): Promise<{ mensaje: string }> {
    const address = email.toLowerCase()
    if (mails.take(address)) await askEnlace(deps, tipo, address)
    return { mensaje: ASKED }
  }

  serve(app, clientesApi, {
    'POST /api/clientes/': async ({ body, request, reply }) => {
      countAddress(request, reply)
      if (mails.take(body.email.toLowerCase())) await register(deps, body)
      return { mensaje: REGISTERED }
    },
    'GET /api/clientes/activar/:token/': async ({ params }) => {
      await activate(deps, params.token)
      return { mensaje: 'Tu cuenta quedó activada.' }
    },
    'POST /api/clientes/reenviar-activacion': ({ body, request, reply }) => {
      countAddress(request, reply)
      return ask('activacion', body.email)
    },
    'POST /api/clientes/recuperar': ({ body, request, reply }) => {
      countAddress(request, reply)
      return ask('recuperacion', body.email)
    },
    'GET /api/clientes/recuperar/:token': async ({ params }) => ({
      email: await readRecuperacion(deps, params.token),
    }),
    'POST /api/clientes/recuperar/:token': async ({ params, body, request, reply }) => {
      countAddress(request, reply)
      await recover(deps, sesiones, params.token, body.password)
      return { mensaje: 'Contraseña actualizada' }
    },
  })
  deshacerRoutes(app, deps, sesiones)

  app.register((scope, _, ready) => {
    sesiones.guard(scope)
    serve(scope, cuentaApi, {
      'GET /api/clientes/me': async ({ request }) => {
        const { email, celular, nombre } = (await sesiones.need(request)).cliente
        return { email, celular, nombre }
      },
      'PATCH /api/clientes/actualizar/': async ({ body, request, reply }) => {
        const { cliente } = await sesiones.need(request)
        const key = String(cliente.id)
        if (body.email !== undefined && !moves.take(key)) throw tooMany(reply, moves.secondsLeft(key))
        const update = () => updateAccount(deps, sesiones, cliente, body)
        const { email, passwordChanged } = await (body.password_actual === undefined
          ? update()
          : guessing(reply, cliente, update))
        if (passwordChanged) sesiones.forgetCookie(request, reply)
        return { mensaje: changedText(body, passwordChanged), email }
      },
      'GET /api/clientes/pedidos': async ({ query, request }) => {
        const { cliente } = await sesiones.need(request)
        return listPropios(deps.db, cliente.id, query.cursor)
      },
      'POST /api/clientes/pedidos/:pedido_id/repetir': async ({ params, body, request }) => {
        const { cliente } = await sesiones.need(request)
        const around = { origen: request.ip, carrito: body?.carrito }
        return repeatPedido(deps, cliente.id, params.pedido_id, around)
      },
      'POST /api/clientes/eliminar': async ({ body, request, reply }) => {
        const { cliente } = await sesiones.need(request)
        await guessing(reply, cliente, () => deleteAccount(deps, cliente, body.password))
        sesiones.forgetCookie(request, reply)
        return { mensaje: 'Tu cuenta fue eliminada.' }
      },
      'GET /api/clientes/sesiones': async ({ request }) =>
        listSesiones(sesiones, await sesiones.need(request)),
      'POST /api/clientes/sesiones/cerrar': async ({ body, request, reply }) => {
        const sesion = await sesiones.need(request)
        const close = () => closeSesiones(sesiones, sesion, body)
        return { mensaje: await guessing(reply, sesion.cliente, close) }
      },
    })
    scope.get('/api/clientes/exportar', async (request, reply) => {
      const sesion = await sesiones.need(request)
      return reply
        .header('content-disposition', 'attachment; filename="mis-datos-imprimitodo.json"')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(await exportAccount(deps, sesion), null, 2))
    })
    ready()
  })
}

function changedText({ email }: Actualizacion, passwordChanged: boolean): string {
  if (passwordChanged) return 'Contraseña actualizada'
  return email === undefined ? 'Celular actualizado correctamente' : 'Correo actualizado correctamente'
}
