// The bytes of the sale's files, on this computer until it is charged: a reload goes on sending them.
import { createStore, delMany, get, set, type UseStore } from 'idb-keyval'
import { isReadable } from '../../ui/is-readable.ts'

let opened: UseStore | null = null
/** Not the customers' own, which is emptied with each order. */
function store(): UseStore {
  opened ??= createStore('imprimitodo-mostrador', 'archivos')
  return opened
}

/** A copy, if this computer can keep one. */
export async function keepContenido(id: string, file: File): Promise<void> {
  try {
    await set(id, file, store())
  } catch {
    // The list survives a reload all the same, and the row asks for the file
  }
}

/** Null: there is none that can be read. */
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
    // Nothing was kept
  }
}
