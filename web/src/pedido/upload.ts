import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { RESUMABLE_ABOVE_BYTES, refusalMessage } from '@imprimitodo/shared/rules/archivo'
import { upload } from '../api/upload.ts'
import { RefusedUpload, type Resultado, uploadRefusal } from '../api/upload-result.ts'
import { bytesOf, isMissing } from './archivos.ts'
import { setAvance } from './avance.ts'
import { getCarrito, updateCarrito } from './carrito.ts'
import type { Carrito } from './carrito-state.ts'
import { archivoData, fingerprint, forgetSubidas, withCotizacion } from './cotizado.ts'
import { getLecturas } from './lectura/lectura.ts'
import { arrive, hasLeft, replaceUnreadable } from './viaje.ts'

/** A visitor's, until step 3 asks for the real ones. */
const ANONYMOUS = { email: 'anonimo@imprimitodo.local', celular: '0000000000', sucursal: 'Alberdi' }

type Callbacks = {
  signal: AbortSignal
  /** The customer; null for a visitor. */
  quien: { email: string; celular: string } | null
}

/**
 * Sends what the server does not have yet and asks for the price. On success the carrito holds the quote. Whatever
 * happens, files and options stay, and the same carrito names the order, so that a retry never makes a second one.
 */
export async function uploadPedido(callbacks: Callbacks): Promise<Resultado> {
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
  for (const archivo of getCarrito().archivos) if (!archivo.subida) await replaceUnreadable(archivo)
  const before = lost()
  if (before) return before
  const refused = refusedHere(getCarrito())
  if (refused.length > 0) return { kind: 'rechazado', archivos: refused }
  const pending = getCarrito().archivos.filter(({ subida }) => !subida)
  if (hasLeft() || bytesOf(pending) > RESUMABLE_ABOVE_BYTES) await arrive(callbacks.signal)
  return lost() ?? quote(callbacks)
}

/** What must be chosen again before anything can be sent; null where nothing must. */
function lost(): Resultado | null {
  const missing = getCarrito().archivos.filter(isMissing)
  return missing.length > 0 ? { kind: 'perdidos', nombres: missing.map(({ name }) => name) } : null
}

/** What the server will refuse for certain need not travel. */
const refusedHere = ({ archivos }: Carrito): string[] =>
  archivos.flatMap(({ id, name, size, realFile, contado }) => {
    if (contado) return []
    if (getLecturas().get(id)?.estado === 'protegido') return refusalMessage(name, 'cifrado')
    return realFile && size === 0 ? refusalMessage(name, 'no-es-pdf') : []
  })

/** With it goes, in the form itself, what did not travel before. */
async function quote({ signal, quien }: Callbacks): Promise<Resultado> {
  const carrito = getCarrito()
  const sent = fingerprint(carrito)
  const inForm = carrito.archivos.filter(({ subida }) => !subida)
  const tell = (loaded: number, whole: number) => {
    if (whole > 0) for (const { id } of inForm) setAvance(id, (loaded / whole) * 100)
  }
  try {
    const form = formOf(carrito, quien)
    const answer = await upload<Cotizacion>('/api/upload_archivo', form, { signal, onProgress: tell })
    if (!answer.ok) return uploadRefusal(answer)
    updateCarrito((one) => withCotizacion(one, answer.data, sent))
    return { kind: 'cotizado' }
  } finally {
    // A form that did not arrive whole left nothing on the server
    for (const { id } of inForm) setAvance(id, null)
  }
}

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
