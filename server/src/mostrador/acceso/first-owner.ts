// The owner of a new installation, made in the browser.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
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

export const refuseInstalled = () =>
  refuse(409, 'Esta instalación ya tiene dueño: ingresá con su e-mail y contraseña.', 'ya_instalada')
