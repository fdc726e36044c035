// A change of e-mail: requested in a session, pending until the new mailbox confirms it. Until then the
// account keeps its old address for everything.
import { randomUUID } from 'node:crypto'
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import type { FastifyRequest } from 'fastify'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { Refusal, refuse } from '../../base/http/errors.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { takeCupo } from '../../gestion/correos/service.ts'
import {
  type ClienteRow,
  cuentaOf,
  deleteCliente,
  findCliente,
  findClienteByEmail,
  isConfirmado,
  lockCliente,
  noSession,
  updateCliente,
} from '../auth/service.ts'
import { type EnlaceDeps, sendDeshacer } from './enlaces.ts'
import { mailCambioPedido, mailEmailAnterior } from './mails.ts'
import { EMAIL_TAKEN } from './registro.ts'
import { deleteEnlaces, findEnlace, lockEmail, markEnlaceUsed } from './store.ts'

const DAY_S = 24 * 3600

const deadLink = () =>
  refuse(
    400,
    'El enlace ya no es válido o expiró. Pedí otro desde tu perfil, en «Actualizar correo electrónico».',
    'enlace_vencido',
  )

/**
 * Asking for the same address again sends the link again; asking for the account's own address drops the
 * pending change. Another account's address is answered like any: only its mailbox is told. `email` in lower
 * case.
 * @returns the account after the call
 * @throws 401 if the password is no longer the one of `cliente`, 429 after ten in a day
 */
export async function askEmail(
  tx: Tx,
  deps: EnlaceDeps,
  request: FastifyRequest,
  { id, password_hash }: ClienteRow,
  email: string,
): Promise<ClienteRow | undefined> {
  const own = await lockCliente(tx, id)
  if (!own) return
  if (own.password_hash !== password_hash) throw noSession() // the change of password ended it meanwhile
  if (email === own.email && isConfirmado(own)) return own.email_pendiente ? dropPendiente(tx, own) : own
  const asked = email === own.email_pendiente ? own : await startChange(tx, deps, request, own, email)
  await deps.jobs.send(tx, 'enlace', { tipo: 'confirmar_email', cliente_id: id, once: randomUUID() })
  return asked
}

const manyChanges = () =>
  new Refusal(
    429,
    { detail: 'Hoy ya pediste muchos cambios de correo. Probá mañana.' },
    { codigo: 'limite', retryAfter: DAY_S },
  )

/** Drops the pending change, with the links that would have confirmed it. */
async function dropPendiente(tx: Tx, { id }: ClienteRow): Promise<ClienteRow> {
  await deleteEnlaces(tx, id, 'confirmar_email')
  return updateCliente(tx, id, { email_pendiente: null })
}

async function startChange(
  tx: Tx,
  deps: EnlaceDeps,
  request: FastifyRequest,
  own: ClienteRow,
  email: string,
): Promise<ClienteRow> {
  await dropPendiente(tx, own)
  if (email !== own.email) {
    // No change goes without a notice to the old address
    if (!(await takeCupo(tx, deps, 'cambio', own.email))) throw manyChanges()
    await sendDeshacer(tx, deps, own, mailCambioPedido)
    await deps.seguridad.noteIn(tx, request, 'correo_cambiado', { cuenta: cuentaOf(own), detalle: 'Pedido' })
  }
  return updateCliente(tx, own.id, { email_pendiente: email })
}

/** The address that the link would confirm, masked. @throws 400 */
export async function readConfirmacion({ db, now }: EnlaceDeps, token: string): Promise<string> {
  return maskEmail((await readEnlace(db, now(), token)).email)
}

/** @throws 400 */
async function readEnlace(db: Queryable, now: Date, token: string) {
  const enlace = await findEnlace(db, hashToken(token), 'confirmar_email')
  if (!enlace || enlace.usado || enlace.vence <= now) throw deadLink()
  const email = (await findCliente(db, enlace.cliente_id))?.email_pendiente
  if (!email) throw deadLink()
  return { ...enlace, email }
}

/**
 * Makes the pending address the account's. Deletes a registration at that address that was not activated.
 * @throws 400 for a link that is old or used, or where the address has become another account's
 */
export async function confirmEmail(deps: EnlaceDeps, request: FastifyRequest, token: string): Promise<void> {
  const { db, now } = deps
  await db.transaction(async (tx) => {
    const { email, cliente_id, token_hash } = await readEnlace(tx, now(), token)
    await lockEmail(tx, email)
    const own = await lockCliente(tx, cliente_id)
    if (own?.email_pendiente !== email || !(await markEnlaceUsed(tx, token_hash, now()))) throw deadLink()
    const holder = await findClienteByEmail(tx, email)
    const other = holder?.id === own.id ? undefined : holder
    if (other?.activado) throw refuse(400, `${EMAIL_TAKEN}.`)
    if (other) await deleteCliente(tx, other.id)
    if (email !== own.email) await sendDeshacer(tx, deps, own, mailEmailAnterior)
    await updateCliente(tx, own.id, { email, email_pendiente: null, email_confirmado: email })
    await deps.jobs.send(tx, 'puntos_pasados', { cliente_id: own.id })
    // Those links went to the old mailbox
    await deleteEnlaces(tx, own.id, 'activacion', 'recuperacion', 'confirmar_email')
    await deps.seguridad.noteIn(tx, request, 'correo_cambiado', {
      cuenta: cuentaOf(own),
      detalle: 'Confirmado',
    })
  })
}
