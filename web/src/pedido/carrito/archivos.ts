import {
  isCopias,
  MAX_ARCHIVO_BYTES,
  refusalMessage,
  sameNombre,
} from '@imprimitodo/shared/rules/compra/archivo'
import { messagesWithout } from '../../api/upload/upload-result.ts'
import { type ArchivoCarrito, type Carrito, newArchivo } from './carrito-state.ts'
import { shareGrupo } from './grupos.ts'

export type Distinto = { id: string; file: File }

type Added = {
  carrito: Carrito
  added: ArchivoCarrito[]
  /** Names already in the list: 'Archivo ya agregado'. */
  repetidos: string[]
  /** Those of `repetidos` with another size or date than the listed file (its id): it may have been corrected. */
  distintos: Distinto[]
  /** Messages about files that the server would certainly refuse. */
  refused: string[]
}

/**
 * Adds dropped or picked files. A listed file whose contents were lost is recognised if name and size are
 * equal, or its size is not known. Files that are no PDF, by their name or their first bytes, are listed: the Next
 * button reports and removes them.
 */
export function addArchivos(carrito: Carrito, files: readonly File[], newId: () => string): Added {
  const archivos = [...carrito.archivos]
  const result: Omit<Added, 'carrito'> = { added: [], repetidos: [], distintos: [], refused: [] }
  for (const file of files) {
    const at = archivos.findIndex(({ name }) => sameNombre(name, file.name))
    const listed = archivos[at]
    if (listed) {
      if (!isLostAs(listed, file)) {
        result.repetidos.push(listed.name)
        // If several files have the same name, the last one counts
        const others = result.distintos.filter(({ id }) => id !== listed.id)
        result.distintos = isDistinto(listed, file) ? [...others, { id: listed.id, file }] : others
      } else {
        archivos[at] = { ...listed, ...contentsOf(listed, file) }
        result.added.push(archivos[at])
      }
    } else if (file.size >= MAX_ARCHIVO_BYTES) {
      result.refused.push(refusalMessage(file.name, 'demasiado-grande'))
    } else {
      const archivo = newArchivo(newId(), file)
      archivos.push(archivo)
      result.added.push(archivo)
    }
  }
  return { carrito: { ...carrito, archivos }, ...result }
}

export type Replaced = { carrito: Carrito } & (
  | { es: 'reemplazado' }
  /** Another file of the list has that name. */
  | { es: 'repetido'; name: string }
  /** The server would certainly refuse it; says why. */
  | { es: 'rechazado'; text: string }
)

/**
 * Replaces a listed file with another one, which keeps the options and the volume. If it is refused, the
 * carrito is unchanged. `newId`: under the old id another tab, or this device's storage, may still have the
 * old bytes.
 */
export function replaceArchivo(carrito: Carrito, id: string, file: File, newId: string): Replaced {
  const { name, size, realFile, subida, contado } = newArchivo(newId, file)
  const other = carrito.archivos.find((one) => one.id !== id && sameNombre(one.name, name))
  if (other) return { es: 'repetido', carrito, name: other.name }
  if (size >= MAX_ARCHIVO_BYTES)
    return { es: 'rechazado', carrito, text: refusalMessage(name, 'demasiado-grande') }
  const changed = editArchivo(carrito, id, { id: newId, name, size, realFile, subida, contado })
  return {
    es: 'reemplazado',
    carrito: { ...changed, imposibles: messagesWithout(changed.imposibles, carrito.archivos, id) },
  }
}

/** Attaches the contents of a listed file that was chosen again. */
export function attachFile(carrito: Carrito, id: string, realFile: File): Carrito {
  return {
    ...carrito,
    archivos: carrito.archivos.map((one) => (one.id === id ? { ...one, ...contentsOf(one, realFile) } : one)),
  }
}

/** The size of a file of a repeated order is not known: 0. */
export const isSizeKnown = ({ size }: ArchivoCarrito): boolean => size > 0

/** If the listed file's size was unknown, the new file may be another one than was counted: its count is dropped. */
const contentsOf = (listed: ArchivoCarrito, realFile: File): Partial<ArchivoCarrito> =>
  isSizeKnown(listed) ? { realFile } : { realFile, size: realFile.size, contado: null }

/** Whether the contents of a listed file are lost, and `file` of its name may be the same. */
const isLostAs = (listed: ArchivoCarrito, file: File): boolean =>
  isSizeKnown(listed) ? !listed.realFile && listed.size === file.size : isMissing(listed)

const isDistinto = ({ size, realFile }: ArchivoCarrito, file: File): boolean =>
  size > 0 && (size !== file.size || (realFile !== null && realFile.lastModified !== file.lastModified))

export function removeArchivo(carrito: Carrito, id: string): Carrito {
  const left = keepOnly(carrito, (archivo) => archivo.id !== id)
  return { ...left, imposibles: messagesWithout(left.imposibles, carrito.archivos, id) }
}

/** The files that `keep` says, in their volumes. */
export function keepOnly(carrito: Carrito, keep: (archivo: ArchivoCarrito) => boolean): Carrito {
  const archivos = carrito.archivos.filter(keep)
  if (archivos.length > 1) return { ...carrito, archivos }
  // Grouping is only offered for several files; the last one stays bound if it was
  const left = archivos.map((one) => ({ ...one, anillado: one.anillado || one.grupo !== 'default' }))
  return cancelGrouping({ ...carrito, archivos: left })
}

export const startGrouping = (carrito: Carrito): Carrito => ({ ...carrito, agrupando: true })

/** Every file goes back to 'default', with its present options. */
export const cancelGrouping = (carrito: Carrito): Carrito => ({
  ...carrito,
  agrupando: false,
  archivos: carrito.archivos.map((archivo) => ({ ...archivo, grupo: 'default' })),
})

export type OpcionesCarrito = Pick<
  ArchivoCarrito,
  'dobleFaz' | 'orientacion' | 'color' | 'duplicado' | 'anillado' | 'rango' | 'por_carilla' | 'hoja'
>

/** Options of one file; in a group, copies, orientation and paper become those of all its members. */
export function setOpciones(carrito: Carrito, id: string, opciones: Partial<OpcionesCarrito>): Carrito {
  if (opciones.duplicado !== undefined && !isCopias(opciones.duplicado)) return carrito
  const archivo = carrito.archivos.find((one) => one.id === id)
  if (!archivo) return carrito
  const changed = editArchivo(carrito, id, opciones)
  if (archivo.grupo === 'default') return changed
  return { ...changed, archivos: shareGrupo(changed.archivos, archivo.grupo, opciones) }
}

export function editArchivo(carrito: Carrito, id: string, change: Partial<ArchivoCarrito>): Carrito {
  return {
    ...carrito,
    archivos: carrito.archivos.map((one) => (one.id === id ? { ...one, ...change } : one)),
  }
}

/** Its bytes are neither here nor on the server: the customer must choose it again. */
export const isMissing = ({ realFile, subida }: ArchivoCarrito): boolean => !realFile && !subida

export const bytesOf = (archivos: readonly ArchivoCarrito[]): number =>
  archivos.reduce((sum, { size }) => sum + size, 0)
