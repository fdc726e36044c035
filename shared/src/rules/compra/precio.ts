import { afterPercent } from '../base/dinero.ts'
import type { Grupo } from './archivo.ts'
import { applyGroups } from './grupo.ts'
import { A4, type NombreHoja, OTRAS_HOJAS, type OtraHoja } from './hoja.ts'
import { type ClaseHoja, type Contado, carillasOf, countHojas, hojasOf } from './hojas.ts'

type Par = { una: number; dos: number }
export type PreciosHoja = { byn: Par; color: Par }
/** For paper other than A4: a size without a price is not sold. */
export type PreciosHojas = Partial<Record<OtraHoja, PreciosHoja>>

/** Prices in centavos; `byn` and `color` are those of an A4 sheet. `anillado` ascending by `hasta` (sheets); the last `hasta` is the thickest tome. */
export type Tarifas = {
  byn: Par
  color: Par
  color_por_hoja: boolean
  anillado: { hasta: number; precio: number }[]
  /** Absent: only A4 is sold. */
  hojas?: PreciosHojas | undefined
}

/** The same while its owner fills it: null or an empty list is not priced yet. */
export type ListaPrecios = {
  byn: Tarifas['byn'] | null
  color: Tarifas['color'] | null
  color_por_hoja: boolean
  anillado: Tarifas['anillado']
  hojas?: PreciosHojas | undefined
}

/** Null until the whole list is filled: with half a list the shop would sell without a price. */
export function tarifasDe({ byn, color, color_por_hoja, anillado, hojas }: ListaPrecios): Tarifas | null {
  if (!byn || !color || anillado.length === 0) return null
  const others = hojas && Object.keys(hojas).length > 0 ? { hojas } : {}
  return { byn, color, color_por_hoja, anillado, ...others }
}

/** The prices of that paper. @throws RangeError where it is not sold: callers check that before */
function preciosOf(tarifas: Tarifas, hoja: NombreHoja): PreciosHoja {
  if (hoja === A4.nombre) return tarifas
  const found = tarifas.hojas?.[hoja]
  if (!found) throw new RangeError(`No price of ${hoja}`)
  return found
}

/** The paper on offer, A4 first. */
export const hojasOfrecidas = ({ hojas = {} }: Pick<Tarifas, 'hojas'>): NombreHoja[] => [
  A4.nombre,
  ...OTRAS_HOJAS.filter((nombre) => hojas[nombre]),
]

/** Shown to customers and clerks while the price list is incomplete. */
export const SIN_PRECIOS = 'Todavía no cargamos los precios: por ahora no podemos tomar pedidos.'

export const DEFAULT_TARIFAS: Tarifas = {
  byn: { una: 100_00, dos: 160_00 },
  color: { una: 400_00, dos: 700_00 },
  color_por_hoja: true,
  anillado: [
    { hasta: 50, precio: 1200_00 },
    { hasta: 120, precio: 1600_00 },
    { hasta: 250, precio: 2200_00 },
    { hasta: 400, precio: 3000_00 },
  ],
}

export const DEFAULT_DESCUENTO_COMPRA = 5
/** Pesos, not centavos: assumed for a file that the browser could not count, until the server has. */
export const ESTIMATE_PER_ARCHIVO = 100

/** Sheets that have the same price, of all copies of a file. */
type HojasPrice = ClaseHoja & { hoja: NombreHoja; hojas: number; importe: number }
export type ArchivoPrice = { hojas: number; importe: number }
/** A bound volume; `archivos` are indexes. `importe` is the binding of all copies. */
export type VolumenPrice = {
  grupo: Grupo | null
  archivos: number[]
  hojas: number
  copias: number
  tomos: number[]
  importe: number
}
export type Quote = {
  archivos: ArchivoPrice[]
  volumenes: VolumenPrice[]
  total_impresion: number
  total_anillado: number
}

/**
 * The price of an order, in centavos, before discounts: the one rule. `hojas`
 * are those of one copy, `importe` that of all copies. The sum of the lines is the total.
 */
