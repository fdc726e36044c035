import { useState } from 'react'
import { getCarrito, updateCarrito } from '../carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito-state.ts'
import { fingerprint } from '../cotizado.ts'

type Hecho = { text: string; before: readonly ArchivoCarrito[]; after: string }

/** Restores the files' earlier options, in their order. Uploads and removals since then stay. */
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
 * The last change to several files at once, shown until something else is changed, with its undo. A `change`
 * without a text is not shown.
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
