import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { isNear } from '@imprimitodo/shared/rules/parecido'

/** The pill that hides nothing, and the category of what has none. */
export const TODOS = 'Todos'
export const SIN_CATEGORIA = 'Sin categoría'

export type Grupo = { categoria: string; productos: ProductoAnswer[] }

/** A product and the words it is found by. */
export type Buscable = { producto: ProductoAnswer; categoria: string; palabras: string }

/** Without accents, without case: 'impresion', typed on a phone, finds 'Impresión'. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Once per catalogue: thousands of products are then searched at every letter. */
export const toBuscables = (productos: readonly ProductoAnswer[]): Buscable[] =>
  productos.map((producto) => {
    const categoria = producto.categoria?.nombre ?? SIN_CATEGORIA
    return {
      producto,
      categoria,
      palabras: plain(`${producto.producto.nombre} ${producto.texto ?? ''} ${categoria}`),
    }
  })

/**
 * Every word of the search must be somewhere in name, text or category. A word of four letters or more that no product
 * has counts as mistyped: then it finds what differs from it by one letter.
 */
export function searchProductos(buscables: readonly Buscable[], busqueda: string): readonly Buscable[] {
  const palabras = plain(busqueda).split(/\s+/).filter(Boolean)
  if (palabras.length === 0) return buscables
  const meant = palabras.map((palabra) =>
    palabra.length < 4 || buscables.some(({ palabras: own }) => own.includes(palabra))
      ? [palabra]
      : wordsOf(buscables).filter((word) => isNear(word, palabra)),
  )
  return buscables.filter(({ palabras: own }) =>
    meant.every((words) => words.some((word) => own.includes(word))),
  )
}

/** Each word of a catalogue once; made when the first mistyped word is looked for. */
function wordsOf(buscables: readonly Buscable[]): readonly string[] {
  let words = vocabularies.get(buscables)
  if (!words) {
    words = [...new Set(buscables.flatMap(({ palabras }) => palabras.split(/[^\p{L}\p{N}]+/u)))].filter(
      Boolean,
    )
    vocabularies.set(buscables, words)
  }
  return words
}
const vocabularies = new WeakMap<readonly Buscable[], readonly string[]>()

/** Categories in the order in which the shop's list names them first; what has none comes last. */
export function groupProductos(buscables: readonly Buscable[]): Grupo[] {
  const grupos = new Map<string, ProductoAnswer[]>()
  for (const { categoria, producto } of buscables) {
    const productos = grupos.get(categoria)
    if (productos) productos.push(producto)
    else grupos.set(categoria, [producto])
  }
  const isLast = ({ categoria }: Grupo) => Number(categoria === SIN_CATEGORIA)
  return [...grupos]
    .map(([categoria, productos]) => ({ categoria, productos }))
    .sort((one, other) => isLast(one) - isLast(other))
}
