import { count } from '../base/cantidad.ts'
import { isReadLying } from '../taller/celdas.ts'
import type { Opciones } from './archivo.ts'
import { A4, HOJAS, type Hoja } from './hoja.ts'
import { carillasOf, hojasOf } from './hojas.ts'
import { isImpresa, lastPageOf } from './paginas.ts'
import { hojasOfrecidas, quote, type Tarifas } from './precio.ts'
import { tamanoOf } from './tamano.ts'

/** A run of pages of one size, as displayed, in mm. */
export type TamanoDePaginas = { paginas: number; ancho: number; alto: number }

/**
 * What the browser or the server read of a file. Pages count from 1. `tamanos` in the order of the pages,
 * empty where unknown; 1 to `color_hasta` have been examined for colour.
 */
export type Leido = {
  paginas: number
  tamanos: readonly TamanoDePaginas[]
  paginas_color: ReadonlySet<number>
  color_hasta: number
}

export type PistaClave = 'tamano' | 'apaisado' | 'color' | 'doble'

/**
 * Something that a customer would want to know while choosing options. `cambio` is what one tap changes, and
 * `centavos` what that adds to the file's price (all copies and its binding, before discounts). `marca` says
 * it in two or three words.
 */
export type Pista = {
  clave: PistaClave
  texto: string
  marca: string
  cambio: Partial<Opciones> | null
  boton: string
  centavos: number
}

/** The hints for a file that is not bound with others. Their amounts come from the rule that charges. */
export function pistasOf(opciones: Opciones, leido: Leido, tarifas: Tarifas): Pista[] {
  return [
    tamanoPista(opciones, leido, tarifas),
    apaisadoPista(opciones, leido),
    colorPista(opciones, leido, tarifas),
    doblePista(opciones, leido, tarifas),
  ].filter((pista) => pista !== null)
}

/** The hints for files that are bound together: they share one orientation, so all must lie for the hint about it. */
export function pistasOfVolumen(archivos: readonly { opciones: Opciones; leido: Leido }[]): Pista[] {
  const isTold =
    archivos.length > 0 &&
    archivos.every(({ opciones, leido }) => opciones.orientacion === 'vertical' && isLying(opciones, leido))
  return isTold ? [apaisado(archivos.some(({ opciones }) => opciones.por_carilla > 1))] : []
}

/** The price of a file by itself, in centavos: all copies and its own binding, before discounts. */
export function importeOf(opciones: Opciones, leido: Leido, tarifas: Tarifas): number {
  const { total_impresion, total_anillado } = quote([{ ...opciones, ...leido, grupo: 'default' }], tarifas)
  return total_impresion + total_anillado
}

/** How much a range, or several pages on a side, save on the price of a file; 0 where neither is set. */
export function ahorroOf(opciones: Opciones, leido: Leido, tarifas: Tarifas): number {
  if (opciones.rango === null && opciones.por_carilla === 1) return 0
  const whole: Opciones = { ...opciones, rango: null, por_carilla: 1 }
  return Math.max(0, importeOf(whole, leido, tarifas) - importeOf(opciones, leido, tarifas))
}

const nameOf = ({ ancho, alto }: TamanoDePaginas): string | null => tamanoOf(ancho, alto)

/** Two lengths are called Oficio. A Letter page is scaled only a little on A4. */
const isFine = (size: TamanoDePaginas, hoja: Hoja): boolean =>
  nameOf(size) === hoja.nombre || (hoja === A4 && nameOf(size) === 'Carta')

const isLarge = ({ ancho, alto }: TamanoDePaginas, { ancho_mm, alto_mm }: Hoja): boolean =>
  Math.max(ancho, alto) > alto_mm || Math.min(ancho, alto) > ancho_mm

type Impreso = Pick<Opciones, 'rango' | 'por_carilla'>

/** Printed pages by their size. */
function printedSizes({ rango }: Impreso, { paginas, tamanos }: Leido): TamanoDePaginas[] {
  const isPrinted = isImpresa({ paginas, rango })
  let page = 0
  return tamanos.flatMap((size) => {
    const from = page
    page += size.paginas
    let printed = 0
    for (let one = from + 1; one <= page; one++) if (isPrinted(one)) printed++
    return printed > 0 ? [{ ...size, paginas: printed }] : []
  })
}

/**
 * No hint about the size where pages share a side: there the customer asked for them to be scaled. Where all pages have
 * the size of a sheet that is sold, one tap chooses that sheet.
 */
