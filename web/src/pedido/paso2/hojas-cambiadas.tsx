import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { Notice } from '../../ui/notice/notice.tsx'
import { updateCarrito, useCarrito } from '../carrito/carrito.ts'

const list = new Intl.ListFormat('es-AR')
const MOST = 3

/**
 * Says which files go on A4 because their paper is no longer sold, until it is closed or another paper is
 * chosen.
 */
export function HojasCambiadas() {
  const { archivos, hojasCambiadas } = useCarrito()
  const isStill = (nombre: string) => archivos.some(({ name, hoja }) => name === nombre && hoja === A4.nombre)
  const changed = hojasCambiadas.filter(({ nombre }) => isStill(nombre))
  if (changed.length === 0) return null
  const hojas = [...new Set(changed.map(({ hoja }) => hoja))]
  const nombres = [...new Set(changed.map(({ nombre }) => nombre))]
  const shown = nombres.slice(0, MOST).map((nombre) => `«${nombre}»`)
  const others = nombres.length - shown.length
  const who = list.format(others > 0 ? [...shown, `${others} más`] : shown)
  return (
    <Notice tone="warning" onClose={() => updateCarrito((carrito) => ({ ...carrito, hojasCambiadas: [] }))}>
      <b>Ya no imprimimos en hojas {hojas.join(' ni ')}.</b> {who} {nombres.length > 1 ? 'van' : 'va'} en A4:
      fijate el precio y las opciones antes de seguir.
    </Notice>
  )
}
