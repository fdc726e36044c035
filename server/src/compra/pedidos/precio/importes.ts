// Converts an order's rows to the input of the rules, and back to the wire.
import type { ArchivoAnswer, Cotizacion, LineaOtraAnswer } from '@imprimitodo/shared/api/pedidos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Opciones } from '@imprimitodo/shared/rules/compra/archivo'
import { A4, HOJAS, isOfHojaPt } from '@imprimitodo/shared/rules/compra/hoja'
import { type Contado, carillasOf, hojasOf, isColorPending } from '@imprimitodo/shared/rules/compra/hojas'
import { impresasOf, isImpresa } from '@imprimitodo/shared/rules/compra/paginas'
import { type Quote, quote, type Tarifas } from '@imprimitodo/shared/rules/compra/precio'
import type { LineaOtra } from '@imprimitodo/shared/rules/dinero/venta'
import { priceWithCodigos } from '@imprimitodo/shared/rules/fidelidad/canje'
import type { LineaCobrada } from '../../../base/db/schema/archivos.ts'
import type { Linea } from '../../archivos/service.ts'
import { avisosOf } from './avisos.ts'

/** A line of an order, saved or about to be. */
export type Cotizable = {
  archivo: Pick<Linea['archivo'], 'nombre' | 'paginas' | keyof Opciones> & { cobrado?: LineaCobrada | null }
  contenido: Pick<
    Linea['contenido'],
    'tamanos' | 'color_hasta' | 'paginas_color' | 'reparado' | 'xfa' | 'prueba'
  >
}

/** The options with which a file was ordered. */
export function opcionesOf(archivo: Pick<Linea['archivo'], 'nombre' | keyof Opciones>) {
  const { nombre, grupo, doble_faz, orientacion, color, duplicado, anillado, rango, por_carilla, hoja } =
    archivo
  return { nombre, grupo, doble_faz, orientacion, color, duplicado, anillado, rango, por_carilla, hoja }
}

/** The input of the rules of print works. */
export function contadoOf({ archivo, contenido }: Cotizable): Contado & { nombre: string } {
  return {
    ...opcionesOf(archivo),
    paginas: archivo.paginas,
    paginas_color: new Set(contenido.paginas_color),
    color_hasta: contenido.color_hasta,
  }
}

/** The input of the rules of price: a file that replaced a lost one changes the printing, but no price. */
export function cobradoOf(linea: Cotizable): Contado & { nombre: string } {
  const { cobrado } = linea.archivo
  const contado = contadoOf(linea)
  return cobrado ? { ...contado, ...cobrado, paginas_color: new Set(cobrado.paginas_color) } : contado
}

/** The columns of `pedidos` that hold a quote, in centavos. */
export function importesOf(lineas: Cotizable[], tarifas: Tarifas, percent: number) {
  const { usos: _, ...importes } = priceWithCodigos(lineas.map(cobradoOf), tarifas, percent, [])
  return importes
}

export const colorPendiente = (lineas: Cotizable[]): boolean =>
  lineas.some((linea) => isColorPending(contadoOf(linea)))

/** Products and services, on the wire. */
export const otrosAnswer = (otros: readonly LineaOtra[]): LineaOtraAnswer[] =>
  otros.map(({ texto, cantidad, centavos }) => ({ texto, cantidad, importe: toPesos(centavos) }))

/** Whether some pages of the lines have no proof yet. */
export const pruebaPendiente = (lineas: Cotizable[]): boolean =>
  lineas.some(({ contenido }) => contenido.prueba === null)

export function cotizacionOf(pedidoId: string, lineas: Cotizable[], tarifas: Tarifas): Cotizacion {
  const contados = lineas.map(contadoOf)
  const { archivos, volumenes, total_impresion, total_anillado } = quote(lineas.map(cobradoOf), tarifas)
  return {
    pedido_id: pedidoId,
    total_impresion: toPesos(total_impresion),
    total_anillado: toPesos(total_anillado),
    total: toPesos(total_impresion + total_anillado),
    color_pendiente: contados.some(isColorPending),
    prueba_pendiente: pruebaPendiente(lineas),
    archivos: lineas.map((linea, index) => archivoAnswer(linea, archivos[index])),
    volumenes: volumenes.map(({ grupo, archivos: members, hojas, copias, tomos, importe }) => ({
      ...(grupo ? { grupo } : { nombre: contados[members[0] ?? 0]?.nombre }),
      hojas,
      copias,
      tomos: tomos.length,
      importe: toPesos(importe),
    })),
  }
}

function archivoAnswer(linea: Cotizable, price: Quote['archivos'][number] | undefined): ArchivoAnswer {
  const { paginas_color, color_hasta: _, hoja, ...opciones } = contadoOf(linea)
  const counted = opciones.color === 'color' ? [...paginas_color].filter(isImpresa(opciones)).length : 0
  return {
    ...opciones,
    ...(hoja !== A4.nombre && { hoja }),
    paginas_impresas: impresasOf(opciones),
    hojas: hojasOf(carillasOf(opciones), opciones.doble_faz),
    importe: toPesos(price?.importe ?? 0),
    paginas_color: isColorPending(contadoOf(linea)) ? null : counted,
    subida: null,
    paginas_ajustadas: ajustadas(linea),
    tamanos: (linea.contenido.tamanos ?? []).map(({ pages, width, height }) => ({
      paginas: pages,
      ancho: toMm(width),
      alto: toMm(height),
    })),
    avisos: avisosOf(linea),
  }
}

/** Points to mm, rounded to a tenth. */
const toMm = (pt: number) => Math.round((pt * 254) / 72) / 10

/**
 * How many printed pages are scaled to fit: those of another size than the sheet; all if pages share a side.
 */
function ajustadas({ archivo, contenido }: Cotizable): number {
  if (archivo.por_carilla > 1) return 0
  const isPrinted = isImpresa(archivo)
  let page = 0
  return (contenido.tamanos ?? []).reduce((sum, { pages, width, height }) => {
    const printed = Array.from({ length: pages }, () => ++page).filter(isPrinted).length
    return isOfHojaPt(width, height, HOJAS[archivo.hoja]) ? sum : sum + printed
  }, 0)
}
