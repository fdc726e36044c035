// What a customer changes of the account: e-mail, phone and password.
import type { Actualizacion } from '@imprimitodo/shared/api/clientes'
import { storedCelular } from '@imprimitodo/shared/rules/celular'
import { PASSWORD_COMMON, PASSWORD_FIELDS } from '@imprimitodo/shared/rules/password'
import { findClienteByEmail, type Sesiones } from '../auth/service.ts'
import { isCommonPassword } from '../core/common-password.ts'
import { Refusal, refuseField } from '../core/errors.ts'
import { hashPassword, verifyPassword } from '../core/password.ts'
import type { Tx } from '../db/open.ts'
import { type EnlaceDeps, sendAviso, sendDeshacer } from './enlaces.ts'
import { mailEmailNuevo, mailPasswordCambiada } from './mails.ts'
import { EMAIL_TAKEN } from './registro.ts'
import { type Cliente, deleteCliente, deleteEnlaces, lockCliente, lockEmail, updateCliente } from './store.ts'

type Changed = { email: string; passwordChanged: boolean }

/** All of it or nothing. @throws 400 {email | celular | password_actual | password | non_field_errors: [..]} */
export async function updateAccount(
  deps: EnlaceDeps,
  sesiones: Pick<Sesiones, 'endAllOf'>,
  cliente: Cliente,
  { email, celular, password_actual, password }: Actualizacion,
): Promise<Changed> {
  if ([email, celular, password_actual, password].every((typed) => typed === undefined))
    throw new Refusal(400, { non_field_errors: ['No hay nada para cambiar.'] })
  const wantsPassword = password_actual !== undefined || password !== undefined
  const hash = wantsPassword ? await checkedHash(cliente, password_actual, password) : null
  const changed = await deps.db.transaction(async (tx) => {
    const moved = email === undefined ? cliente : await changeEmail(tx, deps, cliente, email.toLowerCase())
    if (celular !== undefined) await updateCliente(tx, cliente.id, { celular: storedCelular(celular) })
    if (hash === null) return moved
    await changePassword(tx, deps, sesiones, cliente, hash)
    return moved
  })
  return { email: changed.email, passwordChanged: hash !== null }
}

async function checkedHash(
  cliente: Cliente,
  actual: string | undefined,
  password: string | undefined,
): Promise<string> {
  if (!actual) throw refuseField('password_actual', PASSWORD_FIELDS)
  if (!password) throw refuseField('password', PASSWORD_FIELDS)
  if (!(await verifyPassword(actual, cliente.password_hash))) throw wrongPassword()
  if (isCommonPassword(password, [cliente.email, cliente.nombre, cliente.celular]))
    throw refuseField('password', PASSWORD_COMMON)
  return hashPassword(password)
}

/** Before what an open session alone must not do. @throws 400 {password: [..]} */
export async function needPassword({ password_hash }: Cliente, password: string): Promise<void> {
  if (!(await verifyPassword(password, password_hash)))
    throw refuseField('password', 'La contraseña no es correcta.')
}

const wrongPassword = () => refuseField('password_actual', 'La contraseña actual no es correcta.')

/**
 * At once (decisions, "Sessions and accounts"): the new address gets a notice, the old one a link that undoes it. An
 * account that was never activated does not keep an address from whoever has one.
 */
async function changeEmail(tx: Tx, deps: EnlaceDeps, cliente: Cliente, email: string): Promise<Cliente> {
  await lockEmail(tx, email)
  const own = await lockCliente(tx, cliente.id)
  if (!own || own.email === email) return own ?? cliente
  const holder = await findClienteByEmail(tx, email)
  if (holder?.activado) throw refuseField('email', EMAIL_TAKEN)
  if (holder) await deleteCliente(tx, holder.id)
  const changed = await updateCliente(tx, own.id, { email })
  await deleteEnlaces(tx, own.id, 'recuperacion')
  await sendDeshacer(tx, deps, changed, own.email)
  await sendAviso(tx, deps, changed, mailEmailNuevo)
  return changed
}

async function changePassword(
  tx: Tx,
  deps: EnlaceDeps,
  sesiones: Pick<Sesiones, 'endAllOf'>,
  { id, password_hash }: Cliente,
  hash: string,
): Promise<void> {
  const own = await lockCliente(tx, id)
  if (own?.password_hash !== password_hash) throw wrongPassword() // changed while we compared it
  await setPassword(tx, deps, sesiones, own, hash)
}

/** Every session ends, every reset link is void, and its owner is told. The account's row is locked. */
export async function setPassword(
  tx: Tx,
  deps: EnlaceDeps,
  sesiones: Pick<Sesiones, 'endAllOf'>,
  cliente: Cliente,
  password_hash: string,
): Promise<void> {
  const changed = await updateCliente(tx, cliente.id, { password_hash })
  await sesiones.endAllOf(tx, cliente.id)
  await deleteEnlaces(tx, cliente.id, 'recuperacion')
  await sendAviso(tx, deps, changed, mailPasswordCambiada)
}
