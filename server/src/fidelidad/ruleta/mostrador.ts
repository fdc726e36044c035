// Statistics of the wheel, for the owner who sets its odds.
import { ruletaMostradorApi } from '@imprimitodo/shared/api/ruleta'
import { addDias, dayOf } from '@imprimitodo/shared/rules/base/fecha'
import type { UsoRuleta } from '@imprimitodo/shared/rules/fidelidad/tirada'
import { diasIn } from '@imprimitodo/shared/rules/gestion/reporte'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../base/runtime/deps.ts'
import { descuentosOf } from '../../gestion/reportes/service.ts'
import { SIN_CONFIRMAR, serveMostrador } from '../../mostrador/acceso/service.ts'
import { sumTiradas } from './store.ts'

const DIAS = 30

/** Over the last complete days, from the first spin among them on. */
async function usoRuleta(deps: Pick<Deps, 'db' | 'now'>): Promise<UsoRuleta> {
  const hasta = addDias(dayOf(deps.now()), -1)
  const { primera, tiradas, repartido } = await sumTiradas(deps.db, {
    desde: addDias(hasta, 1 - DIAS),
    hasta,
  })
  if (!primera) return { dias: 0, tiradas: 0, repartido: 0, pesos: 0 }
  const rango = { desde: primera, hasta }
  const descuentos = await descuentosOf(deps, rango)
  const pesos = descuentos.find(({ tipo }) => tipo === 'ruleta')?.pesos ?? 0
  return { dias: diasIn(rango), tiradas, repartido, pesos }
}

export function ruletaMostradorRoutes(counter: FastifyInstance, deps: Pick<Deps, 'db' | 'now'>): void {
  serveMostrador(counter, ruletaMostradorApi, SIN_CONFIRMAR, {
    'GET /api/mostrador/ruleta': () => usoRuleta(deps),
  })
}
