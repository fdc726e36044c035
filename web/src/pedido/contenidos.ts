import { clear, createStore, del, get, set, type UseStore } from 'idb-keyval'

let opened: UseStore | null = null
function store(): UseStore {
  opened ??= createStore('imprimitodo', 'archivos')
  return opened
}

/** Whether the contents could be kept on this device. They cannot in some private windows, nor when it is full. */
export async function keepContents(id: string, file: File): Promise<boolean> {
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    if (quota !== undefined && usage !== undefined && file.size > (quota - usage) / 2) return false
    await set(id, file, store())
    return true
  } catch {
    return false // the list survives a reload all the same, and the screen asks for the file
  }
}

/** Deleted, moved or changed since it was picked: the browser then refuses to read it, and uploads fail for ever. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Our copy, if there is one that can be read: a private window may have kept only a reference to the file. */
export async function readContents(id: string): Promise<File | null> {
  try {
    const kept: unknown = await get(id, store())
    return kept instanceof File && (await isReadable(kept)) ? kept : null
  } catch {
    return null
  }
}

export async function dropContents(id: string): Promise<void> {
  try {
    await del(id, store())
  } catch {
    // nothing was kept
  }
}

export async function clearContents(): Promise<void> {
  try {
    await clear(store())
  } catch {
    // nothing was kept
  }
}
