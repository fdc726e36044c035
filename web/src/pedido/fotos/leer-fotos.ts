// Reads the pictures of the list, one after another: what they are, and a small one to look at.
import { followCarrito, getCarrito } from '../carrito.ts'
import type { ArchivoCarrito } from '../carrito-state.ts'
import { isDeadly, noteDrawing, noteDrawn } from '../lectura/deadly.ts'
import { isFoto } from '../no-pdf.ts'
import { decode, draw } from './dibujar.ts'
import { upright } from './hoja.ts'
import { type Imagen, inspect } from './imagen.ts'
import { type FotoLeida, fotosLeidas } from './leidas.ts'

type Asked = Pick<ArchivoCarrito, 'id' | 'name' | 'realFile'>

/** Decoded it takes 200 MB, which a phone with 2 GB has. Phones that offer more pixels take 12 million by themselves. */
const MAX_MEGAPIXELS = 50
const SMALL_PIXELS = 420

const VACIA = 'La foto está vacía: no llegó a guardarse entera. Elegila de nuevo.'
const ROTA =
  'No la pudimos abrir: está dañada o no es una foto. Sacale una captura de pantalla y agregá la captura.'
const PESADA = 'Este teléfono no la puede abrir: mandátela por WhatsApp y agregá esa copia.'
const HEIC =
  'Este navegador no abre fotos HEIC. En el iPhone: Ajustes → Cámara → Formatos → «Más compatible», y sacala de nuevo. O mandátela por WhatsApp y agregá esa copia.'
const grande = (megapixels: number) =>
  `Tiene ${Math.round(megapixels)} megapíxeles y acá entran hasta ${MAX_MEGAPIXELS}. Mandátela por WhatsApp y agregá esa copia, que es más chica y se imprime bien.`

let asked: readonly Asked[] = []
/** The bytes that each was read from. */
const sources = new Map<string, File>()
let working = false

/** These and only these; the others are forgotten. May be called as often as one likes. */
export function leerFotos(archivos: readonly Asked[]): void {
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
      const read: FotoLeida = isDeadly(id) ? { estado: 'no', text: PESADA } : await readFoto(id, file)
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

async function readFoto(id: string, file: File): Promise<FotoLeida> {
  if (file.size === 0) return { estado: 'no', text: VACIA }
  let imagen: Imagen | null = null
  try {
    imagen = await inspect(file)
    const megapixels = (imagen.ancho * imagen.alto) / 1e6
    if (megapixels > MAX_MEGAPIXELS) return { estado: 'no', text: grande(megapixels) }
    noteDrawing(id)
    const bitmap = await decode(file)
    try {
      const scale = Math.min(1, SMALL_PIXELS / Math.max(bitmap.width, bitmap.height))
      const { jpeg } = await draw(bitmap, scale, 0.8)
      const size =
        imagen.formato === 'jpeg-directo'
          ? upright(imagen, imagen.orientacion)
          : { ancho: bitmap.width, alto: bitmap.height }
      return { estado: 'lista', url: URL.createObjectURL(jpeg), ...size, imagen }
    } finally {
      bitmap.close()
    }
  } catch {
    return { estado: 'no', text: imagen?.formato === 'heic' ? HEIC : ROTA }
  } finally {
    noteDrawn(id)
  }
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

// Also where step 1 is not on the screen: the customer left, or the order is done
followCarrito(() => {
  if (asked.length > 0 && !getCarrito().archivos.some(isFoto)) leerFotos([])
})
