// Who issues: no voucher leaves without all that it has to say of the seller.
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { type Fiscal, FiscalDown } from '../../base/services/fiscal/port.ts'

/** The owner did not fill in the seller yet: vouchers wait, as they do while ARCA is away. */
export class SinVendedor extends FiscalDown {}

type Shop = { vendedor: AjustesValores['vidriera']['vendedor'] } & Pick<AjustesValores, 'facturacion'>

/** `emisor`: as the certificate says, which counts before the owner's settings. @throws SinVendedor */
export function needVendedor({ vendedor, facturacion }: Shop, emisor: Fiscal['emisor']) {
  const { razon_social, domicilio } = vendedor
  const { ingresos_brutos, inicio_actividades } = facturacion
  const cuit = emisor?.cuit ?? vendedor.cuit
  const condicion = emisor?.condicion ?? vendedor.condicion_iva
  if (!razon_social || !domicilio || !ingresos_brutos || !inicio_actividades || !cuit || !condicion)
    throw new SinVendedor('Faltan datos de quién vende: completalos en Negocio.')
  return { razon_social, domicilio, ingresos_brutos, inicio_actividades, cuit, condicion }
}
