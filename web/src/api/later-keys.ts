import type { ArchivoAnswer, Cotizacion } from '@imprimitodo/shared/api/pedidos'
import type { ProductoAnswer, ProductoDetalleAnswer } from '@imprimitodo/shared/api/productos'

// Keys that joined an answer after its first contract. A server that stands in for ours may know the first ones alone
// (docs/decisions/071): the screens read what it does not send as missing.

/** An answer whose keys `K` may be absent. */
type Early<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>

type OfProducto = 'precio_anterior' | 'oferta_hasta' | 'es_impresion'
const OF_PRODUCTO = { precio_anterior: null, oferta_hasta: null, es_impresion: false }

export const withProductoKeys = (producto: Early<ProductoAnswer, OfProducto>): ProductoAnswer => ({
  ...OF_PRODUCTO,
  ...producto,
})

export const withDetalleKeys = (
  producto: Early<ProductoDetalleAnswer, OfProducto | 'portada'>,
): ProductoDetalleAnswer => ({ ...OF_PRODUCTO, portada: null, ...producto })

type FirstOfArchivo = 'nombre' | 'paginas' | 'hojas' | 'paginas_color' | 'importe'
type EarlyArchivo = Early<ArchivoAnswer, Exclude<keyof ArchivoAnswer, FirstOfArchivo>>

const OF_ARCHIVO = {
  rango: null,
  por_carilla: 1,
  grupo: 'default',
  doble_faz: true,
  orientacion: 'vertical',
  color: 'blanco y negro',
  duplicado: 1,
  anillado: false,
  subida: null,
  paginas_ajustadas: 0,
} as const satisfies Partial<Record<keyof ArchivoAnswer, unknown>>

const withArchivoKeys = (archivo: EarlyArchivo): ArchivoAnswer => ({
  ...OF_ARCHIVO,
  paginas_impresas: archivo.paginas,
  tamanos: [],
  avisos: [],
  ...archivo,
})

type FirstOfCotizacion = 'pedido_id' | 'total_impresion' | 'total_anillado'

/** The first contract of an upload's answer has the id and the two totals. */
export const withCotizacionKeys = (
  cotizacion: Pick<Cotizacion, FirstOfCotizacion> &
    Partial<Omit<Cotizacion, FirstOfCotizacion | 'archivos'>> & { archivos?: readonly EarlyArchivo[] },
): Cotizacion => ({
  total: cotizacion.total_impresion + cotizacion.total_anillado,
  color_pendiente: false,
  prueba_pendiente: false,
  volumenes: [],
  ...cotizacion,
  archivos: (cotizacion.archivos ?? []).map(withArchivoKeys),
})
