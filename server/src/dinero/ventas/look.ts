// Reads a sale that was made, by its key, and how much of its money may go back.
import type { VentaDevolvible } from '@imprimitodo/shared/api/ventas'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { MedioMovimiento } from '@imprimitodo/shared/rules/dinero/caja'
import type { Queryable } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedidos, pedidosOfVenta } from '../../compra/pedidos/service.ts'
import { devolvible } from '../pagos/service.ts'
import { needPedidos, needVenta, type OperadorDeVenta } from './read.ts'
import { clienteOf, type Vendida } from './sell.ts'
import { findVenta, findVentaPorId } from './store.ts'

/**
 * The sale that a person sent with this key, as it was answered, for a screen that lost the answer; null:
 * none was made. With its link only while the order waits for its payment.
 */
export async function ventaHecha(
  { db }: Pick<Deps, 'db'>,
  quien: OperadorDeVenta,
  key: string | null,
): Promise<Vendida | null> {
  const venta = key ? await findVenta(db, `${quien.id}:${key}`) : undefined
  if (!venta?.de_pedidos || !venta.respuesta) return null
  // sellVenta wrote it in this form
  const { answer, link } = venta.respuesta as Vendida
  const [waiting] = link ? await findPedidos(db, [link]) : []
  return {
    answer: { ...answer, cliente: await clienteOf(db, venta) },
    link: waiting?.estado === 'confirmado' ? waiting.id : null,
  }
}

/**
 * The branches where its orders are now: they may have moved since. A typed sale is of the one that took it. []: there
 * is no such sale.
 */
export async function sucursalesOfVenta(db: Queryable, id: number): Promise<(number | null)[]> {
  const venta = await findVentaPorId(db, id)
  if (!venta) return []
  const pedidos = await findPedidos(db, await pedidosOfVenta(db, id))
  return pedidos.length > 0 ? pedidos.map(({ sucursal_id }) => sucursal_id) : [venta.sucursal_id]
}

/** @throws as of `needVenta` */
export async function devolvibleDeVenta(
  { db }: Pick<Deps, 'db'>,
  quien: OperadorDeVenta,
  id: number,
): Promise<VentaDevolvible> {
  const { ids } = await needVenta(db, id, quien)
  const pedidos = await needPedidos(db, ids, quien)
  const left = async (medio: MedioMovimiento) => {
    let queda = 0
    for (const pedido of pedidos) queda += (await devolvible(db, pedido.id, medio)).queda
    return toPesos(queda)
  }
  return {
    venta_id: id,
    mostrador: await left('efectivo'),
    mercadopago: await left('mercadopago'),
    cuenta: await left('cuenta'),
    pedidos: pedidos.map(({ id: pedido_id, numero }) => ({ pedido_id, numero })),
  }
}
