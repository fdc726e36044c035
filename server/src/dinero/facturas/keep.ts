// Keeps an authorised voucher as a document that never changes, and mails it to the customer.
import { comprobanteTitle, devueltoOf } from '@imprimitodo/shared/rules/dinero/factura'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Autorizacion } from '../../base/services/fiscal/port.ts'
import { findPedido, insertHistorial, lockPedido, pagosOf } from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { insertDocumento, queueCorreo } from '../../gestion/correos/service.ts'
import { documentoDe } from './documento.ts'
import { mailFactura } from './mails.ts'
import { creditForDevolucion } from './nota.ts'
import { changeFactura, type FacturaRow, findFactura } from './store.ts'

/** The condition of sale: paid at once, charged to a cuenta corriente, or both. */
function condicionVentaOf(pagos: Awaited<ReturnType<typeof pagosOf>>): string {
  const all = pagos.filter(({ estado }) => estado === 'approved' || estado === 'refunded')
  // Payments that went back whole are left out, unless all of them did
  const held = all.filter(({ importe, devuelto }) => devuelto < importe)
  const paid = held.length > 0 ? held : all
  const charged = paid.filter(({ proveedor, medio }) => proveedor === 'caja' && medio === 'cuenta')
  if (charged.length === 0) return 'Contado'
  return charged.length === paid.length ? 'Cuenta corriente' : 'Contado y cuenta corriente'
}

/** Writes the authorisation down, with its PDF, its mail, and a credit note for refunds made meanwhile. */
export async function keepDocumento(
  deps: Pick<Deps, 'dataDir' | 'db' | 'fiscal' | 'jobs' | 'now' | 'publicUrl'>,
  asked: FacturaRow,
  made: Autorizacion,
): Promise<FacturaRow> {
  const { db, now, jobs, publicUrl } = deps
  const { vidriera, facturacion } = await readAjustes(db)
  const asociada = asked.asociada_id ? await findFactura(db, asked.asociada_id) : undefined
  const emitida: FacturaRow = {
    ...asked,
    estado: 'emitida',
    emitida: now(),
    cae: made.cae,
    cae_vence: made.vence,
    observaciones: made.observaciones,
    intercambio: made.intercambio,
  }
  const pedidoNumero = (await findPedido(db, asked.pedido_id))?.numero ?? null
  const condicionVenta = condicionVentaOf(await pagosOf(db, asked.pedido_id))
  const shop = {
    vendedor: vidriera.vendedor,
    facturacion,
    publicUrl,
    pedidoNumero,
    condicionVenta,
    emisor: deps.fiscal.emisor,
  }
  const { makeFacturaPdf } = await import('./pdf.ts') // with its library 10 MB that most starts never need
  const pdf = await makeFacturaPdf(documentoDe(emitida, asociada, shop))
  const title = comprobanteTitle(emitida.tipo ?? 0, emitida.punto_venta ?? 0, emitida.numero ?? 0)
  return db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, asked.pedido_id)
    if (!pedido) throw new Error('An invoice of no order.')
    const documento_id = await insertDocumento(tx, `${title.replaceAll(' ', '-')}.pdf`, pdf, now())
    const { id: _, ...change } = emitida
    const kept = await changeFactura(tx, asked.id, ['pidiendo'], { ...change, documento_id })
    if (!kept) throw new Error('Another process settled it.')
    const { id: pedido_id, estado, email } = pedido
    await insertHistorial(tx, { pedido_id, estado, cuando: now(), quien: 'sistema', nota: `${title}.` })
    if (email) await queueCorreo(tx, { jobs, now }, mailFactura(kept, pedido, title, deps))
    await creditForDevolucion(tx, deps, pedido, devueltoOf(pedido, await pagosOf(tx, pedido_id)))
    return kept
  })
}
