import { addArchivos } from './archivos.ts'
import { type Carrito, newCarrito } from './carrito-state.ts'

const SIGNATURE = '%PDF-'

/** It begins as a PDF does, unless it is smaller than the signature. */
export const file = (name: string, size = SIGNATURE.length): File =>
  new File([SIGNATURE.padEnd(size).slice(0, size)], name)

/** An order with these files; ids are 'a', 'b', 'c'... in their order. */
export function carritoOf(...names: string[]): Carrito {
  let next = 0
  const files = names.map((name) => file(name))
  return addArchivos(newCarrito('uno'), files, () => String.fromCharCode(97 + next++)).carrito
}
