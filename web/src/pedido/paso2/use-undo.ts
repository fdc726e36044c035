import { useState } from 'react'
import { changeCarrito, updateCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito, Carrito } from '../carrito/carrito-state.ts'
import { fingerprint } from '../carrito/cotizado.ts'
import type { Moved } from '../carrito/grupos.ts'

type Hecho = { text: string; before: readonly ArchivoCarrito[]; after: string }

/**
 * Restores the files' earlier options, in their order, and the grouping if a volume comes back. Uploads and
 * removals since then stay.
 */
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
  const agrupando = carrito.agrupando || back.some(({ grupo }) => grupo !== 'default')
  return { ...carrito, agrupando, archivos: [...back, ...others] }
}

/**
 * The last change to several files at once, shown until something else is changed, with its undo. A `change`
 * without a notice is not shown.
 */
export function useUndo(carrito: Carrito) {
  const [hecho, setHecho] = useState<Hecho | null>(null)
  const isShown = hecho !== null && hecho.after === fingerprint(carrito)
  return {
    text: isShown ? hecho.text : null,
    change(change: (carrito: Carrito) => Moved) {
      const {
        before,
        carrito: next,
        notice,
      } = changeCarrito((one) => ({ ...change(one), before: one.archivos }))
      setHecho(notice === null ? null : { text: notice, before, after: fingerprint(next) })
    },
    undo() {
      if (hecho) updateCarrito((now) => withOpcionesOf(now, hecho.before))
      setHecho(null)
    },
  }
}