function tamanoPista(opciones: Opciones, leido: Leido, tarifas: Tarifas): Pista | null {
  if (opciones.por_carilla > 1) return null
  const printed = printedSizes(opciones, leido)
  const hoja = HOJAS[opciones.hoja]
  const other = printed.filter((size) => !isFine(size, hoja))
  if (other.length === 0) return null
  const words = tamanoWords(other, hoja, other.length === printed.length)
  const right = hojasOfrecidas(tarifas).find((nombre) => printed.every((size) => isFine(size, HOJAS[nombre])))
  if (!right) return { clave: 'tamano', ...words, cambio: null, boton: '', centavos: 0 }
  const cambio = { hoja: right }
  return {
    clave: 'tamano',
    ...words,
    cambio,
    boton: `En ${right}`,
    centavos: difference(opciones, cambio, leido, tarifas),
  }
}

/**
 * The sentence about pages of another size than their sheet. `isAll`: no printed page has the sheet's size.
 */
function tamanoWords(other: TamanoDePaginas[], hoja: Hoja, isAll: boolean): Pick<Pista, 'texto' | 'marca'> {
  const names = new Set(other.map(nameOf))
  const [name] = names
  const what = names.size === 1 && name ? name : null
  const paginas = other.reduce((sum, size) => sum + size.paginas, 0)
  const isOne = isAll || paginas === 1
  const verb = other[0] && isLarge(other[0], hoja) ? 'achicamos' : 'agrandamos'
  const is = what ? `${isOne ? 'es' : 'son'} ${what}` : `${isAll ? 'no es' : 'no son'} ${hoja.nombre}`
  const whole = isAll ? is.replace(/^./, (first) => first.toUpperCase()) : `${count(paginas, 'página')} ${is}`
  const inPart = what ? `${paginas} en ${what}` : `No es ${hoja.nombre}`
  return {
    texto: `${whole}: ${isOne ? 'la' : 'las'} ${verb} a ${hoja.nombre}`,
    marca: isAll ? whole : inPart,
  }
}

/** Whether all sides of a file are read lying down: its pages lie, or two upright pages share a side. */
function isLying(opciones: Opciones, leido: Leido): boolean {
  const printed = printedSizes(opciones, leido)
  return (
    printed.length > 0 && printed.every(({ ancho, alto }) => isReadLying(opciones.por_carilla, ancho > alto))
  )
}

/** Sides that are read lying down must be turned along the short edge: along the long one every back is upside down. */
function apaisadoPista(opciones: Opciones, leido: Leido): Pista | null {
  const { orientacion, por_carilla, doble_faz, anillado } = opciones
  if (orientacion === 'horizontal') return null
  const isShared = por_carilla > 1
  // Without a back or a binding the sheet is not turned
  if (isShared && !((doble_faz || anillado) && carillasOf({ ...opciones, ...leido }) > 1)) return null
  return isLying(opciones, leido) ? apaisado(isShared) : null
}

const apaisado = (isShared: boolean): Pista => ({
  clave: 'apaisado',
  texto: `${isShared ? 'Queda' : 'Está'} apaisado: ¿horizontal?`,
  marca: 'Apaisado',
  boton: 'Horizontal',
  cambio: { orientacion: 'horizontal' },
  centavos: 0,
})

/**
 * A hint only once every printed page was examined: before that its amount would grow while the customer looks at it.
 */
function colorPista(opciones: Opciones, leido: Leido, tarifas: Tarifas): Pista | null {
  const { paginas, paginas_color, color_hasta } = leido
  const { rango } = opciones
  if (opciones.color === 'color' || color_hasta < lastPageOf({ paginas, rango })) return null
  const colored = [...paginas_color].filter(isImpresa({ paginas, rango })).length
  if (colored === 0) return null
  const cambio = { color: 'color' } as const
  return {
    clave: 'color',
    texto: `${count(colored, 'página')} ${colored === 1 ? 'tiene' : 'tienen'} color`,
    marca: `${colored} a color`,
    boton: 'A color',
    cambio,
    centavos: difference(opciones, cambio, leido, tarifas),
  }
}

function doblePista(opciones: Opciones, leido: Leido, tarifas: Tarifas): Pista | null {
  if (opciones.doble_faz) return null
  const carillas = carillasOf({ ...opciones, paginas: leido.paginas })
  const less = (carillas - hojasOf(carillas, true)) * opciones.duplicado
  const cambio = { doble_faz: true }
  const centavos = difference(opciones, cambio, leido, tarifas)
  if (less === 0 || centavos >= 0) return null
  return {
    clave: 'doble',
    texto: `Usás ${count(less, 'hoja')} menos`,
    marca: 'Doble faz ahorra',
    boton: 'Doble faz',
    cambio,
    centavos,
  }
}

const difference = (opciones: Opciones, cambio: Partial<Opciones>, leido: Leido, tarifas: Tarifas): number =>
  importeOf({ ...opciones, ...cambio }, leido, tarifas) - importeOf(opciones, leido, tarifas)
