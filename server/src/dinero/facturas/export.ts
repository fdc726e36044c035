// Vouchers of the customer's orders, for the customer's download of personal data.
import { toPesosOrNull } from '@imprimitodo/shared/rules/base/dinero'
import { comprobanteTitle } from '@imprimitodo/shared/rules/dinero/factura'
import type { Queryable } from '../../base/db/open.ts'
import { urlOf } from './documento.ts'
import { facturasOfCliente } from './store.ts'

/** Newest first, waiting ones too, without the messages to ARCA. `origin` without slash at the end. */
export async function exportFacturas(db: Queryable, clienteId: number, origin: string) {
  return (await facturasOfCliente(db, clienteId)).map((factura) => {
    const { pedido_id, clase, estado, tipo, punto_venta, numero, fecha, importe, cae, cae_vence } = factura
    const isNumbered = tipo !== null && punto_venta !== null && numero !== null
    return {
      pedido_id,
      clase,
      estado,
      cliente: factura.cliente,
      fecha,
      cae,
      cae_vence,
      comprobante: isNumbered ? comprobanteTitle(tipo, punto_venta, numero) : null,
      importe: toPesosOrNull(importe),
      pedida: factura.creada,
      emitida: factura.emitida,
      url_pdf: estado === 'emitida' ? urlOf(origin, factura) : null,
    }
  })
}
