import type { Constancia } from '@imprimitodo/shared/api/facturas'
import { CONDICION_TITLES, type DatosDeFactura } from '@imprimitodo/shared/rules/dinero/factura'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'

/** The data of ARCA's register, which one tap copies into the form. Hidden once the form has the same. */
export function Sugerencia({
  constancia: { nombre, direccion, condicion_iva },
  datos,
  onUse,
}: {
  constancia: Constancia
  datos: DatosDeFactura
  onUse: (suggested: Partial<DatosDeFactura>) => void
}) {
  const suggested: Partial<DatosDeFactura> = {
    ...(nombre && { nombre }),
    ...(direccion && { direccion }),
    ...(condicion_iva && { condicion_iva }),
  }
  const isTaken = Object.entries(suggested).every(
    ([name, value]) => datos[name as keyof DatosDeFactura] === value,
  )
  if (isTaken) return null
  return (
    <Notice
      action={
        <Button size="medium" onClick={() => onUse(suggested)}>
          Usar estos datos
        </Button>
      }
    >
      <b>Según ARCA:</b>{' '}
      {[nombre, direccion, condicion_iva && CONDICION_TITLES[condicion_iva]].filter(Boolean).join(' · ')}
    </Notice>
  )
}
