// Points of orders bought without an account: an account gets them once it has confirmed their mailbox.
import { puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Tx } from '../../../base/db/open.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { findCliente } from '../../../cuentas/auth/service.ts'
import {
  findPuntosPedido,
  insertPuntos,
  takeBackPuntos,
  tellAnulados,
} from '../../../fidelidad/puntos/service.ts'
import { lockPedido, pagadosSinCuenta, pagosOf } from '../filas/store.ts'
import { keepPuntos, lockEarner } from './beneficios.ts'

type PasadosDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'publicUrl'>

export function pasadosJobs(deps: PasadosDeps): void {
  deps.jobs.work('puntos_pasados', ({ cliente_id }) => creditPasados(deps, cliente_id))
}

/** May run again: each order gives its points once. */
export async function creditPasados(deps: PasadosDeps, clienteId: number): Promise<void> {
  const cliente = await findCliente(deps.db, clienteId)
  if (!cliente) return
  for (const id of await pagadosSinCuenta(deps.db, cliente.email))
    await deps.db.transaction((tx) => credit(tx, deps, id))
}

/** Under the order's lock, as payments are: a refund at the same time is seen here, or sees these points. */
async function credit(tx: Tx, deps: PasadosDeps, id: string): Promise<void> {
  const pedido = await lockPedido(tx, id)
  if (!pedido?.pagado || pedido.estado === 'cancelado' || pedido.estado === 'reembolsado') return
  const clienteId = await lockEarner(tx, pedido)
  if (clienteId === null) return
  if (pedido.resta > 0) return
  // Orders paid before migration 0102 kept nothing: they count for the day on which they went into work
  const kept = (await findPuntosPedido(tx, id)) ?? (await keepPuntos(tx, pedido, clienteId, pedido.pagado))
  const { puntos, tipeados } = kept
  if (puntos === 0) return
  const line = { cliente_id: clienteId, pedido_id: id, quien: 'sistema', cuando: deps.now() }
  const motivo = `Pedido ${pedido.numero}`
  if (!(await insertPuntos(tx, { ...line, tipo: 'pedido', puntos, tipeados, motivo, clave: `pedido:${id}` })))
    return
  // Two lines, as for an order of an account: later refunds take their part of the whole points
  const lost = puntosLost(puntos, pedido.importe_final, await pagosOf(tx, id))
  if (lost === 0) return
  const taken = { puntos: lost, motivo: `Devolución del pedido ${pedido.numero}` }
  const back = { ...line, ...taken, tipo: 'devolucion' as const, clave: `devolucion:${id}:${lost}` }
  await tellAnulados(tx, deps, await takeBackPuntos(tx, deps, back))
}
