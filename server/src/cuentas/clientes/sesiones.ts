// The account's open sessions: seen by their owner, and ended with the password.
import type { SesionAbierta } from '@imprimitodo/shared/api/clientes'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { deleteOtherSesiones, deleteOwnSesion, openSesionesOf, type Sesion } from '../auth/service.ts'
import { needPassword } from './perfil.ts'

export async function listOwnSesiones(
  deps: Pick<Deps, 'db' | 'now'>,
  { id, cliente }: Sesion,
): Promise<SesionAbierta[]> {
  return (await openSesionesOf(deps, cliente.id)).map((one) => ({
    id: one.id,
    dispositivo: one.dispositivo,
    desde: one.creada.toISOString(),
    usada: one.usada.toISOString(),
    actual: one.id === id,
  }))
}

/** Ends one session, or all but the calling one. @throws 400 {password: [..]}, 404 */
export async function closeSesiones(
  { db }: Pick<Deps, 'db'>,
  { id: own, cliente }: Sesion,
  { password, id }: { password: string; id?: string },
): Promise<string> {
  await needPassword(cliente, password)
  if (id === undefined) {
    await deleteOtherSesiones(db, cliente.id, own)
    return 'Cerramos las demás sesiones.'
  }
  if (!(await deleteOwnSesion(db, cliente.id, id))) throw notFound('Esa sesión ya estaba cerrada.')
  return 'Cerramos esa sesión.'
}
