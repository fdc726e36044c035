// Files that are bound together, as the papers that go with an order list them.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { A4, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { countPages } from '@imprimitodo/shared/rules/compra/paginas'
import type { Trabajo } from '@imprimitodo/shared/rules/taller/trabajo'
import type { Linea } from '../../compra/archivos/service.ts'

/** A file in its volume. `paginas`: those of it that are printed there. */
export type ArchivoDeVolumen = { nombre: string; paginas: number; color: boolean; doble_faz: boolean }

/** A print work, with its files in the order in which they come out. `hojas` is per copy. */
export type VolumenImpreso = {
  titulo: string
  copias: number
  hojas: number
  hoja: NombreHoja
  archivos: ArchivoDeVolumen[]
}

export const volumenesDe = (trabajos: readonly Trabajo[], lineas: readonly Linea[]): VolumenImpreso[] =>
  trabajos.map((trabajo) => ({
    titulo: tituloOf(trabajo),
    copias: trabajo.copias,
    hojas: trabajo.hojas,
    hoja: trabajo.hoja,
    archivos: archivosOf(trabajo, lineas),
  }))

/** 'Anillado 1', 'Anillado 1, tomo 2 de 3', 'Anillado', 'Suelto'. */
function tituloOf({ grupo, anillado, tomo }: Trabajo): string {
  const title = grupo ? GRUPO_TITLES[grupo] : anillado ? 'Anillado' : 'Suelto'
  return tomo ? `${title}, tomo ${tomo.numero} de ${tomo.de}` : title
}

function archivosOf({ tramos }: Trabajo, lineas: readonly Linea[]): ArchivoDeVolumen[] {
  return [...Map.groupBy(tramos, ({ archivo }) => archivo)].flatMap(([index, own]) => {
    const linea = lineas[index]
    if (!linea) return []
    const { nombre, doble_faz } = linea.archivo
    const paginas = own.reduce((sum, tramo) => sum + countPages(tramo.paginas), 0)
    return [{ nombre, paginas, color: own.some(({ grey }) => !grey), doble_faz }]
  })
}

/** '148 pág., b/n, doble faz' */
export const archivoText = ({ paginas, color, doble_faz }: ArchivoDeVolumen): string =>
  `${paginas} pág., ${color ? 'color' : 'b/n'}, ${doble_faz ? 'doble faz' : 'una cara'}`

/** '3 hojas', '3 hojas A3' */
export const hojasConPapel = (hojas: number, { hoja }: Pick<VolumenImpreso, 'hoja'>): string =>
  count(hojas, 'hoja') + (hoja === A4.nombre ? '' : ` ${hoja}`)

/** '2 copias, 93 hojas cada una, en este orden' */
export function copiasText(volumen: VolumenImpreso): string {
  const { copias, hojas, archivos } = volumen
  const each = copias > 1 && hojas > 0 ? ' cada una' : ''
  const order = archivos.length > 1 ? ', en este orden' : ''
  return `${count(copias, 'copia')}, ${hojasConPapel(hojas, volumen)}${each}${order}`
}
