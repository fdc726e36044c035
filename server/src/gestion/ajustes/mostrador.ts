import { ajustesApi } from '@imprimitodo/shared/api/ajustes'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Confirmacion, type SesionesMostrador, serveMostrador } from '../../mostrador/acceso/service.ts'
import { changeAjustes } from './change.ts'
import { pasosToOpen } from './para-abrir.ts'
import { ajustesAnswer, readAjustes } from './service.ts'

export function ajustesMostradorRoutes(
  counter: FastifyInstance,
  deps: Pick<Deps, 'db' | 'tienda' | 'now'>,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  serveMostrador(
    counter,
    ajustesApi,
    {
      'GET /api/mostrador/ajustes': 'dueno',
      'GET /api/mostrador/para-abrir': 'dueno',
      // Only for the settings of security, and limits
      'PUT /api/mostrador/ajustes': { rol: 'dueno', confirma: 'segun' },
    },
    {
      'GET /api/mostrador/ajustes': async () => ajustesAnswer(await readAjustes(deps.db)),
      'GET /api/mostrador/para-abrir': async () => ({ pasos: pasosToOpen(await deps.tienda.read()) }),
      'PUT /api/mostrador/ajustes': async ({ body, request, reply }) => {
        if (body.seguridad || body.topes) await confirmacion.need({ request, reply })
        return changeAjustes(deps, sesiones.of(request), body)
      },
    },
  )
}