export function quote(asked: Contado[], tarifas: Tarifas): Quote {
  const sum = (lines: { importe: number }[]) => lines.reduce((total, line) => total + line.importe, 0)
  const contados = applyGroups(asked)
  const archivos = contados.map((archivo) => ({
    hojas: hojasOf(carillasOf(archivo), archivo.doble_faz),
    importe: sum(pricedHojasOf(archivo, tarifas)),
  }))
  const volumenes = volumenesOf(contados).map(({ grupo, members }) => {
    const hojas = members.reduce((sum, index) => sum + (archivos[index]?.hojas ?? 0), 0)
    const copias = contados[members[0] ?? 0]?.duplicado ?? 1
    const tomos = splitTomos(hojas, tarifas)
    const price = tomos.reduce((sum, tomo) => sum + anilladoPrice(tomo, tarifas), 0)
    return { grupo, archivos: members, hojas, copias, tomos, importe: price * copias }
  })
  return { archivos, volumenes, total_impresion: sum(archivos), total_anillado: sum(volumenes) }
}

/** The sheets of an order, all copies, as they are priced: their sum is its `total_impresion`. */
export const pricedHojas = (asked: Contado[], tarifas: Tarifas): HojasPrice[] =>
  applyGroups(asked).flatMap((archivo) => pricedHojasOf(archivo, tarifas))

function pricedHojasOf(archivo: Contado, tarifas: Tarifas): HojasPrice[] {
  const precios = preciosOf(tarifas, archivo.hoja)
  return countHojas(archivo, tarifas.color_por_hoja).map(({ clase, cantidad }) => {
    const row = clase.color ? precios.color : precios.byn
    const hojas = cantidad * archivo.duplicado
    return { ...clase, hoja: archivo.hoja, hojas, importe: hojas * (clase.caras === 2 ? row.dos : row.una) }
  })
}

/** Each group with members is one volume; so is each bound file outside the groups. In order of appearance. */
export function volumenesOf(
  archivos: Pick<Contado, 'grupo' | 'anillado'>[],
): { grupo: Grupo | null; members: number[] }[] {
  const volumenes: { grupo: Grupo | null; members: number[] }[] = []
  archivos.forEach(({ grupo, anillado }, index) => {
    if (grupo === 'default') {
      if (anillado) volumenes.push({ grupo: null, members: [index] })
      return
    }
    const open = volumenes.find((volumen) => volumen.grupo === grupo)
    if (open) open.members.push(index)
    else volumenes.push({ grupo, members: [index] })
  })
  return volumenes
}

/** The piles of an order, in the order of the files: each volume, and each file that is not bound. */
export function pilasOf(
  archivos: Pick<Contado, 'grupo' | 'anillado'>[],
): { grupo: Grupo | null; anillado: boolean; members: number[] }[] {
  const bound = volumenesOf(archivos).map((volumen) => ({ ...volumen, anillado: true }))
  const held = new Set(bound.flatMap(({ members }) => members))
  const loose = archivos.flatMap((_, index) =>
    held.has(index) ? [] : [{ grupo: null, anillado: false, members: [index] }],
  )
  return [...bound, ...loose].sort((a, b) => (a.members[0] ?? 0) - (b.members[0] ?? 0))
}

/**
 * Sheets of each tome: a volume thicker than the thickest binding is split so that sizes differ by at most 1.
 */
export function splitTomos(hojas: number, { anillado }: Pick<Tarifas, 'anillado'>): number[] {
  const thickest = anillado.at(-1)?.hasta ?? hojas
  return splitIn(hojas, Math.max(1, Math.ceil(hojas / thickest)))
}

/** Divides sheets among tomes so that their sizes differ by at most 1. */
export function splitIn(hojas: number, count: number): number[] {
  const [base, rest] = [Math.floor(hojas / count), hojas % count]
  return Array.from({ length: count }, (_, index) => base + (index < rest ? 1 : 0))
}

