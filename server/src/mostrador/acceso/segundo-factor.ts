// The second factor of the person who is signed in.
import { segundoFactorApi } from '@imprimitodo/shared/api/acceso'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { serveMostrador } from './roles.ts'
import type { SesionesMostrador } from './sesion.ts'
import type { TanteosDeOperador } from './tanteos-de-operador.ts'
import {
  activateSegundoFactor,
  deactivateSegundoFactor,
  prepareSegundoFactor,
  renewRecuperacion,
  segundoFactorOf,
  WRONG_CODE,
} from './totp-cuenta.ts'

export function segundoFactorMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'dataDir' | 'db' | 'jobs' | 'now' | 'publicUrl' | 'seguridad' | 'tienda'>,
  sesiones: SesionesMostrador,
  { passCode }: TanteosDeOperador,
): void {
  const around = ({ request }: { request: FastifyRequest }) => ({
    request,
    quien: sesiones.of(request).operador,
  })
  const isDemanded = async () => (await deps.tienda.read()).ajustes.seguridad.exigir_segundo_factor

  const sensitive = { rol: 'todos', confirma: 'siempre' } as const
  serveMostrador(
    counter,
    segundoFactorApi,
    {
      'GET /api/mostrador/segundo-factor': 'todos',
      'POST /api/mostrador/segundo-factor/preparar': sensitive,
      'POST /api/mostrador/segundo-factor/activar': sensitive,
      'POST /api/mostrador/segundo-factor/desactivar': sensitive,
      'POST /api/mostrador/segundo-factor/recuperacion': sensitive,
    },
    {
      'GET /api/mostrador/segundo-factor': async (call) => ({
        ...(await segundoFactorOf(deps, around(call).quien.id)),
        exigido: await isDemanded(),
      }),
      'POST /api/mostrador/segundo-factor/preparar': (call) =>
        prepareSegundoFactor(deps, around(call).quien.id),
      'POST /api/mostrador/segundo-factor/activar': (call) =>
        activateSegundoFactor(deps, around(call), call.body.codigo),
      'POST /api/mostrador/segundo-factor/desactivar': async (call) => {
        if (await isDemanded())
          throw refuse(409, 'Hace falta para entrar: se puede apagar cuando el dueño deje de pedirlo.')
        const tried = { typed: call.body.codigo, donde: 'Al apagar el segundo factor' }
        if (!(await passCode(call, around(call).quien.id, tried))) throw refuseField('codigo', WRONG_CODE)
        await deactivateSegundoFactor(deps, around(call))
        return {}
      },
      'POST /api/mostrador/segundo-factor/recuperacion': (call) => renewRecuperacion(deps, around(call)),
    },
  )
}
