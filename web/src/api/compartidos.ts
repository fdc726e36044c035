// Files that other apps shared with the installed one: the service worker stores them, and step 1 adds them
// to its list.
import { clear, createStore, delMany, entries, promisifyRequest, set, type UseStore } from 'idb-keyval'
import { newId } from './new-id.ts'
import { tipoOfName } from './tipo-archivo.ts'

/** The result of a share, as step 1's address carries it: `?compartido=…`. */
export type Compartido = 'ok' | 'nada' | 'muchos' | 'no'

/** Files of one share. */
export const MAX_COMPARTIDOS = 100
/** Shared files that were not opened after this time are deleted. */
const KEPT_MS = 24 * 60 * 60 * 1000

type Entrega = { cuando: number; archivos: File[] }

let opened: UseStore | null = null
function store(): UseStore {
  opened ??= createStore('imprimitodo-compartidos', 'entregas')
  return opened
}

/**
 * Stores the files of a share, up to `MAX_COMPARTIDOS`. Never rejects. @param form as the manifest's
 * `share_target` says
 */
export async function keepCompartido(form: FormData, now = Date.now()): Promise<Compartido> {
  // Without a chosen file the form contains a file without a name
  const isFile = (one: FormDataEntryValue): one is File =>
    one instanceof File && (one.size > 0 || one.name !== '')
  const files = form.getAll('archivos').filter(isFile)
  if (files.length === 0) return 'nada'
  const entrega: Entrega = { cuando: now, archivos: files.slice(0, MAX_COMPARTIDOS).map(withEnding) }
  try {
    await dropOld(now)
    await set(newId(), entrega, store())
  } catch {
    return 'no' // a phone without free space, or a browser that stores nothing
  }
  return files.length > MAX_COMPARTIDOS ? 'muchos' : 'ok'
}

const isOld = ({ cuando }: Entrega, now: number): boolean => now - cuando >= KEPT_MS

async function dropOld(now: number): Promise<void> {
  const kept = await entries<string, Entrega>(store())
  const old = kept.flatMap(([key, entrega]) => (isOld(entrega, now) ? key : []))
  if (old.length > 0) await delMany(old, store())
}

/**
 * The stored files, each once: they are removed in the same transaction, so that two tabs never both get
 * them.
 */
export async function takeCompartidos(now = Date.now()): Promise<File[]> {
  try {
    const kept = await store()('readwrite', async (entregas) => {
      const read: Promise<Entrega[]> = promisifyRequest(entregas.getAll())
      entregas.clear()
      const [all] = await Promise.all([read, promisifyRequest(entregas.transaction)])
      return all
    })
    return kept
      .filter((entrega) => !isOld(entrega, now))
      .sort((a, b) => a.cuando - b.cuando)
      .flatMap(({ archivos }) => archivos)
  } catch {
    return []
  }
}

/** Deletes the stored files, since the next visitor must not get them. Never rejects. */
export async function forgetCompartidos(): Promise<void> {
  try {
    await clear(store())
  } catch {
    // nothing was stored
  }
}

const ENDINGS: Record<string, string> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'image/heif': '.heif',
}

/**
 * Some apps share a document under its title, but step 1 recognises files by their extension. «Apunte 3.10»
 * has none, and «.docx» of «informe.docx» is not that of the PDF made of it.
 */
export function withEnding(file: File): File {
  const ending = ENDINGS[file.type]
  if (!ending || ['pdf', 'foto'].includes(tipoOfName(file.name))) return file
  return new File([file], `${file.name || 'compartido'}${ending}`, { type: file.type })
}
