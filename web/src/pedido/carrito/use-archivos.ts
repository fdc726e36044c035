import { formatBytes } from '@imprimitodo/shared/rules/compra/archivo'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { letGo } from '../subida/viaje.ts'
import {
  addArchivos,
  attachFile,
  type Distinto,
  isSizeKnown,
  removeArchivo,
  replaceArchivo,
} from './archivos.ts'
import { changeCarrito, getCarrito, updateCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { dropContents, keepContents } from './contenidos.ts'
import { asNewOrder } from './cotizado.ts'

/** Messages about the last files added. */
export type NotAdded = { repetidos: string[]; distintos: Distinto[]; refused: string[] }

/** Adding and removing files, with the copies of their contents on this device. */
export function useArchivos() {
  const [messages, setMessages] = useState<NotAdded | null>(null)

  /** @returns the ids of the files that were listed */
  function add(files: readonly File[]): string[] {
    if (files.length === 0) return []
    const { added, repetidos, distintos, refused } = changeCarrito((carrito) =>
      addArchivos(carrito, files, newId),
    )
    setMessages(repetidos.length + refused.length > 0 ? { repetidos, distintos, refused } : null)
    for (const { id, realFile } of added) if (realFile) void keepContents(id, realFile)
    return added.map(({ id }) => id)
  }

  /**
   * Replaces a listed file. If the new one is refused, a message says so, and the old one stays.
   * @returns the new file's id, or null
   */
  function replace(id: string, file: File): string | null {
    const fresh = newId()
    const { before, ...result } = changeCarrito((carrito) => ({
      ...replaceArchivo(carrito, id, file, fresh),
      before: carrito.archivos.find((one) => one.id === id),
    }))
    if (!before) return null
    setMessages(
      result.es === 'repetido'
        ? { repetidos: [result.name], distintos: [], refused: [] }
        : result.es === 'rechazado'
          ? { repetidos: [], distintos: [], refused: [result.text] }
          : null,
    )
    if (result.es !== 'reemplazado') return null
    void letGo(before)
    void dropContents(id)
    void keepContents(fresh, file)
    return fresh
  }

  return { add, replace, messages, clearMessages: () => setMessages(null) }
}

export function remove(id: string): void {
  const archivo = getCarrito().archivos.find((one) => one.id === id)
  updateCarrito((carrito) => removeArchivo(carrito, id))
  if (archivo) void letGo(archivo)
  void dropContents(id)
}

/**
 * Takes the same file again, whose contents this device could not store. Returns what is wrong with it, or
 * null.
 */
export function chooseAgain(archivo: ArchivoCarrito, file: File): string | null {
  const { id, name, size } = archivo
  if (isSizeKnown(archivo) && file.size !== size)
    return `Ese archivo pesa ${formatBytes(file.size)} y el que falta, «${name}», ${formatBytes(size)}. Elegí el mismo, o quitalo y agregá el nuevo.`
  updateCarrito((carrito) => attachFile(carrito, id, file))
  void keepContents(id, file)
  return null
}

/** The same files as a new order, when the one they belong to can no longer be changed. */
export function startAnother(): void {
  updateCarrito((carrito) => asNewOrder(carrito, newId()))
}
