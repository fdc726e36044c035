import { auditoriaApi, type Cambio } from '@imprimitodo/shared/api/dueno'
import type { Taken } from '@imprimitodo/shared/api/endpoint'
import { nextMidnight, startOfDay } from '@imprimitodo/shared/rules/base/fecha'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { serveMostrador } from '../../mostrador/acceso/service.ts'
import { listCambios } from './store.ts'

export function auditoriaMostradorRoutes(counter: FastifyInstance, deps: Pick<Deps, 'db'>): void {
  serveMostrador(counter, auditoriaApi, 'dueno', {
    'GET /api/mostrador/auditoria': ({ query }) => pageOf(deps, query),
  })
}

const PAGE = 50
type Query = Taken<(typeof auditoriaApi)['GET /api/mostrador/auditoria'], 'query'>

/** A page of changes, newest first. */
async function pageOf({ db }: Pick<Deps, 'db'>, { que, quien, desde, hasta, cursor }: Query) {
  const rows = await listCambios(
    db,
    {
      que,
      quien,
      before: cursor,
      desde: desde ? new Date(startOfDay(desde)) : undefined,
      hasta: hasta ? new Date(nextMidnight(new Date(startOfDay(hasta)))) : undefined,
    },
    PAGE + 1,
  )
  const page = rows.slice(0, PAGE)
  return {
    cambios: page.map(({ operador_id: _, clave: __, cuando, antes, despues, ...row }) => ({
      ...row,
      cuando: cuando.toISOString(),
      antes: recordOf(antes),
      despues: recordOf(despues),
    })),
    siguiente: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  }
}

const recordOf = (value: unknown): Cambio['antes'] =>
  typeof value === 'object' && value !== null ? { ...value } : null
