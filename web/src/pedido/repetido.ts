import type { Repetido } from '@imprimitodo/shared/api/clientes'
import type { ArchivoAnswer } from '@imprimitodo/shared/api/pedidos'
import { A4 } from '@imprimitodo/shared/rules/hoja'
import { newId } from '../api/new-id.ts'
import { updateCarrito } from './carrito.ts'
import { type Carrito, newArchivo, newCarrito } from './carrito-state.ts'
import { clearContents } from './contenidos.ts'
import { fingerprint, withCotizacion } from './cotizado.ts'

/** The quote of a repeated order becomes the half-made one; what was there goes. `id` names it to the server. */
export function adoptRepetido(id: string, cotizacion: Repetido): void {
  void clearContents()
  updateCarrito(({ contacto }) => ({
    ...carritoDeRepetido(id, cotizacion, newId),
    contacto,
  }))
}

/** As if its files had been listed, chosen as they were, and sent. Their sizes are not known here. */
export function carritoDeRepetido(id: string, cotizacion: Repetido, makeId: () => string): Carrito {
  const archivos = cotizacion.archivos.map((archivo) => ({
    ...newArchivo(makeId(), new File([], archivo.nombre)),
    ...opcionesOf(archivo),
    realFile: null,
  }))
  const agrupando = archivos.some(({ grupo }) => grupo !== 'default')
  const hojasCambiadas = cotizacion.hojas_cambiadas ?? []
  const carrito = { ...newCarrito(id), archivos, agrupando, hojasCambiadas }
  return withCotizacion(carrito, cotizacion, fingerprint(carrito))
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
