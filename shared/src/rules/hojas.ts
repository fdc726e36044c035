import type { Opciones } from './archivo.ts'

/** What the PDF engine found: 1-based pages with colour; 'pendiente' while they are being looked for. */
export type PaginasColor = ReadonlySet<number> | 'pendiente'
export type Contado = Opciones & { paginas: number; paginas_color: PaginasColor }

export type Hoja = { caras: 1 | 2; color: boolean }

/** Sheets of one copy: two-sided floor(p/2) plus one single-sided if p is odd, one-sided p. */
export const hojasOf = (paginas: number, doble_faz: boolean): number =>
  doble_faz ? Math.ceil(paginas / 2) : paginas

/**
 * The sheets of one copy by kind. Colour is by the sheet (owner switch `color_por_hoja`): in a `color` file a
 * sheet none of whose pages has colour is b/w; what is not known yet counts as colour.
 */
export function countHojas(archivo: Contado, colorPorHoja: boolean): { hoja: Hoja; cantidad: number }[] {
  const { paginas, doble_faz, paginas_color } = archivo
  const total = hojasOf(paginas, doble_faz)
  const lastIsSingle = doble_faz && paginas % 2 === 1
  const inColor = (hoja: number): boolean => {
    if (archivo.color !== 'color') return false
    if (!colorPorHoja || paginas_color === 'pendiente') return true
    const first = doble_faz ? hoja * 2 + 1 : hoja + 1
    return paginas_color.has(first) || (doble_faz && paginas_color.has(first + 1))
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
