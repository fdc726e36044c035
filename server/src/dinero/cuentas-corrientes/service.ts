// What other features take from here: a sale that is charged, a refund that goes back, and what reports and invoices tell.

import { isCuit } from '@imprimitodo/shared/rules/cuit'
import type { Queryable } from '../../base/db/open.ts'
import type { FacturaCliente } from '../../base/db/schema/facturas.ts'
import { cuentaOfPedido } from './store.ts'

export { chargeCuentaCorriente, returnToCuentaCorriente } from './charge.ts'
export { pagosCuentaSql } from './store.ts'

/**
 * Who an order's invoice is for, where it was charged to an account with the data that an invoice needs; null where it was
 * not.
 */
export async function facturaClienteOf(db: Queryable, pedidoId: string): Promise<FacturaCliente | null> {
  const cuenta = await cuentaOfPedido(db, pedidoId)
  if (!cuenta?.documento || !isCuit(cuenta.documento) || !cuenta.condicion_iva || !cuenta.direccion)
    return null
  const { documento: cuit, nombre, direccion, condicion_iva } = cuenta
  return { cuit, nombre, direccion, condicion_iva }
}
