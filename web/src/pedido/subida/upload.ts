import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { RESUMABLE_ABOVE_BYTES, refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import { withCotizacionKeys } from '../../api/upload/cotizacion-keys.ts'
import { upload } from '../../api/upload/upload.ts'
import { RefusedUpload, type UploadResult, uploadRefusal } from '../../api/upload/upload-result.ts'
import { bytesOf, isMissing } from '../carrito/archivos.ts'
import { getCarrito, updateCarrito } from '../carrito/carrito.ts'
import type { Carrito } from '../carrito/carrito-state.ts'
import { archivoData, forgetSubidas, withCotizacion } from '../carrito/cotizado.ts'
import { noteCotizacion } from '../carrito/recien-cotizado.ts'
import { followLecturas, getLecturas, refusedFor } from '../lectura/lectura.ts'
import { setAvance } from './avance.ts'
import { aborted, arrive, hasLeft, replaceUnreadable } from './viaje.ts'

/** A visitor's contact, until step 3 asks for the real one. */
const ANONYMOUS = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }

/** How long files that are still being read are waited for, to tell all that cannot be printed at once. */
const READING_MS = 3000

type Callbacks = {
  signal: AbortSignal
  /** Loads the customer; null for a visitor. */
  quien: () => Promise<Quien>
}

type Quien = { email: string; celular: string } | null

/**
 * Sends what the server does not have yet and asks for the price. On success the carrito holds the quote. In
 * any case files and options stay, and the carrito keeps its id, so that a retry never makes a second order.
 */
export async function uploadCarrito(callbacks: Callbacks): Promise<UploadResult> {
  try {
    const quien = await Promise.race([callbacks.quien(), aborted(callbacks.signal)])
    const first = await send(callbacks.signal, quien)
    if (first.kind !== 'faltan') return first
    // The server has lost some bytes that the carrito names: those are sent again, once
    updateCarrito((carrito) => forgetSubidas(carrito, first.nombres))
    const second = await send(callbacks.signal, quien)
    return second.kind === 'faltan' ? { kind: 'falla', detail: null } : second
  } catch (error) {
    if (callbacks.signal.aborted) return { kind: 'cancelado' }
    if (error instanceof RefusedUpload) return { kind: 'falla', detail: error.detail }
    return { kind: 'falla', detail: null }
  }
}

async function send(signal: AbortSignal, quien: Quien): Promise<UploadResult> {
  for (const archivo of getCarrito().archivos) if (!archivo.subida) await replaceUnreadable(archivo)
  const before = lost() ?? (await refused(signal))
  if (before) return before
  const pending = getCarrito().archivos.filter(({ subida }) => !subida)
  if (hasLeft() || bytesOf(pending) > RESUMABLE_ABOVE_BYTES) await arrive(signal)
  // Reading continued meanwhile, and may have found a password
  return lost() ?? (await refused(signal)) ?? askForPrice(signal, quien)
}

/** The files that must be chosen again before anything can be sent; null where there are none. */
function lost(): UploadResult | null {
  const missing = getCarrito().archivos.filter(isMissing)
  return missing.length > 0 ? { kind: 'perdidos', nombres: missing.map(({ name }) => name) } : null
}

/** Files that the server will certainly refuse are not sent. Null where there are none. */
async function refused(signal: AbortSignal): Promise<UploadResult | null> {
  if (refusals().length === 0) return null
  await readingEnds(signal)
  const archivos = refusals()
  return archivos.length > 0 ? { kind: 'rechazado', archivos } : null
}

const refusals = (): string[] =>
  getCarrito().archivos.flatMap(({ id, name, size, realFile, contado }) => {
    if (contado) return []
    const reason = refusedFor(getLecturas().get(id))
    if (reason) return refusalMessage(name, reason)
    return realFile && size === 0 ? refusalMessage(name, 'vacio') : []
  })

/** Waits until no listed file is being read, for READING_MS at most. Rejects when aborted. */
async function readingEnds(signal: AbortSignal): Promise<void> {
  const isReading = () => getCarrito().archivos.some(({ id }) => getLecturas().get(id)?.estado === 'leyendo')
  if (!isReading()) return
  let unfollow = () => {}
  const ended = new Promise<void>((resolve) => {
    unfollow = followLecturas(() => {
      if (!isReading()) resolve()
    })
  })
  const late = new Promise((resolve) => setTimeout(resolve, READING_MS))
  await Promise.race([ended, late, aborted(signal)]).finally(unfollow)
}

/** Sends the form; files not uploaded before are inside it. */
async function askForPrice(signal: AbortSignal, quien: Quien): Promise<UploadResult> {
  const carrito = getCarrito()
  const inForm = carrito.archivos.filter(({ subida }) => !subida)
  const tell = (loaded: number, whole: number) => {
    if (whole > 0) for (const { id } of inForm) setAvance(id, (loaded / whole) * 100)
  }
  try {
    const form = formOf(carrito, quien)
    const ask = () => upload<Cotizacion>('/api/upload_archivo', form, { signal, onProgress: tell })
    // The first call on a connection that died unnoticed fails. If all bytes are on the server, a second try is cheap
    const answer = await ask().catch((error: unknown) => {
      if (inForm.length > 0 || !(error instanceof TypeError) || !navigator.onLine) throw error
      return ask()
    })
    if (!answer.ok) return uploadRefusal(answer)
    const cotizacion = withCotizacionKeys(answer.data)
    noteCotizacion(cotizacion, carrito.pedidoId !== null)
    updateCarrito((one) => withCotizacion(one, cotizacion, carrito))
    return { kind: 'cotizado' }
  } finally {
    // After an incomplete form nothing is stored on the server
    for (const { id } of inForm) setAvance(id, null)
  }
}

/** The fields in the order of the contract: the server reads them before the files arrive. */
function formOf({ carrito, archivos, contacto }: Carrito, quien: Quien): FormData {
  const form = new FormData()
  const { email, celular } = quien ?? ANONYMOUS
  const sucursal = (quien && contacto.sucursal) || ANONYMOUS.sucursal
  for (const [name, value] of Object.entries({ email, celular, sucursal, carrito })) form.append(name, value)
  form.append('archivos_data', JSON.stringify(archivos.map(archivoData)))
  for (const { subida, realFile, name } of archivos)
    if (!subida && realFile) form.append('archivos', realFile, name)
  return form
}
