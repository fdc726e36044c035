import { useState } from 'react'
import { getCarrito, updateCarrito } from '../carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito-state.ts'
import { fingerprint } from '../cotizado.ts'

type Hecho = { text: string; before: readonly ArchivoCarrito[]; after: string }

/** Options of the files as they were, in their order. What was sent or removed since stays so. */
export function withOpcionesOf(carrito: Carrito, before: readonly ArchivoCarrito[]): Carrito {
  const back = before.flatMap(
    ({ id, dobleFaz, orientacion, color, grupo, duplicado, anillado, rango, por_carilla, hoja }) => {
      const one = carrito.archivos.find((archivo) => archivo.id === id)
      return one
        ? [{ ...one, dobleFaz, orientacion, color, grupo, duplicado, anillado, rango, por_carilla, hoja }]
        : []
    },
  )
  const others = carrito.archivos.filter(({ id }) => !before.some((one) => one.id === id))
  return { ...carrito, archivos: [...back, ...others] }
}

/**
 * What was done to several files at once, told until something else is changed, and the way back. `change` without a
 * text does it silently.
 */
export function useUndo(carrito: Carrito) {
  const [hecho, setHecho] = useState<Hecho | null>(null)
  const isShown = hecho !== null && hecho.after === fingerprint(carrito)
  return {
    text: isShown ? hecho.text : null,
    change(next: Carrito, text: string | null) {
      const { archivos } = getCarrito()
      updateCarrito(() => next)
      setHecho(text === null ? null : { text, before: archivos, after: fingerprint(next) })
    },
    undo() {
      if (hecho) updateCarrito((now) => withOpcionesOf(now, hecho.before))
      setHecho(null)
    },
  }
}
