import { addArchivos } from './archivos.ts'
import { type Carrito, newCarrito } from './carrito-state.ts'

export const file = (name: string, size = 3): File => new File([new Uint8Array(size)], name)

/** An order with these files; ids are 'a', 'b', 'c'... in their order. */
export function carritoOf(...names: string[]): Carrito {
  let next = 0
  const files = names.map((name) => file(name))
  return addArchivos(newCarrito('uno'), files, () => String.fromCharCode(97 + next++)).carrito
}
