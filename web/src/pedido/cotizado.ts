import type { ArchivoAnswer, Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { sameNombre } from '@imprimitodo/shared/rules/archivo'
import { A4 } from '@imprimitodo/shared/rules/hoja'
import type { ArchivoCarrito, Carrito, Contado } from './carrito-state.ts'

/** An entry of `archivos_data`. */
export type ArchivoData = {
  nombre: string
  grupo: string
  doble_faz: 0 | 1
  orientacion: string
  color: string
  duplicado: number
  anillado: boolean
  rango?: string
  por_carilla?: number
  hoja?: string
  subida?: string
}

export function archivoData(archivo: ArchivoCarrito): ArchivoData {
  const { name, dobleFaz, orientacion, color, grupo, duplicado, anillado, rango, por_carilla, hoja, subida } =
    archivo
  return {
    nombre: name,
    grupo,
    doble_faz: dobleFaz ? (1 as const) : (0 as const),
    orientacion,
    color,
    duplicado,
    anillado,
    ...(rango !== null && { rango }),
    ...(por_carilla > 1 && { por_carilla }),
    ...(hoja !== A4.nombre && { hoja }),
    ...(subida && { subida }),
  }
}

/** Changes whenever the server's price would change. */
export const fingerprint = ({ archivos }: Carrito): string =>
  JSON.stringify(archivos.map((one) => [one.id, { ...archivoData(one), subida: undefined }]))

/** The last quote is still for the present list: nothing has to be sent again. */
export const isQuoted = (carrito: Carrito): boolean =>
  carrito.pedidoId !== null && carrito.archivos.length > 0 && carrito.cotizado === fingerprint(carrito)

/** Stores the answer of `upload_archivo` with its files. `sent` is the fingerprint that was sent. */
export function withCotizacion(carrito: Carrito, cotizacion: Cotizacion, sent: string): Carrito {
  const { pedido_id, total, total_impresion, total_anillado } = cotizacion
  return {
    ...carrito,
    pedidoId: pedido_id,
    precioEstimado: { total, total_impresion, total_anillado },
    cotizado: sent,
    imposibles: pedido_id === carrito.pedidoId ? carrito.imposibles : [],
    archivos: withAnswers(carrito.archivos, pedido_id, cotizacion.archivos),
  }
}

function withAnswers(
  archivos: ArchivoCarrito[],
  pedidoId: string,
  answers: readonly ArchivoAnswer[],
): ArchivoCarrito[] {
  return archivos.map((archivo) => {
    const at = answers.findIndex(({ nombre }) => sameNombre(nombre, archivo.name))
    const answer = answers[at]
    if (!answer) return archivo
    const contado: Contado = {
      pedidoId,
      n: at + 1,
      paginas: answer.paginas,
      hojas: answer.hojas,
      paginasColor: answer.paginas_color,
      importe: answer.importe,
    }
    return { ...archivo, contado, subida: answer.subida ?? archivo.subida }
  })
}

/** These are no longer on the server and must be sent again. */
export function forgetSubidas(carrito: Carrito, nombres: readonly string[]): Carrito {
  return {
    ...carrito,
    archivos: carrito.archivos.map((archivo) =>
      nombres.some((nombre) => sameNombre(nombre, archivo.name)) ? { ...archivo, subida: null } : archivo,
    ),
  }
}

/** The quote is gone (an abandoned draft, after two days): files and options stay. */
export function forgetQuote(carrito: Carrito): Carrito {
  return {
    ...carrito,
    pedidoId: null,
    precioEstimado: null,
    cotizado: null,
    imposibles: [],
    archivos: carrito.archivos.map((archivo) => ({ ...archivo, contado: null })),
  }
}

/**
 * The same files and options as another order, because the first can no longer be changed. `id` is its id.
 */
export function asNewOrder(carrito: Carrito, id: string): Carrito {
  return { ...forgetQuote(carrito), carrito: id }
}
