import type { Recibido } from '@imprimitodo/shared/api/recepciones'
import { DesdeElCelular } from './celular.tsx'
import { PrecioSinArchivos } from './presupuesto.tsx'

/** What is sold without files on this computer: from the customer's phone, or by a number of pages. */
export function OtrasFormas({
  disabled,
  sucursal,
  lista,
}: {
  disabled: boolean
  sucursal: string
  lista: { addRecibido: (recibido: Recibido) => void; removeRecibido: (subida: string) => void }
}) {
  return (
    <DesdeElCelular {...{ disabled, sucursal }} onListo={lista.addRecibido} onQuitado={lista.removeRecibido}>
      <PrecioSinArchivos {...{ disabled, sucursal }} />
    </DesdeElCelular>
  )
}
