// Credit notes: they reduce an issued invoice when money of its order goes back. A delivery on the invoice is credited
// only when the whole price goes back and the order was not handed over: it may still be brought, and paid at the door.

import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Pedido, wasHandedOver } from '../../compra/pedidos/service.ts'
import { envioEn, lineasDeNota } from './contenido.ts'
import { type FacturaRow, facturaOf, insertFactura, notasOf } from './store.ts'

/**
 * Requests a credit note for the part of `devuelto` (centavos, all that went back of an order so far) that no
 * voucher has counted yet. Does nothing before the invoice is issued: the invoice counts refunds when it
 * takes its number, and then calls this. The caller has locked the order's row. Repeated with the same
 * amount, nothing is added.
 */
export async function creditForDevolucion(
  tx: Tx,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  pedido: Pick<Pedido, 'id' | 'numero' | 'importe_final'>,
  devuelto: number,
): Promise<void> {
  if (devuelto <= 0) return
  const factura = await facturaOf(tx, pedido.id)
  if (factura?.estado !== 'emitida') return
  const notas = await notasOf(tx, pedido.id)
  const counted = notas.reduce((sum, { importe }) => sum + (importe ?? 0), factura.devuelto)
  const envio = devuelto < pedido.importe_final ? 0 : await envioSinHacer(tx, factura)
  const importe = Math.min(devuelto, pedido.importe_final) + envio - counted
  if (importe <= 0) return
  const made = await insertFactura(tx, {
    clave: `nota:${pedido.id}:${counted + importe}`,
    pedido_id: pedido.id,
    clase: 'nota_credito',
    asociada_id: factura.id,
    cliente: factura.cliente,
    importe,
    lineas: lineasDeNota(pedido.numero, importe, Math.min(envio, importe)),
    creada: now(),
  })
  if (made) await jobs.send(tx, 'factura', { id: made.id })
}

/** The invoice's amount of a delivery that was not made after all. */
async function envioSinHacer(tx: Tx, { pedido_id, lineas }: FacturaRow): Promise<number> {
  const envio = envioEn(lineas)
  return envio > 0 && !(await wasHandedOver(tx, pedido_id)) ? envio : 0
}
