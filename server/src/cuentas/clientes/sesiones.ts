// The account's open sessions: seen by their owner, and ended with the password.
import type { SesionAbierta } from '@imprimitodo/shared/api/clientes'
import type { Sesion, Sesiones } from '../auth/service.ts'
import { needPassword } from './perfil.ts'

export async function listOwnSesiones(
  sesiones: Pick<Sesiones, 'listOf'>,
  { id, cliente }: Sesion,
): Promise<SesionAbierta[]> {
  return (await sesiones.listOf(cliente.id)).map((one) => ({
    id: one.id,
    dispositivo: one.dispositivo,
    desde: one.creada.toISOString(),
    usada: one.usada.toISOString(),
    actual: one.id === id,
  }))
}

/** Ends one session, or all but the calling one. @throws 400 {password: [..]}, 404 */
export async function closeSesiones(
  sesiones: Pick<Sesiones, 'endOne' | 'endOthers'>,
  sesion: Sesion,
  { password, id }: { password: string; id?: string | undefined },
): Promise<string> {
  await needPassword(sesion.cliente, password)
  if (id === undefined) {
    await sesiones.endOthers(sesion)
    return 'Cerramos las demás sesiones.'
  }
  await sesiones.endOne(sesion.cliente.id, id)
  return 'Cerramos esa sesión.'
}
