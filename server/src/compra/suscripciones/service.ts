// Notices on the customer's device: each mail to the order's owner is also sent to devices that asked for it.
import type { Suscripcion } from '@imprimitodo/shared/api/push'
import { ENDPOINT_UNKNOWN, KEYS_WRONG } from '@imprimitodo/shared/rules/compra/push'
import { untilBack } from '../../base/db/until-back.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { linkTo } from '../../base/web/link.ts'
import { findCorreo } from '../../gestion/correos/service.ts'
import { changeInTurn, lockPedido, type Pedido } from '../pedidos/service.ts'
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

export { deleteSuscripcionesOf } from './store.ts'

type PushDeps = Pick<Deps, 'db' | 'now' | 'log' | 'publicUrl' | 'push' | 'jobs'>

/** A family's phones and computers; one customer has no more. */
const MOST = 10

/** @throws 400 {endpoint: [..]} or {keys: [..]}; 409 the order has `MOST` devices */
export async function subscribe(
  deps: Pick<Deps, 'db' | 'locks' | 'now' | 'push'>,
  { id }: Pedido,
  suscripcion: Suscripcion,
): Promise<void> {
  if (!deps.push.isAllowed(suscripcion.endpoint)) throw refuseField('endpoint', ENDPOINT_UNKNOWN)
  if (!deps.push.isUsable(suscripcion.keys)) throw refuseField('keys', KEYS_WRONG)
  await changeInTurn(deps, id, async (tx) => {
    await lockPedido(tx, id) // so that many calls at once do not pass the limit
    if ((await countSuscripciones(tx, id, suscripcion.endpoint)) >= MOST)
      throw refuse(409, `Este pedido ya avisa en ${MOST} dispositivos.`)
    await insertSuscripcion(tx, id, suscripcion, deps.now())
  })
}

/**
 * The job `avisar_push` is queued with the mail, in the transaction of the step. The devices are looked up
 * here, so that they do not slow the step down, and each gets a job of its own. May run again: an aviso is
 * made once.
 */
export async function sendNews(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { pedido_id, correo_id }: { pedido_id: string; correo_id: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await findCorreo(tx, correo_id))) return // withdrawn, or its customer is forgotten
    for (const id of await insertAvisos(tx, pedido_id, correo_id)) await jobs.send(tx, 'push', { id })
  })
}

/** How long a notice waits for an earlier one that the push service does not take. */
const IN_TURN_MS = 60_000

/**
 * Sends one notice to one device. Earlier unsent ones are tried first, so that after an outage they come in
 * order. An earlier one that fails again delays this one by up to `IN_TURN_MS`, and is dropped once this one
 * is shown: a customer must not read that an order is paid after reading that it is ready.
 * @throws where it waits, where another notice is on its way to the device, or the push service has to be
 * retried
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

/**
 * A device's unsent notices up to that mail, oldest first. Makes those that an earlier mail's job did not yet
 * make.
 */
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

/** @returns false where the device is gone. @throws where the push service has to be retried */
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
      url: linkTo(publicUrl, `/pedido/${pedido_id}`),
      // The tag makes a notice sent again after a crash replace the first one
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

/** The first paragraph of a mail, below its title; shorter than the 4 KB that push services take. */
function paragraphOf(texto: string): string {
  const paragraph = texto.split('\n\n')[1]?.trim() ?? ''
  return paragraph.length > MOST_CHARS ? `${paragraph.slice(0, MOST_CHARS - 1)}…` : paragraph
}

/** Devices are kept this long after an order's end, since a refund may still follow. */
const KEPT_DAYS = 30

export const forgetSuscripciones = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> =>
  deleteDeCerrados(db, new Date(now().getTime() - KEPT_DAYS * 86_400_000))
