import { clear, createStore as createDatabase, del, get, set, type UseStore } from 'idb-keyval'
import { isReadable } from '../../ui/state/is-readable.ts'
import { createStore } from '../../ui/state/store.ts'

let opened: UseStore | null = null
function store(): UseStore {
  opened ??= createDatabase('imprimitodo', 'archivos')
  return opened
}

const keeping = createStore<ReadonlySet<string>>(new Set())

function setKeeping(id: string, now: boolean): void {
  const others = [...keeping.get()].filter((one) => one !== id)
  keeping.set(new Set(now ? [...others, id] : others))
}

/** True while a file is being copied to this device's storage: until then a reload would lose it. */
export const useIsKeeping = (id: string): boolean => keeping.use().has(id)

/** Stores a copy, if this device can: some private windows and full phones cannot. */
export async function keepContents(id: string, file: File): Promise<void> {
  setKeeping(id, true)
  try {
    const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
    if (quota !== undefined && usage !== undefined && file.size > (quota - usage) / 2) return
    await set(id, file, store())
  } catch {
    // the list survives a reload all the same, and the screen asks for the file
  } finally {
    setKeeping(id, false)
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
