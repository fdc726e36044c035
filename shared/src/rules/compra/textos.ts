// Describes a file and a volume of an order in words.
import { count, writeAmount } from '../base/cantidad.ts'
import type { Grupo, Opciones } from './archivo.ts'
import { applyGroups, GRUPO_TITLES } from './grupo.ts'
import { A4, type NombreHoja } from './hoja.ts'

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

/** The totals that the customer gets: pages and sheets of every copy, and bound volumes, each tome counted as one. */
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
