// Cuentas corrientes for other features: charging a sale, taking a refund off, and facts for reports and
// invoices.

import { isCuit } from '@imprimitodo/shared/rules/base/cuit'
import type { Queryable } from '../../base/db/open.ts'
import type { FacturaCliente } from '../../base/db/schema/facturas.ts'
import { cuentaOfPedido } from './store.ts'

export { chargeCuentaCorriente, returnToCuentaCorriente } from './charge.ts'
export { cargosDePedido, pagosCuentaSql } from './store.ts'

/**
 * The recipient of an order's invoice, where it was charged to an account with the data that an invoice
 * needs; else null.
 */
export async function facturaClienteOf(db: Queryable, pedidoId: string): Promise<FacturaCliente | null> {
  const cuenta = await cuentaOfPedido(db, pedidoId)
  if (!cuenta?.documento || !isCuit(cuenta.documento) || !cuenta.condicion_iva || !cuenta.direccion)
    return null
  const { documento: cuit, nombre, direccion, condicion_iva } = cuenta
  return { cuit, nombre, direccion, condicion_iva }
}
