import type { Grupo, Opciones } from './archivo.ts'
import { formatPercent, formatPesos } from './dinero.ts'
import { applyGroups, GRUPO_TITLES } from './grupo.ts'
import { A4, type NombreHoja } from './hoja.ts'

/** The amounts of an order as screens, mails and the ticket list them, in pesos. */
export type Importes = {
  total_impresion: number
  total_anillado: number
  final_impresion: number
  final_anillado: number
  importe_final: number
  descuento_porcentaje: number
  /** Pesos that free sheets took off the print amount. */
  descuento_hojas: number
  /** Percent of a code, on top of descuento_porcentaje. */
  descuento_codigo: number
  /** Products and services that the counter sold with it, and the discount that a clerk gave. */
  total_otros: number
  descuento_mano: number
}

export type ResumenLine = { title: string; pesos: number; kind: 'suma' | 'resta'; note?: string }

/**
 * What adds up to `importe_final`: print, binding, and what comes off them. The discounted parts are named too,
 * because each is rounded apart: the customer can check them against the payment.
 */
export function resumenLines(importes: Importes): ResumenLine[] {
  const { total_impresion, total_anillado, final_impresion, final_anillado, importe_final } = importes
  const lines: ResumenLine[] = [
    { title: 'Impresión', pesos: total_impresion, kind: 'suma' },
    { title: 'Anillado', pesos: total_anillado, kind: 'suma' },
  ]
  const { descuento_hojas, total_otros, descuento_mano } = importes
  if (total_otros > 0) lines.push({ title: 'Productos y servicios', pesos: total_otros, kind: 'suma' })
  if (descuento_hojas > 0) lines.push({ title: 'Hojas gratis', pesos: descuento_hojas, kind: 'resta' })
  const off =
    total_impresion + total_anillado + total_otros - descuento_hojas - descuento_mano - importe_final
  const note =
    total_anillado > 0 ? `Impresión ${whole(final_impresion)} + anillado ${whole(final_anillado)}` : undefined
  if (off > 0) lines.push({ title: percentTitle(importes), pesos: off, kind: 'resta', note })
  if (descuento_mano > 0)
    lines.push({ title: 'Descuento en el mostrador', pesos: descuento_mano, kind: 'resta' })
  return lines
}

function percentTitle({ descuento_porcentaje, descuento_codigo }: Importes): string {
  const web = `${formatPercent(descuento_porcentaje)}% off por la web`
  if (descuento_codigo === 0) return web
  const code = `${formatPercent(descuento_codigo)}% off por tu código`
  return descuento_porcentaje === 0 ? code : `${web} + ${code}`
}

/** An amount inside a sentence, not to be broken after its sign. */
const whole = (pesos: number): string => formatPesos(pesos).replace(' ', '\u00a0')

let amounts: Intl.NumberFormat | undefined

/** '19.503' */
export function writeAmount(amount: number): string {
  amounts ??= new Intl.NumberFormat('es-AR') // creating one takes longer than a database query
  return amounts.format(amount)
}

/** '1 hoja', '2 hojas' */
export const count = (amount: number, one: string, many = `${one}s`): string =>
  `${writeAmount(amount)} ${amount === 1 ? one : many}`

/** '2 hojas', '1 hoja A3': A4 is not named. */
export const hojasText = (amount: number, hoja: NombreHoja = A4.nombre): string =>
  hoja === A4.nombre ? count(amount, 'hoja') : `${count(amount, 'hoja')} ${hoja}`

/** '2 copias · doble faz · vertical · blanco y negro' */
export const opcionesText = ({
  duplicado,
  doble_faz,
  orientacion,
  color,
}: Pick<Opciones, 'duplicado' | 'doble_faz' | 'orientacion' | 'color'>): string =>
  [count(duplicado, 'copia'), doble_faz ? 'doble faz' : 'simple faz', orientacion, color].join(' · ')

/** How a file is bound: in its volume, by itself, or not at all. */
export function anilladoText({ grupo, anillado }: Pick<Opciones, 'grupo' | 'anillado'>): string {
  if (grupo !== 'default') return GRUPO_TITLES[grupo]
  return anillado ? 'Anillado' : 'Sin anillar'
}

export type ArchivoContado = {
  paginas: number
  /** How many of `paginas` are printed. */
  paginas_impresas: number
  hojas: number
  paginas_color: number | null
  color: string
  hoja?: NombreHoja | undefined
}

/** '148 páginas · 74 hojas · 6 páginas con color', '12 de 148 páginas · 6 hojas': for one copy. */
export function paginasText(archivo: ArchivoContado): string {
  const { paginas, paginas_impresas, hojas, paginas_color, color, hoja } = archivo
  const whole = count(paginas, 'página')
  const pages = paginas_impresas < paginas ? `${writeAmount(paginas_impresas)} de ${whole}` : whole
  const parts = [pages, hojasText(hojas, hoja)]
  if (color === 'color') {
    if (paginas_color === null) parts.push('buscando páginas con color')
    else if (paginas_color === 0) parts.push('ninguna página con color')
    else parts.push(count(paginas_color, 'página con color', 'páginas con color'))
  }
  return parts.join(' · ')
}

type Grouped = Pick<Opciones, 'grupo' | 'duplicado' | 'orientacion' | 'anillado'>

/** What the customer gets: pages and sheets of every copy, and bound volumes, each tome counted as one. */
export function totalesOf({
  archivos,
  volumenes,
}: {
  archivos: (Pick<ArchivoContado, 'paginas_impresas' | 'hojas'> & Grouped)[]
  volumenes: Pick<Volumen, 'copias' | 'tomos'>[]
}) {
  const sum = <One>(all: One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0)
  const counted = applyGroups(archivos)
  return {
    archivos: archivos.length,
    paginas: sum(counted, ({ paginas_impresas, duplicado }) => paginas_impresas * duplicado),
    hojas: sum(counted, ({ hojas, duplicado }) => hojas * duplicado),
    anillados: sum(volumenes, ({ copias, tomos }) => copias * tomos),
  }
}

export type Volumen = { grupo?: Grupo; nombre?: string; hojas: number; copias: number; tomos: number }

export const volumenTitle = ({ grupo, nombre }: Volumen): string =>
  grupo ? GRUPO_TITLES[grupo] : `Anillado de ${nombre ?? 'un archivo'}`

/** '2 copias · 90 hojas cada una', and how many tomes a copy takes when it is too thick for one. */
export function volumenText({ hojas, copias, tomos }: Volumen, hoja?: NombreHoja): string {
  const each = copias === 1 ? '' : ' cada una'
  const split = tomos > 1 ? ` · en ${count(tomos, 'tomo')}` : ''
  return `${count(copias, 'copia')} · ${hojasText(hojas, hoja)}${each}${split}`
}
