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
