import { DesdeElCelular } from './celular.tsx'
import { PrecioSinArchivos } from './presupuesto.tsx'
import type { Recepcion } from './use-recepcion.ts'

/** Sales without files on this computer: from the customer's phone, or by a number of pages. */
export function OtrasFormas({
  disabled,
  sucursal,
  recepcion,
}: {
  disabled: boolean
  sucursal: string
  recepcion: Recepcion
}) {
  return (
    <DesdeElCelular disabled={disabled} recepcion={recepcion}>
      <PrecioSinArchivos disabled={disabled} sucursal={sucursal} />
    </DesdeElCelular>
  )
}
