// Invoices for other features.
import type { Queryable } from '../../base/db/open.ts'
import { urlOf } from './documento.ts'
import { facturaOf } from './store.ts'

export { exportFacturas } from './export.ts'
export { creditForDevolucion } from './nota.ts'

/** The invoice as an order's page shows it. `origin` without slash at the end. */
export async function facturaDe(
  db: Queryable,
  pedidoId: string,
  origin: string,
): Promise<{ facturado: boolean; url_pdf: string | null }> {
  const factura = await facturaOf(db, pedidoId)
  const facturado = factura?.estado === 'emitida'
  return { facturado, url_pdf: facturado ? urlOf(origin, factura) : null }
}

export { facturasSql } from './store.ts'
