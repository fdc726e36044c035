// Notices on the customer's device: what a mail to the order's owner says, where a device asked for it.
import type { Suscripcion } from '@imprimitodo/shared/api/push'
import { ENDPOINT_UNKNOWN, KEYS_WRONG } from '@imprimitodo/shared/rules/push'
import { untilBack } from '../../base/db/until-back.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { findCorreo } from '../../gestion/correos/service.ts'
import { lockPedido, type Pedido } from '../pedidos/service.ts'
import {
  countSuscripciones,
  deleteDeCerrados,
  deleteEndpoint,
  dropOvertaken,
  findAviso,
  insertAvisos,
  insertSuscripcion,
  markAvisoEnviado,
  setTurn,
  takeTurn,
  unsentUpTo,
} from './store.ts'

export { deleteSuscripcionesDe } from './store.ts'

type PushDeps = Pick<Deps, 'db' | 'now' | 'log' | 'publicUrl' | 'push' | 'jobs'>

/** A family's phones and computers; more are not one customer's. */
const MOST = 10

/** @throws 400 {endpoint: [..]} or {keys: [..]}; 409 the order has enough of them */
export async function subscribe(
  { db, now, push }: Pick<Deps, 'db' | 'now' | 'push'>,
  { id }: Pedido,
  suscripcion: Suscripcion,
): Promise<void> {
  if (!push.isAllowed(suscripcion.endpoint)) throw refuseField('endpoint', ENDPOINT_UNKNOWN)
  if (!push.isUsable(suscripcion.keys)) throw refuseField('keys', KEYS_WRONG)
  await db.transaction(async (tx) => {
    await lockPedido(tx, id) // of many at once, no more than allowed
    if ((await countSuscripciones(tx, id, suscripcion.endpoint)) >= MOST)
      throw refuse(409, `Este pedido ya avisa en ${MOST} dispositivos.`)
    await insertSuscripcion(tx, id, suscripcion, now())
  })
}

/**
 * The `avisar_push` job goes out with the mail, in the transaction of its fact: the devices are looked up here, so that
 * they cost the fact nothing, and each has a job of its own. May run again: an aviso is made once.
 */
export async function sendNews(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { pedido_id, correo_id }: { pedido_id: string; correo_id: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await findCorreo(tx, correo_id))) return // withdrawn, or its person is forgotten
    for (const id of await insertAvisos(tx, pedido_id, correo_id)) await jobs.send(tx, 'push', { id })
  })
}

/** A notice waits so long for one before it that its push service does not take. */
const IN_TURN_MS = 60_000

/**
 * One message to one device, after those before it, which are tried first: after an outage they come in their order. One
 * that fails even then keeps this one back for `IN_TURN_MS`, and is not shown once this one was: nobody wants to read
 * that an order is paid after reading that it is ready.
 * @throws where it waits, where another one is on its way to the device, or its push service is to be asked again
 */
export async function pushAviso(deps: PushDeps, id: number): Promise<void> {
  const { db, now } = deps
  const found = await findAviso(db, id)
  if (!found || found.aviso.enviado) return
  const { suscripcion } = found
  const turno = { taken: now() }
  if (!(await takeTurn(db, suscripcion.id, turno.taken)))
    throw new Error(`Another notice is on its way to the device of ${id}.`)
  try {
    await sendInTurn(deps, found, turno)
  } finally {
    await setTurn(db, suscripcion.id, turno.taken, null)
  }
}

async function sendInTurn(
  deps: PushDeps,
  { aviso: own, suscripcion }: Found,
  turno: { taken: Date },
): Promise<void> {
  const { db, now } = deps
  const correo = await findCorreo(db, own.correo_id)
  if (!correo) return
  const isPatient = now().getTime() - correo.creado.getTime() < IN_TURN_MS
  for (const { id, correo_id } of await madeUpTo(deps, suscripcion, own.correo_id))
    try {
      const at = now()
      if (!(await setTurn(db, suscripcion.id, turno.taken, at)))
        throw new Error(`The turn at the device of ${own.id} was lost.`)
      turno.taken = at
      if (!(await deliver(deps, suscripcion, { id, correo_id }))) return
    } catch (error) {
      if (isPatient || correo_id === own.correo_id) throw error
    }
  await dropOvertaken(db, suscripcion.id, own.correo_id)
}

/** What waits for a device up to that mail, oldest first. What the job of an earlier mail has not made yet is made here. */
async function madeUpTo(
  deps: PushDeps,
  { id, pedido_id }: Found['suscripcion'],
  correoId: number,
): Promise<{ id: number; correo_id: number }[]> {
  const waiting = await unsentUpTo(deps.db, id, correoId)
  const unmade = waiting.filter((one) => one.id === null)
  for (const { correo_id } of unmade) await sendNews(deps, { pedido_id, correo_id })
  const made = unmade.length > 0 ? await unsentUpTo(deps.db, id, correoId) : waiting
  return made.flatMap((one) => (one.id === null ? [] : [{ id: one.id, correo_id: one.correo_id }]))
}

type Found = NonNullable<Awaited<ReturnType<typeof findAviso>>>

/** @returns false where the device is gone. @throws where its push service is to be asked again */
async function deliver(
  { db, now, log, publicUrl, push }: PushDeps,
  { endpoint, p256dh, auth, pedido_id }: Found['suscripcion'],
  { id, correo_id }: { id: number; correo_id: number },
): Promise<boolean> {
  const correo = await findCorreo(db, correo_id)
  if (!correo) return true // withdrawn meanwhile
  const resultado = await push.send(
    { endpoint, keys: { p256dh, auth } },
    {
      titulo: correo.asunto,
      texto: paragraphOf(correo.texto),
      url: `${publicUrl}/pedido/${pedido_id}`,
      // Sent again after a crash it takes the place of the first one
      etiqueta: hashToken(correo.clave).slice(0, 22),
    },
  )
  if (resultado === 'enviado') {
    await untilBack(() => markAvisoEnviado(db, id, now()))
    return true
  }
  log.info({ aviso: id }, 'a device that is gone')
  await deleteEndpoint(db, endpoint)
  return false
}

const MOST_CHARS = 180

/** The first of a mail, below its title; it is short of the 4 KB that push services take. */
function paragraphOf(texto: string): string {
  const paragraph = texto.split('\n\n')[1]?.trim() ?? ''
  return paragraph.length > MOST_CHARS ? `${paragraph.slice(0, MOST_CHARS - 1)}…` : paragraph
}

/** An order's money may still come back some time after its end. */
const KEPT_DAYS = 30

export const forgetSuscripciones = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteDeCerrados(db, new Date(now().getTime() - KEPT_DAYS * 86_400_000))
