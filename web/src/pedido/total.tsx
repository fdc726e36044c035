// The total of all files in the bar of steps 1 and 2: the same amount in both, and what step 3 will charge.
import { formatPercent, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { importeFinal } from '@imprimitodo/shared/rules/compra/precio'
import { useCarrito } from './carrito/carrito.ts'
import { isUnprintable, useEstimate } from './carrito/estimate.ts'
import { useLecturasOf } from './lectura/lectura.ts'
import { Monto } from './monto.tsx'

/** How many files can be printed. */
export function useReady(): number {
  const { archivos } = useCarrito()
  return useLecturasOf((all) => archivos.filter((one) => !isUnprintable(one, all.get(one.id))).length)
}

/** The total after the web's discount, a minimum's too: codes and points come later. */
export function Total({ descuento }: { descuento: number }) {
  const ready = useReady()
  const { alcance, impresion, anillado } = useEstimate()
  const { importe_final } = importeFinal({ total_impresion: impresion, total_anillado: anillado }, descuento)
  // No file of the list can be printed: the sum is 0, but that is no price
  if (ready === 0) return '—'
  return <Monto alcance={alcance} pesos={toPesos(importe_final)} />
}

/** '2 hojas, con el 5% off': what the amount beside it is for, and the discount in it. */
export const conDescuento = (what: string, descuento: number): string =>
  descuento > 0 ? `${what}, con el ${formatPercent(descuento)}% off` : what
