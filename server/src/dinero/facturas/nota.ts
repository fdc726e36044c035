// Credit notes: they reduce an issued invoice when money of its order goes back.

import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { facturaOf, insertFactura, notasOf } from './store.ts'

/**
 * Requests a credit note for the part of `devuelto` (centavos, all that went back of an order so far) that no
 * voucher has counted yet. Does nothing before the invoice is issued: the invoice counts refunds when it
 * takes its number, and then calls this. The caller has locked the order's row. Repeated with the same
 * amount, nothing is added.
 */
export async function creditForDevolucion(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  pedido: Pick<Pedido, 'id' | 'importe_final'>,
  devuelto: number,
): Promise<void> {
  if (devuelto <= 0) return
  const factura = await facturaOf(tx, pedido.id)
  if (factura?.estado !== 'emitida') return
  const notas = await notasOf(tx, pedido.id)
  const counted = notas.reduce((sum, { importe }) => sum + (importe ?? 0), factura.devuelto)
  const importe = Math.min(devuelto, pedido.importe_final) - counted
  if (importe <= 0) return
  const made = await insertFactura(tx, {
    clave: `nota:${pedido.id}:${counted + importe}`,
    pedido_id: pedido.id,
    clase: 'nota_credito',
    asociada_id: factura.id,
    cliente: factura.cliente,
    importe,
    creada: now(),
  })
  if (made) await jobs.send(tx, 'factura', { id: made.id })
}
