import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'

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

/** Every word of the search must be somewhere in name, text or category. */
export function buscar(buscables: readonly Buscable[], busqueda: string): readonly Buscable[] {
  const palabras = plain(busqueda).split(/\s+/).filter(Boolean)
  if (palabras.length === 0) return buscables
  return buscables.filter(({ palabras: own }) => palabras.every((palabra) => own.includes(palabra)))
}

/** Categories in the order in which the shop's list names them first; what has none comes last. */
export function agrupar(buscables: readonly Buscable[]): Grupo[] {
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
