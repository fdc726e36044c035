// The download of one agent, as the counter offers it.
import { notFound, refuse } from '../../../base/http/errors.ts'
import { isLoopbackHost } from '../../../base/http/origin.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { findAgenteVivo } from '../store.ts'
import { type Boleto, newBoleto } from './boleto.ts'
import { makePaquete } from './paquete.ts'
import type { Programas } from './programa.ts'

/**
 * `paquete` null: it is being made. @throws 404; 409 where agents would refuse the shop's address; 503
 * `sin_programa`; 507
 */
export async function offerPaquete(
  deps: Pick<Deps, 'dataDir' | 'db' | 'diskReserveBytes' | 'now' | 'publicUrl'>,
  programas: Programas,
  boleto: Boleto,
): Promise<{ paquete: { url: string; bytes: number } | null }> {
  const agente = await findAgenteVivo(deps.db, boleto.agente_id)
  if (!agente) throw notFound('Ese agente no existe.')
  needPrivate(deps.publicUrl)
  const programa = await programas.ready(boleto.plataforma)
  if (!programa) return { paquete: null }
  const tienda = { server: deps.publicUrl, sucursal: agente.sucursal }
  const { bytes } = await makePaquete(deps, programas.fuente.dist, programa, tienda)
  const url = `/api/agente/paquete/${newBoleto(deps.dataDir, boleto, deps.now())}`
  return { paquete: { url, bytes } }
}

/** An agent talks to a shop over plain http only on its own computer: others on the way could read along. */
function needPrivate(publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl)
  if (protocol === 'https:' || isLoopbackHost(host)) return
  throw refuse(
    409,
    `La dirección de la tienda es ${publicUrl}, sin https: el agente no se conecta así. Cambiá PUBLIC_URL en el servidor.`,
  )
}
