// The owner of a new installation: made in the browser, or named by the environment.
import { isEmail } from '@imprimitodo/shared/rules/base/contacto'
import { PASSWORD_COMMON, passwordProblem } from '@imprimitodo/shared/rules/cuentas/password'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { isCommonPassword } from '../../base/secrets/common-password.ts'
import { noteCambio } from '../../gestion/auditoria/service.ts'
import { welcomeBrowser } from '../../gestion/seguridad/service.ts'
import { startSesion } from './sesion.ts'
import { hasOperadores, insertUsuario, lockOperadores } from './store.ts'
import { freshPassword } from './usuarios.ts'

type Form = { nombre: string; email: string; password: string }

/**
 * Makes the first person of the back office, signed in. Of several calls at once one succeeds.
 * @param installed runs in the same transaction
 * @throws 400 {password: [..]}, 409 if the shop has an owner
 */
export async function createFirstOwner(
  deps: Pick<Deps, 'db' | 'now' | 'dataDir' | 'seguridad'>,
  http: { request: FastifyRequest; reply: FastifyReply },
  { nombre, email, password }: Form,
  installed: (tx: Tx) => Promise<void>,
) {
  const { hash } = await freshPassword(password, [nombre, email])
  return deps.db.transaction(async (tx) => {
    await lockOperadores(tx)
    if (await hasOperadores(tx)) throw refuseInstalled()
    const id = await insertUsuario(tx, { nombre, email, rol: 'dueno', password_hash: hash })
    if (id === undefined) throw refuseInstalled()
    const quien = { id, nombre }
    const despues = { nombre, email, rol: 'dueno', sucursal: null, retirado: false }
    await noteCambio(tx, quien, deps.now(), { que: 'usuario', clave: id, nombre, despues })
    await welcomeBrowser(deps, tx, { tipo: 'operador', id }, http)
    await installed(tx)
    const access = await startSesion(tx, deps.now(), id)
    return { access, id, nombre, rol: 'dueno' as const, sucursal: null }
  })
}

/**
 * Makes the owner that the environment names, unless the shop has people or none is named.
 * `show`: called with the password if one was made up, before the account is committed, so that no account
 * has a password which was never shown.
 * @throws a sentence of ours for an e-mail or a password that no owner can have
 */
export async function createNamedOwner(
  db: Db,
  { email, password }: { email: string | undefined; password: string | undefined },
  show: (password: string) => void,
): Promise<void> {
  if (!email || (await hasOperadores(db))) return
  if (!isEmail(email)) throw new Error('OWNER_EMAIL no es un e-mail.')
  if (password) needPassword(password, email)
  const { made, hash } = await freshPassword(password ?? null, [email])
  await db.transaction(async (tx) => {
    // Several servers may start on one empty database
    const id = await insertUsuario(tx, { email, nombre: 'Dueño', rol: 'dueno', password_hash: hash })
    if (id !== undefined && made) show(made)
  })
}

function needPassword(password: string, email: string): void {
  const problem = passwordProblem(password)
  if (problem) throw new Error(`OWNER_PASSWORD: ${problem}.`)
  if (isCommonPassword(password, [email])) throw new Error(`OWNER_PASSWORD: ${PASSWORD_COMMON}`)
}

export const refuseInstalled = () =>
  refuse(409, 'Esta instalación ya tiene dueño: ingresá con su e-mail y contraseña.', 'ya_instalada')
