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
  findAviso,
  insertAvisos,
  insertSuscripcion,
  isBehind,
  markAvisoEnviado,
} from './store.ts'

export { deleteSuscripcionesDe } from './store.ts'

type PushDeps = Pick<Deps, 'db' | 'now' | 'log' | 'publicUrl' | 'push'>

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
export async function avisarPush(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  { pedido_id, correo_id }: { pedido_id: string; correo_id: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await findCorreo(tx, correo_id))) return // withdrawn, or its person is forgotten
    for (const id of await insertAvisos(tx, pedido_id, correo_id)) await jobs.send(tx, 'push', { id })
  })
}

/** A push job tries for more than an hour and a half: what is older keeps no later notice back. */
const IN_TURN_MS = 2 * 3600_000

/** One message to one device, after those before it. @throws where it waits for them, or its push service is to be asked again */
export async function sendAviso({ db, now, log, publicUrl, push }: PushDeps, id: number): Promise<void> {
  const found = await findAviso(db, id)
  if (!found || found.aviso.enviado) return
  const { aviso, suscripcion } = found
  const correo = await findCorreo(db, aviso.correo_id)
  if (!correo) return
  if (await isBehind(db, id, new Date(now().getTime() - IN_TURN_MS)))
    throw new Error(`The notice ${id} waits for the one before it.`)
  const { endpoint, p256dh, auth, pedido_id } = suscripcion
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
  if (resultado === 'enviado') return untilBack(() => markAvisoEnviado(db, id, now()))
  log.info({ aviso: id }, 'a device that is gone')
  await deleteEndpoint(db, endpoint)
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
