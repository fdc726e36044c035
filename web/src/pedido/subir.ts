import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { RESUMABLE_ABOVE_BYTES } from '@imprimitodo/shared/rules/archivo'
import { upload } from '../api/upload.ts'
import { optional } from '../ui/later.ts'
import { bytesOf, isMissing } from './archivos.ts'
import { getCarrito, updateCarrito } from './carrito.ts'
import type { ArchivoCarrito, Carrito } from './carrito-state.ts'
import { isReadable, readContents } from './contenidos.ts'
import { archivoData, fingerprint, forgetSubidas, withCotizacion } from './cotizado.ts'
import { RefusedUpload, type Resultado, refusalOf } from './subir-resultado.ts'

/** A visitor's, until step 3 asks for the real ones. */
const ANONYMOUS = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }

export type Progreso = {
  /** Bytes that reached the server, and all that had to. */
  sent: number
  total: number
  /** No signal: we go on when it is back. */
  waiting: boolean
  /** In parts, so that a cut costs nothing. */
  resumable: boolean
}

type Callbacks = {
  signal: AbortSignal
  onProgress: (progreso: Progreso) => void
  /** The customer; null for a visitor. */
  quien: { email: string; celular: string } | null
}

/**
 * Sends what the server does not have yet and asks for the price. On success the carrito holds the quote. Whatever
 * happens, files and options stay, and the same carrito names the order, so that a retry never makes a second one.
 */
export async function subirPedido(callbacks: Callbacks): Promise<Resultado> {
  try {
    const first = await send(callbacks)
    if (first.kind !== 'faltan') return first
    // The server no longer had some bytes that we believed to be there: those go again, once
    updateCarrito((carrito) => forgetSubidas(carrito, first.nombres))
    const second = await send(callbacks)
    return second.kind === 'faltan' ? { kind: 'falla', detail: null } : second
  } catch (error) {
    if (callbacks.signal.aborted) return { kind: 'cancelado' }
    if (error instanceof RefusedUpload) return { kind: 'falla', detail: error.detail }
    return { kind: 'falla', detail: null }
  }
}

async function send(callbacks: Callbacks): Promise<Resultado> {
  await replaceUnreadable()
  const missing = getCarrito().archivos.filter(isMissing)
  if (missing.length > 0) return { kind: 'perdidos', nombres: missing.map(({ name }) => name) }
  const pending = getCarrito().archivos.filter(({ subida }) => !subida)
  if (bytesOf(pending) > RESUMABLE_ABOVE_BYTES) await sendParts(pending, callbacks)
  return quote(callbacks)
}

/** A picked file that is no longer what it was gives way to our copy of it, or is asked for again. */
async function replaceUnreadable(): Promise<void> {
  for (const { id, realFile, subida } of getCarrito().archivos) {
    if (subida || !realFile || (await isReadable(realFile))) continue
    const kept = await readContents(id)
    updateCarrito((carrito) => edit(carrito, id, { realFile: kept }))
  }
}

async function sendParts(
  pending: readonly ArchivoCarrito[],
  { signal, onProgress }: Callbacks,
): Promise<void> {
  const { subirPorPartes } = await optional(() => import('./subir-partes.ts'))
  const total = bytesOf(pending)
  let before = 0
  for (const archivo of pending) {
    if (!archivo.realFile) continue
    let sent = 0
    const tell = (waiting: boolean) => onProgress({ sent: before + sent, total, waiting, resumable: true })
    tell(!navigator.onLine)
    const subida = await subirPorPartes(archivo, archivo.realFile, {
      signal,
      onWaiting: tell,
      onProgress: (bytes) => {
        sent = bytes
        setProgress(archivo.id, (bytes / archivo.size) * 100)
        tell(false)
      },
    })
    updateCarrito((carrito) => edit(carrito, archivo.id, { subida, progress: 100 }))
    before += archivo.size
  }
}

async function quote({ signal, onProgress, quien }: Callbacks): Promise<Resultado> {
  const carrito = getCarrito()
  const sent = fingerprint(carrito)
  const inForm = carrito.archivos.filter(({ subida }) => !subida)
  const total = bytesOf(inForm)
  const tell = (loaded: number, whole: number) => {
    if (total === 0 || whole === 0) return
    const share = loaded / whole
    for (const { id } of inForm) setProgress(id, share * 100)
    onProgress({ sent: share * total, total, waiting: false, resumable: false })
  }
  try {
    const form = formOf(carrito, quien)
    const answer = await upload<Cotizacion>('/api/upload_archivo', form, { signal, onProgress: tell })
    if (!answer.ok) return refusalOf(answer)
    updateCarrito((one) => withCotizacion(one, answer.data, sent))
    return { kind: 'cotizado' }
  } finally {
    // A form that did not arrive whole left nothing on the server
    for (const { id } of inForm) if (!subidaOf(id)) setProgress(id, 0)
  }
}

const subidaOf = (id: string) => getCarrito().archivos.find((one) => one.id === id)?.subida

/** The fields in the order of the contract: the server reads them before the files arrive. */
function formOf({ carrito, archivos, contacto }: Carrito, quien: Callbacks['quien']): FormData {
  const form = new FormData()
  const { email, celular } = quien ?? ANONYMOUS
  const sucursal = (quien && contacto.sucursal) || ANONYMOUS.sucursal
  for (const [name, value] of Object.entries({ email, celular, sucursal, carrito })) form.append(name, value)
  form.append('archivos_data', JSON.stringify(archivos.map(archivoData)))
  for (const { subida, realFile, name } of archivos)
    if (!subida && realFile) form.append('archivos', realFile, name)
  return form
}

const edit = (carrito: Carrito, id: string, change: Partial<ArchivoCarrito>): Carrito => ({
  ...carrito,
  archivos: carrito.archivos.map((one) => (one.id === id ? { ...one, ...change } : one)),
})

function setProgress(id: string, progress: number): void {
  updateCarrito((carrito) => edit(carrito, id, { progress: Math.min(100, Math.floor(progress)) }))
}
