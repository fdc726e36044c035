// The second factor of whoever asks.
import { segundoFactorApi } from '@imprimitodo/shared/api/acceso'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { serve } from '../../base/http/serve.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Guesses } from './guesses.ts'
import type { Sesiones } from './sesion.ts'
import {
  activarSegundoFactor,
  desactivarSegundoFactor,
  estadoSegundoFactor,
  prepararSegundoFactor,
  renovarRecuperacion,
  WRONG_CODE,
} from './totp-cuenta.ts'

export function segundoFactorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: Sesiones,
  { passCode }: Guesses,
): void {
  const around = ({ request }: { request: FastifyRequest }) => ({
    request,
    quien: sesiones.of(request).operador,
  })
  const isDemanded = async () => (await deps.tienda.read()).ajustes.seguridad.exigir_segundo_factor

  serve(counter, segundoFactorApi, {
    'GET /api/mostrador/segundo-factor': async (call) => ({
      ...(await estadoSegundoFactor(deps, around(call).quien.id)),
      exigido: await isDemanded(),
    }),
    'POST /api/mostrador/segundo-factor/preparar': (call) =>
      prepararSegundoFactor(deps, around(call).quien.id),
    'POST /api/mostrador/segundo-factor/activar': (call) =>
      activarSegundoFactor(deps, around(call), call.body.codigo),
    'POST /api/mostrador/segundo-factor/desactivar': async (call) => {
      if (await isDemanded())
        throw refuse(409, 'Hace falta para entrar: se puede apagar cuando el dueño deje de pedirlo.')
      const tried = { typed: call.body.codigo, donde: 'Al apagar el segundo factor' }
      if (!(await passCode(call, around(call).quien.id, tried))) throw refuseField('codigo', WRONG_CODE)
      await desactivarSegundoFactor(deps, around(call))
      return {}
    },
    'POST /api/mostrador/segundo-factor/recuperacion': (call) => renovarRecuperacion(deps, around(call)),
  })
}
