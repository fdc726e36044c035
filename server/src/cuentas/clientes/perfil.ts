// A customer changes e-mail, phone and password of the account.
import type { Actualizacion } from '@imprimitodo/shared/api/clientes'
import { storedCelular } from '@imprimitodo/shared/rules/base/celular'
import { PASSWORD_COMMON, PASSWORD_FIELDS } from '@imprimitodo/shared/rules/cuentas/password'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { Refusal, refuseField } from '../../base/http/errors.ts'
import { isCommonPassword } from '../../base/secrets/common-password.ts'
import { hashPassword, verifyPassword } from '../../base/secrets/password.ts'
import {
  type ClienteRow,
  cuentaOf,
  deleteSesionesOf,
  lockCliente,
  pendienteOf,
  updateCliente,
} from '../auth/service.ts'
import { askEmail } from './email.ts'
import { type EnlaceDeps, sendAviso } from './enlaces.ts'
import { mailPasswordCambiada } from './mails.ts'
import { deleteEnlaces } from './store.ts'

type Changed = { email: string; email_pendiente: string | null; passwordChanged: boolean }

/**
 * All of it or nothing. @throws 400 {email | celular | password_actual | password | non_field_errors: [..]}
 */
export async function updateAccount(
  deps: EnlaceDeps,
  request: FastifyRequest,
  cliente: ClienteRow,
  { email, celular, dni, password_actual, password }: Actualizacion,
): Promise<Changed> {
  if ([email, celular, dni, password_actual, password].every((typed) => typed === undefined))
    throw new Refusal(400, { non_field_errors: ['No hay nada para cambiar.'] })
  const wantsPassword = password_actual !== undefined || password !== undefined
  const hash = wantsPassword ? await checkedHash(cliente, password_actual, password) : null
  const changed = await deps.db.transaction(async (tx) => {
    if (celular !== undefined) await updateCliente(tx, cliente.id, { celular: storedCelular(celular) })
    if (dni !== undefined) await updateCliente(tx, cliente.id, { dni: dni || null })
    // Before the e-mail, since it drops a pending change of e-mail
    const own = hash === null ? cliente : await changePassword(tx, deps, request, cliente, hash)
    return email === undefined ? own : askEmail(tx, deps, request, own, email.toLowerCase())
  })
  const own = changed ?? cliente
  return { email: own.email, email_pendiente: pendienteOf(own), passwordChanged: hash !== null }
}

async function checkedHash(
  cliente: ClienteRow,
  actual: string | undefined,
  password: string | undefined,
): Promise<string> {
  if (!actual) throw refuseField('password_actual', PASSWORD_FIELDS)
  if (!password) throw refuseField('password', PASSWORD_FIELDS)
  if (!(await verifyPassword(actual, cliente.password_hash))) throw wrongActual()
  if (isCommonPassword(password, [cliente.email, cliente.nombre, cliente.celular]))
    throw refuseField('password', PASSWORD_COMMON)
  return hashPassword(password)
}

/** For calls that need more than an open session. @throws 400 {password: [..]} */
export async function needPassword({ password_hash }: ClienteRow, password: string): Promise<void> {
  if (!(await verifyPassword(password, password_hash))) throw wrongPassword()
}

export const wrongPassword = () => refuseField('password', 'La contraseña no es correcta.')
const wrongActual = () => refuseField('password_actual', 'La contraseña actual no es correcta.')

async function changePassword(
  tx: Tx,
  deps: EnlaceDeps,
  request: FastifyRequest,
  { id, password_hash }: ClienteRow,
  hash: string,
): Promise<ClienteRow> {
  const own = await lockCliente(tx, id)
  if (own?.password_hash !== password_hash) throw wrongActual() // changed while we compared it
  await deleteEnlaces(tx, id, 'recuperacion', 'confirmar_email')
  return setPassword(tx, deps, request, own, { password_hash: hash, email_pendiente: null })
}

/**
 * Ends every session, drops a pending change of e-mail, and tells the account's owner. The caller has locked
 * the account's row, and voids its links.
 */
export async function setPassword(
  tx: Tx,
  deps: EnlaceDeps,
  request: FastifyRequest,
  cliente: ClienteRow,
  change: { password_hash: string; email_pendiente: null; email_confirmado?: string },
): Promise<ClienteRow> {
  const changed = await updateCliente(tx, cliente.id, change)
  await deleteSesionesOf(tx, cliente.id)
  await sendAviso(tx, deps, changed, mailPasswordCambiada)
  await deps.seguridad.noteIn(tx, request, 'contrasena_cambiada', { cuenta: cuentaOf(cliente) })
  return changed
}
