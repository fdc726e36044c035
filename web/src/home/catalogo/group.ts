import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { isNear } from '@imprimitodo/shared/rules/base/parecido'
import { SIN_CATEGORIA } from '@imprimitodo/shared/rules/vidriera/categoria'

export type CategoriaConProductos = { categoria: string; productos: ProductoAnswer[] }

/** A product and the words that a search finds it by. */
export type Buscable = { producto: ProductoAnswer; categoria: string; palabras: string }

/** Without accents, without case: 'impresion', typed on a phone, finds 'Impresión'. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Prepared once per catalogue, since thousands of products are searched at every letter. */
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
 * Every word of the search must be a part of the name, the text or the category. A word of four letters or
 * more that no product contains counts as mistyped: then it also finds words that differ from it by one
 * letter.
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

/** The distinct words of a catalogue; made when the first mistyped word is looked for. */
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

/** Categories in the order of their first product in the shop's list; products without one come last. */
export function groupProductos(buscables: readonly Buscable[]): CategoriaConProductos[] {
  const grupos = new Map<string, ProductoAnswer[]>()
  for (const { categoria, producto } of buscables) {
    const productos = grupos.get(categoria)
    if (productos) productos.push(producto)
    else grupos.set(categoria, [producto])
  }
  const isLast = ({ categoria }: CategoriaConProductos) => Number(categoria === SIN_CATEGORIA)
  return [...grupos]
    .map(([categoria, productos]) => ({ categoria, productos }))
    .sort((one, other) => isLast(one) - isLast(other))
}
