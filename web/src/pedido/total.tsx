// What the bar at the foot of steps 1 and 2 says of all files: the same amount in both, as step 3 will charge it.
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/dinero'
import { importeFinal } from '@imprimitodo/shared/rules/precio'
import { useCarrito } from './carrito.ts'
import { type Alcance, isUnprintable, useEstimate } from './estimate.ts'
import { useLecturasOf } from './lectura/lectura.ts'
import { Monto } from './monto.tsx'

/** How many files can be printed as they are. */
export function useReady(): number {
  const { archivos } = useCarrito()
  return useLecturasOf((all) => archivos.filter((one) => !isUnprintable(one, all.get(one.id))).length)
}

/** After what the web takes off: codes and points come later. What a file costs at least is told whole. */
export function Total({ descuento }: { descuento: number }) {
  const ready = useReady()
  const { alcance, impresion, anillado } = useEstimate()
  const { importe_final } = importeFinal(
    { total_impresion: impresion, total_anillado: anillado },
    alcance === 'desde' ? 0 : descuento,
  )
  // Nothing of the list can be printed as it is: that costs nothing, but is no price either
  if (ready === 0) return '—'
  return <Monto alcance={alcance} pesos={toPesos(importe_final)} />
}

/** '2 hojas, con el 5% off': what the amount beside it is of, and what was taken off it. */
export const conDescuento = (what: string, alcance: Alcance, descuento: number): string =>
  descuento > 0 && alcance !== 'desde' ? `${what}, con el ${formatPercent(descuento)}% off` : what
