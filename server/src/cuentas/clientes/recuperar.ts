// A forgotten password: the link that came by mail sets a new one, once.
import { maskEmail } from '@imprimitodo/shared/rules/base/contacto'
import { PASSWORD_COMMON } from '@imprimitodo/shared/rules/cuentas/password'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { isCommonPassword } from '../../base/secrets/common-password.ts'
import { hashPassword } from '../../base/secrets/password.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { type ClienteRow, findCliente, lockCliente } from '../auth/service.ts'
import type { EnlaceDeps } from './enlaces.ts'
import { setPassword } from './perfil.ts'
import { deleteAllEnlaces, findEnlace, markEnlaceUsed } from './store.ts'

const deadLink = () => refuse(400, 'El enlace ya no es válido o expiró. Pedí uno nuevo.', 'enlace_vencido')

/** The masked address of the account whose password the link would set. @throws 400 */
export async function readRecuperacion(deps: EnlaceDeps, token: string): Promise<string> {
  return maskEmail((await ownerOf(deps, token)).email)
}

/**
 * Sets a new password. The mailbox's reader then decides alone: every other link of the account is void, and
 * so is a pending change of e-mail. @throws 400 {detail} for a link that is no longer valid, 400 {password:
 * [..]}
 */
export async function recover(
  deps: EnlaceDeps,
  request: FastifyRequest,
  token: string,
  password: string,
): Promise<void> {
  const owner = await ownerOf(deps, token)
  if (isCommonPassword(password, [owner.email, owner.nombre, owner.celular]))
    throw refuseField('password', PASSWORD_COMMON)
  const hash = await hashPassword(password)
  await deps.db.transaction(async (tx) => {
    const cliente = await lockCliente(tx, owner.id)
    if (!cliente || !(await markEnlaceUsed(tx, hashToken(token), deps.now()))) throw deadLink()
    await deleteAllEnlaces(tx, owner.id)
    const change = { password_hash: hash, email_pendiente: null, email_confirmado: cliente.email }
    await setPassword(tx, deps, request, cliente, change)
    if (cliente.email_confirmado !== cliente.email)
      await deps.jobs.send(tx, 'puntos_pasados', { cliente_id: cliente.id })
  })
}

async function ownerOf({ db, now }: EnlaceDeps, token: string): Promise<ClienteRow> {
  const enlace = await findEnlace(db, hashToken(token), 'recuperacion')
  const owner =
    enlace && !enlace.usado && enlace.vence > now() ? await findCliente(db, enlace.cliente_id) : undefined
  if (!owner) throw deadLink()
  return owner
}
