// The bytes of the sale's files, stored on this computer until it is charged: after a reload the upload
// continues.
import { createStore, delMany, get, set, type UseStore } from 'idb-keyval'
import { isReadable } from '../../ui/state/is-readable.ts'

let opened: UseStore | null = null
/** A store apart from the customers' one, which is emptied with each order. */
function store(): UseStore {
  opened ??= createStore('imprimitodo-mostrador', 'archivos')
  return opened
}

/** Stores a copy, if this computer can. */
export async function keepContenido(id: string, file: File): Promise<void> {
  try {
    await set(id, file, store())
  } catch {
    // The list survives a reload anyway, and the row then asks for the file
  }
}

/** Null: there is none, or it cannot be read. */
export async function readContenido(id: string): Promise<File | null> {
  try {
    const kept: unknown = await get(id, store())
    return kept instanceof File && (await isReadable(kept)) ? kept : null
  } catch {
    return null
  }
}

export async function dropContenidos(ids: readonly string[]): Promise<void> {
  try {
    await delMany([...ids], store())
  } catch {
    // Nothing was stored
  }
}
