import type { Point } from '@imprimitodo/shared/rules/compra/entrega'
import { useQuery } from '@tanstack/react-query'
import { teselasQuery } from '../../api/teselas.ts'
import { Mapa } from '../../ui/mapa/mapa.tsx'
import { setContacto } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import type { CalculoDeEntrega } from './modelo.ts'

type Props = { sucursal: Point & { nombre: string }; contacto: Contacto; calculo: CalculoDeEntrega }

/** A map from the branch to the address, with a pin, which is more precise than an address. */
export function Paso3Mapa({ sucursal, contacto, calculo }: Props) {
  const { data: teselas } = useQuery(teselasQuery)
  if (teselas === undefined) return null
  return (
    <Mapa
      label={`Mapa del delivery desde ${sucursal.nombre}`}
      sucursal={sucursal}
      teselas={teselas}
      trayecto={trayectoOf(contacto, calculo)}
      onMove={({ lat, lng }) => setContacto({ lat, lng })}
    />
  )
}

/** While the distance is being measured, or cannot be, the customer's own pin stays where it is. */
function trayectoOf({ lat, lng }: Contacto, calculo: CalculoDeEntrega) {
  if (calculo.kind === 'lista') {
    const { entrega } = calculo
    return {
      destino: { lat: entrega.lat, lng: entrega.lng },
      camino: entrega.ruta?.coordinates ?? null,
      lejos: !entrega.dentro_de_radio,
    }
  }
  return lat === null || lng === null ? null : { destino: { lat, lng }, camino: null, lejos: false }
}
