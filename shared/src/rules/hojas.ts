import type { Opciones } from './archivo.ts'

/** Options and what the PDF engine found. Pages count from 1; 1 to `color_hasta` have been examined for colour. */
export type Contado = Opciones & {
  paginas: number
  paginas_color: ReadonlySet<number>
  color_hasta: number
}

export type Hoja = { caras: 1 | 2; color: boolean }

/** Sheets of one copy: two-sided floor(p/2) plus one single-sided if p is odd, one-sided p. */
export const hojasOf = (paginas: number, doble_faz: boolean): number =>
  doble_faz ? Math.ceil(paginas / 2) : paginas

/**
 * The sheets of one copy by kind. Colour is by the sheet (owner switch `color_por_hoja`): in a `color` file a
 * sheet none of whose pages has colour is b/w; what is not known yet counts as colour.
 */
export function countHojas(archivo: Contado, colorPorHoja: boolean): { hoja: Hoja; cantidad: number }[] {
  const { paginas, doble_faz, paginas_color, color_hasta } = archivo
  const total = hojasOf(paginas, doble_faz)
  const lastIsSingle = doble_faz && paginas % 2 === 1
  const pageInColor = (page: number) => page <= paginas && (page > color_hasta || paginas_color.has(page))
  const inColor = (hoja: number): boolean => {
    if (archivo.color !== 'color') return false
    if (!colorPorHoja) return true
    const first = doble_faz ? hoja * 2 + 1 : hoja + 1
    return pageInColor(first) || (doble_faz && pageInColor(first + 1))
  }
  const found = new Map<string, { hoja: Hoja; cantidad: number }>()
  for (let hoja = 0; hoja < total; hoja++) {
    const caras = doble_faz && !(lastIsSingle && hoja === total - 1) ? 2 : 1
    const color = inColor(hoja)
    const kind = found.get(`${caras}${color}`) ?? { hoja: { caras, color }, cantidad: 0 }
    kind.cantidad++
    found.set(`${caras}${color}`, kind)
  }
  return [...found.values()]
}

/** Is colour still being looked for where it matters to the price? */
export const isColorPending = ({ color, paginas, color_hasta }: Contado): boolean =>
  color === 'color' && color_hasta < paginas