export function anilladoPrice(hojas: number, { anillado }: Pick<Tarifas, 'anillado'>): number {
  return (anillado.find(({ hasta }) => hojas <= hasta) ?? anillado.at(-1))?.precio ?? 0
}

/**
 * Print and binding after `percent` off each (discounts added up, at most 100), in centavos of whole pesos,
 * each rounded half up. Free sheets are taken off before.
 */
export function importeFinal(totals: Pick<Quote, 'total_impresion' | 'total_anillado'>, percent: number) {
  const capped = Math.min(100, Math.max(0, percent))
  const impresion = afterPercent(totals.total_impresion, capped)
  const anillado = afterPercent(totals.total_anillado, capped)
  return { impresion, anillado, importe_final: impresion + anillado }
}

/**
 * Why a price list is refused, in Spanish; null if it is fine, also while its owner fills it part by part. A
 * price that was filled (`antes`) may not be emptied: the shop would stop selling by mistake.
 */
export function tarifasProblem(
  { byn, color, anillado, hojas = {} }: ListaPrecios,
  antes: Pick<ListaPrecios, 'byn' | 'color' | 'anillado'> = DEFAULT_TARIFAS,
): string | null {
  if ((antes.byn && !byn) || (antes.color && !color)) return 'Cada hoja lleva su precio.'
  if (antes.anillado.length > 0 && anillado.length === 0)
    return 'Tiene que haber al menos un precio de anillado.'
  const pairs = [byn, color].filter((pair) => pair !== null)
  const all = [...pairs.flatMap(({ una, dos }) => [una, dos]), ...anillado.map(({ precio }) => precio)]
  if (pairs.some(({ una, dos }) => Number.isNaN(una + dos)))
    return 'Cada hoja lleva su precio de simple y de doble faz.'
  if (all.some((precio) => precio < 0)) return 'Un precio no puede ser negativo.'
  if (pairs.some(({ una, dos }) => dos < una)) return 'Doble faz no puede costar menos que simple faz.'
  if (byn && color && (color.una < byn.una || color.dos < byn.dos))
    return 'Color no puede costar menos que blanco y negro.'
  return hojasProblem(hojas) ?? anilladosProblem(anillado)
}

/** Why a list of ring bindings is refused: each must take more sheets than the one before and cost no less. */
function anilladosProblem(anillado: ListaPrecios['anillado']): string | null {
  for (const [index, { hasta, precio }] of anillado.entries()) {
    const before = anillado[index - 1]
    if (!Number.isInteger(hasta) || hasta < 1) return 'Las hojas de un anillado son un número entero desde 1.'
    if (before && hasta <= before.hasta) return 'Los anillados van de menos a más hojas.'
    if (before && precio < before.precio) return 'Un anillado más grueso no puede costar menos.'
  }
  return null
}

/** The paper that an order is printed on: the chosen one, or A4 where that is no longer sold. */
export const hojaOfrecida = (tarifas: Pick<Tarifas, 'hojas'>, hoja: NombreHoja): NombreHoja =>
  hojasOfrecidas(tarifas).includes(hoja) ? hoja : A4.nombre

function hojasProblem(hojas: PreciosHojas): string | null {
  for (const nombre of OTRAS_HOJAS) {
    const precios = hojas[nombre]
    if (!precios) continue
    const { byn, color } = precios
    const all = [byn.una, byn.dos, color.una, color.dos]
    if (all.some(Number.isNaN)) return `La hoja ${nombre} lleva sus cuatro precios, o ninguno.`
    if (all.some((precio) => precio < 0)) return 'Un precio no puede ser negativo.'
    if (byn.dos < byn.una || color.dos < color.una)
      return `En ${nombre}, doble faz no puede costar menos que simple faz.`
    if (color.una < byn.una || color.dos < byn.dos)
      return `En ${nombre}, color no puede costar menos que blanco y negro.`
  }
  return null
}
