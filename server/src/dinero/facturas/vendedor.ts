// The seller on vouchers: none is issued before all required facts of the seller are known.
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { type Fiscal, FiscalDown } from '../../base/services/fiscal/port.ts'

/** The owner did not fill in the seller yet: vouchers wait, as they do while ARCA is down. */
export class SinVendedor extends FiscalDown {}

type Shop = { vendedor: AjustesValores['vidriera']['vendedor'] } & Pick<AjustesValores, 'facturacion'>

/** `emisor`: the certificate's data, which count before the owner's settings. @throws SinVendedor */
export function needVendedor({ vendedor, facturacion }: Shop, emisor: Fiscal['emisor']) {
  const { razon_social, domicilio } = vendedor
  const { ingresos_brutos, inicio_actividades } = facturacion
  const cuit = emisor?.cuit ?? vendedor.cuit
  const condicion = emisor?.condicion ?? vendedor.condicion_iva
  if (!razon_social || !domicilio || !ingresos_brutos || !inicio_actividades || !cuit || !condicion)
    throw new SinVendedor('Faltan datos de quién vende: completalos en Negocio.')
  return { razon_social, domicilio, ingresos_brutos, inicio_actividades, cuit, condicion }
}
