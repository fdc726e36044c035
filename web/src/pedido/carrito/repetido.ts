import type { Repetido } from '@imprimitodo/shared/api/clientes'
import type { ArchivoAnswer } from '@imprimitodo/shared/api/pedidos'
import { A4 } from '@imprimitodo/shared/rules/compra/hoja'
import { newId } from '../../api/new-id.ts'
import { updateCarrito } from './carrito.ts'
import { type Carrito, newArchivo, newCarrito } from './carrito-state.ts'
import { clearContents } from './contenidos.ts'
import { withCotizacion } from './cotizado.ts'

/**
 * The quote of a repeated order becomes the half-made order, and replaces the one before. `id` is its id on
 * the server.
 */
export function adoptRepetido(id: string, cotizacion: Repetido): void {
  void clearContents()
  updateCarrito(({ contacto }) => ({
    ...carritoDeRepetido(id, cotizacion, newId),
    contacto,
  }))
}

/**
 * The carrito as if its files had been listed, given these options, and sent. Their sizes are unknown here.
 */
export function carritoDeRepetido(id: string, cotizacion: Repetido, makeId: () => string): Carrito {
  const archivos = cotizacion.archivos.map((archivo) => ({
    ...newArchivo(makeId(), new File([], archivo.nombre)),
    ...opcionesOf(archivo),
    realFile: null,
  }))
  const agrupando = archivos.some(({ grupo }) => grupo !== 'default')
  const hojasCambiadas = cotizacion.hojas_cambiadas ?? []
  const carrito = { ...newCarrito(id), archivos, agrupando, hojasCambiadas }
  return withCotizacion(carrito, cotizacion, carrito)
}

const opcionesOf = ({
  doble_faz,
  orientacion,
  color,
  grupo,
  duplicado,
  anillado,
  rango,
  por_carilla,
  hoja = A4.nombre,
  subida,
}: ArchivoAnswer) => ({
  dobleFaz: doble_faz,
  orientacion,
  color,
  grupo,
  duplicado,
  anillado,
  rango,
  por_carilla,
  hoja,
  subida,
})
