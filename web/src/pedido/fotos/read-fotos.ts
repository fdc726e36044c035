// Reads the pictures of the list, one after another: their size, and a small preview.
import { type FotoLeida, PESADA, readFoto } from '../../ui/fotos/read-foto.ts'
import { isDeadly } from '../../ui/state/deadly.ts'
import { followCarrito, getCarrito } from '../carrito/carrito.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { isFoto } from '../no-pdf.ts'
import { fotosLeidas } from './leidas.ts'

type Asked = Pick<ArchivoCarrito, 'id' | 'name' | 'realFile'>

let asked: readonly Asked[] = []
/** The bytes that each was read from. */
const sources = new Map<string, File>()
let working = false

/** Reads exactly these; the others are forgotten. May be called repeatedly. */
export function readFotos(archivos: readonly Asked[]): void {
  asked = archivos.filter((one) => one.realFile && isFoto(one))
  forget(new Set(asked.map(({ id }) => id)))
  for (const { id, realFile } of asked) {
    if (!realFile || sources.get(id) === realFile) continue
    sources.set(id, realFile)
    set(id, { estado: 'leyendo' })
  }
  void work()
}

async function work(): Promise<void> {
  if (working) return
  working = true
  try {
    for (let next = unread(); next; next = unread()) {
      const { id, file } = next
      const read: FotoLeida = isDeadly(id)
        ? { estado: 'no', text: PESADA, motivo: 'muerta' }
        : await readFoto(id, file)
      if (sources.get(id) === file) set(id, read)
      else if (read.estado === 'lista') URL.revokeObjectURL(read.url)
    }
  } finally {
    working = false
  }
}

function unread(): { id: string; file: File } | null {
  for (const [id, file] of sources) if (fotosLeidas.get().get(id)?.estado === 'leyendo') return { id, file }
  return null
}

function set(id: string, foto: FotoLeida): void {
  const before = fotosLeidas.get()
  revoke(before.get(id))
  fotosLeidas.set(new Map(before).set(id, foto))
}

function forget(kept: ReadonlySet<string>): void {
  for (const id of sources.keys()) if (!kept.has(id)) sources.delete(id)
  const before = fotosLeidas.get()
  const gone = [...before].filter(([id]) => !kept.has(id))
  if (gone.length === 0) return
  for (const [, foto] of gone) revoke(foto)
  fotosLeidas.set(new Map([...before].filter(([id]) => kept.has(id))))
}

function revoke(foto: FotoLeida | undefined): void {
  if (foto?.estado === 'lista') URL.revokeObjectURL(foto.url)
}

// Also while step 1 is not on the screen: after a logout, or once the order is done
followCarrito(() => {
  if (asked.length > 0 && !getCarrito().archivos.some(isFoto)) readFotos([])
})
