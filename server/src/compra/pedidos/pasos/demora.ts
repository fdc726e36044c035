// An order that will miss its promised hour: its customer is told once, with the new one.
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import {
  DEMORA_ANTES_MS,
  DEMORA_GRACIA_MS,
  DEMORA_OLVIDO_MS,
  horaProblem,
  isDemorado,
} from '@imprimitodo/shared/rules/compra/demora'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import { refuse, refuseField } from '../../../base/http/errors.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { queueCorreo } from '../../../gestion/correos/service.ts'
import { findSucursal } from '../../../gestion/sucursales/service.ts'
import { lockEnMostrador } from '../filas/need.ts'
import { idsOfLate, insertHistorial, lockPedido, type Pedido, updatePedido } from '../filas/store.ts'
import { mailDemora } from '../mails/mails.ts'
import { conOf } from '../mails/mensajes.ts'
import { promiseAgain } from './promesa.ts'

type DemoraDeps = Pick<Deps, 'db' | 'jobs' | 'events' | 'now' | 'dataDir' | 'publicUrl'>

/** Orders of one round; the next round takes more. */
const AT_ONCE = 200

/**
 * Tells the customers of orders that missed, or will surely miss, their hour. The owner may turn this off.
 */
export async function tellDemoras(deps: DemoraDeps & Pick<Deps, 'tienda'>): Promise<void> {
  if (!(await deps.tienda.read()).ajustes.correos.demora) return
  const now = deps.now().getTime()
  const ids = await idsOfLate(deps.db, {
    from: new Date(now - DEMORA_OLVIDO_MS),
    over: new Date(now - DEMORA_GRACIA_MS),
    soon: new Date(now + DEMORA_ANTES_MS),
    limit: AT_ONCE,
  })
  for (const id of ids)
    await deps.db.transaction(async (tx) => {
      const pedido = await lockPedido(tx, id)
      if (!pedido) return
      const late = await demoraOf(tx, pedido, deps.now())
      if (late?.isSure) await tell(tx, deps, pedido, { ...late, quien: 'sistema' })
    })
}

/**
 * A person of the counter tells a customer the new hour. `hora` null: the one that `horaSugerida` answers.
 * @throws 400 {hora: [..]}; 404; 409 the order is not to be made, has no promise, or was told before
 */
export async function tellDemora(
  deps: DemoraDeps,
  id: string,
  { hora: asked, quien }: { hora: Date | null; quien: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const pedido = await lockEnMostrador(tx, id)
    const { numero, nueva_hora, prometido } = pedido
    if (nueva_hora)
      throw refuse(
        409,
        `Del pedido ${numero} ya avisamos una nueva hora: ${formatMoment(nueva_hora).toLowerCase()}.`,
      )
    if (!isPromised(pedido) || !prometido)
      throw refuse(409, `El pedido ${numero} no está por hacerse con una hora prometida.`)
    const hora = asked ?? (await demoraOf(tx, pedido, deps.now()))?.hora
    if (!hora) throw refuseField('hora', 'Escribí la nueva hora.')
    const problem = horaProblem(hora, prometido, deps.now())
    if (problem) throw refuseField('hora', problem)
    await tell(tx, deps, pedido, { prometido, hora, quien })
  })
}

/** The new hour that the counter tells by one tap. Null where none is to be told, or it was told already. */
export const horaSugerida = async (db: Queryable, pedido: Pedido, now: Date): Promise<Date | null> =>
  (await demoraOf(db, pedido, now))?.hora ?? null

/** `isSure`: the promised hour is missed or surely will be. `hora`: when the order will be ready instead. */
async function demoraOf(
  db: Queryable,
  pedido: Pedido,
  now: Date,
): Promise<{ prometido: Date; hora: Date; isSure: boolean } | null> {
  const { prometido, estado, sucursal_id, nueva_hora } = pedido
  if (!isPromised(pedido) || !prometido || nueva_hora) return null
  const sucursal = await findSucursal(db, sucursal_id ?? 0)
  const anew = sucursal && (await promiseAgain(db, pedido, sucursal, now))
  if (!anew) return null
  const latest = Math.max(anew.hora.getTime(), anew.antes.getTime(), prometido.getTime() + DEMORA_GRACIA_MS)
  return { prometido, hora: new Date(latest), isSure: isDemorado({ estado, prometido }, anew.antes, now) }
}

const isPromised = ({ estado, prometido }: Pedido): boolean =>
  prometido !== null && (estado === 'pagado' || estado === 'en_produccion')

async function tell(
  tx: Tx,
  deps: DemoraDeps,
  pedido: Pedido,
  { prometido, hora, quien }: { prometido: Date; hora: Date; quien: string },
): Promise<void> {
  const { id, estado, sucursal_id } = pedido
  const cuando = deps.now()
  const late = await updatePedido(tx, id, { nueva_hora: hora, tocado: cuando })
  const nota = `Avisamos la demora: va a estar ${formatMoment(hora).toLowerCase()} h.`
  await insertHistorial(tx, { pedido_id: id, estado, cuando, quien, nota })
  const con = await conOf(tx, deps, late)
  await queueCorreo(tx, deps, mailDemora(late, con, { prometido, hora, cuando }))
  // Not the event of a step, which screens announce: «pagado» would be told again of an old order
  await deps.events.tell(tx, 'tomados', { pedido_id: id, sucursal_id })
}
