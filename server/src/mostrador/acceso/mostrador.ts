// The owner's list of the people of the back office, and the session of the person who calls.
import { sesionMostradorApi } from '@imprimitodo/shared/api/acceso'
import { usuariosApi } from '@imprimitodo/shared/api/dueno'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { serveMostrador } from './roles.ts'
import type { SesionesMostrador } from './sesion.ts'
import type { TanteosDeOperador } from './tanteos-de-operador.ts'
import { removeSegundoFactor } from './totp-cuenta.ts'
import { changePassword, createUsuario, listUsuarios, updateUsuario, viewUsuario } from './usuarios.ts'

export function usuariosMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'publicUrl' | 'seguridad' | 'dataDir' | 'mailer' | 'production'>,
  sesiones: SesionesMostrador,
  tanteos: TanteosDeOperador,
): void {
  const around = ({ request }: { request: FastifyRequest }) => ({
    request,
    quien: sesiones.of(request).operador,
  })

  serveMostrador(counter, sesionMostradorApi, 'todos', {
    'GET /api/mostrador/yo': async ({ request }) => {
      const { id, nombre, rol, sucursal } = sesiones.of(request).operador
      return { id, nombre, rol, sucursal }
    },
    'POST /api/mostrador/salir': async ({ request }) => {
      await sesiones.leave(sesiones.of(request))
      return {}
    },
  })
  serveMostrador(counter, usuariosApi, 'dueno', {
    'GET /api/mostrador/usuarios': () => listUsuarios(deps),
    'POST /api/mostrador/usuarios': (call) =>
      createUsuario(deps, around(call), {
        ...call.body,
        password: call.body.password || null,
        invitar: call.body.invitar === true,
      }),
    'PATCH /api/mostrador/usuarios/:id': (call) =>
      updateUsuario(deps, around(call), call.params.id, call.body),
    'POST /api/mostrador/usuarios/:id/password': async (call) => {
      const { id } = call.params
      const isOwn = id === around(call).quien.id
      if (isOwn && !(await tanteos.passPassword(call, id, call.body?.actual ?? '')))
        throw refuseField('actual', 'Esa no es tu contraseña actual.')
      const changed = await changePassword(deps, around(call), id, call.body?.password || null)
      tanteos.forget(id, (await viewUsuario(deps, id)).email)
      return changed
    },
    'DELETE /api/mostrador/usuarios/:id/segundo-factor': async (call) => {
      await removeSegundoFactor(deps, around(call), call.params.id)
      return viewUsuario(deps, call.params.id)
    },
  })
}
