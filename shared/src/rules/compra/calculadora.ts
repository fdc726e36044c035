import { numeroEscrito } from '../base/numero-escrito.ts'
import { type Color, DEFAULT_LIMITES_PAGINAS, DEFAULT_OPCIONES } from './archivo.ts'
import { importeFinal, quote, type Tarifas } from './precio.ts'

/** A number of pages, before there is a file. `color`: of all the pages. */
export type Calculo = {
  paginas: number
  duplicado: number
  doble_faz: boolean
  color: Color
  anillado: boolean
}

/** The options that the calculator begins with. */
export const CALCULO: Calculo = {
  paginas: 120,
  duplicado: DEFAULT_OPCIONES.duplicado,
  doble_faz: DEFAULT_OPCIONES.doble_faz,
  color: DEFAULT_OPCIONES.color,
  anillado: false,
}

/** A typed number of pages, or null: whole, from 1 to the most pages of one file. */
export function paginasEscritas(text: string): number | null {
  const paginas = numeroEscrito(text, 0)
  return paginas >= 1 && paginas <= DEFAULT_LIMITES_PAGINAS.paginas_archivo ? paginas : null
}

/**
 * Uses the rule that charges a file. @param percent the web's discount
 * @returns centavos of all copies; of each, `hojas` and `tomos`: in how many volumes it is bound, 0 where it
 * is not
 */
export function calculate(
  { paginas, ...opciones }: Calculo,
  tarifas: Tarifas,
  percent: number,
): { hojas: number; tomos: number; importe: number } {
  const all = new Set(Array.from({ length: paginas }, (_, index) => index + 1))
  const archivo = { ...DEFAULT_OPCIONES, ...opciones, paginas, paginas_color: all, color_hasta: paginas }
  const priced = quote([archivo], tarifas)
  return {
    hojas: priced.archivos[0]?.hojas ?? 0,
    tomos: priced.volumenes[0]?.tomos.length ?? 0,
    importe: importeFinal(priced, percent).importe_final,
  }
}
