import { isDeepStrictEqual } from 'node:util'
import { type AjustesChange, ajustesApi } from '@imprimitodo/shared/api/ajustes'
import type { FastifyInstance } from 'fastify'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
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
        const sent = withoutSame(await readAjustes(deps.db), body)
        if (sent.seguridad || sent.topes) await confirmacion.need({ request, reply })
        return changeAjustes(deps, sesiones.of(request), sent)
      },
    },
  )
}

/**
 * What was read may be sent back as it is: sensitive settings that would stay the same are left out, so that they
 * neither ask for a confirmation nor undo what another session changes meanwhile.
 */
function withoutSame(current: AjustesValores, sent: AjustesChange): AjustesChange {
  const { seguridad, topes } = ajustesAnswer(current)
  const { encargado, operador } = sent.topes ?? {}
  const sameSeguridad = isDeepStrictEqual({ ...seguridad, ...sent.seguridad }, seguridad)
  const sameTopes =
    isDeepStrictEqual({ ...topes.encargado, ...encargado }, topes.encargado) &&
    isDeepStrictEqual({ ...topes.operador, ...operador }, topes.operador)
  return {
    ...sent,
    ...(sameSeguridad && { seguridad: undefined }),
    ...(sameTopes && { topes: undefined }),
  }
}
