import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { sameNombre } from '@imprimitodo/shared/rules/compra/archivo'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import type { ArchivoCarrito, Carrito, Cotizado } from './carrito-state.ts'

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

/**
 * Stores the answer of `upload_archivo` at the files that were `sent`, which it lists in the same order. A file that
 * replaced one of these meanwhile, even under the same name, gets none of it.
 */
export function withCotizacion(carrito: Carrito, cotizacion: Cotizacion, sent: Carrito): Carrito {
  const places = new Map(sent.archivos.map(({ id }, at) => [id, at + 1]))
  const { pedido_id } = cotizacion
  return {
    ...carrito,
    pedidoId: pedido_id,
    cotizado: fingerprint(sent),
    imposibles: pedido_id === carrito.pedidoId ? carrito.imposibles : [],
    ...answersOf(carrito, cotizacion, ({ id }) => places.get(id)),
  }
}

/** The last quote as the server tells it now: its price may have gone down, since colour is looked for after the answer. */
export function refreshCotizacion(carrito: Carrito, cotizacion: Cotizacion): Carrito {
  const { pedido_id } = cotizacion
  if (carrito.pedidoId !== pedido_id) return carrito
  const placeOf = ({ contado }: ArchivoCarrito) => (contado?.pedidoId === pedido_id ? contado.n : undefined)
  return { ...carrito, ...answersOf(carrito, cotizacion, placeOf) }
}

/** `placeOf`: where a file stands in the quote, from 1; undefined where it is not in it. */
function answersOf(
  { archivos }: Carrito,
  { pedido_id, total, total_impresion, total_anillado, archivos: answers }: Cotizacion,
  placeOf: (archivo: ArchivoCarrito) => number | undefined,
): Pick<Carrito, 'precioEstimado' | 'archivos'> {
  return {
    precioEstimado: { total, total_impresion, total_anillado },
    archivos: archivos.map((archivo) => {
      const n = placeOf(archivo)
      const answer = n && answers[n - 1]
      if (!answer) return archivo
      const contado: Cotizado = {
        pedidoId: pedido_id,
        n,
        paginas: answer.paginas,
        hojas: answer.hojas,
        paginasColor: answer.paginas_color,
        importe: answer.importe,
      }
      return { ...archivo, contado, subida: answer.subida ?? archivo.subida }
    }),
  }
}

/** Marks the files of these names, which the server no longer has, to be sent again. */
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
