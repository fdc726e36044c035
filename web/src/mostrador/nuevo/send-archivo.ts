// Sends one file of this computer to the server; a picture becomes a PDF first, as everywhere.
import { refusalByBytes } from '../../api/first-bytes.ts'
import { loadPartes } from '../../api/upload/load-partes.ts'
import { RefusedUpload } from '../../api/upload/upload-result.ts'
import { loadConvert, loadRead } from '../../ui/fotos/load.ts'
import type { MotivoFoto } from '../../ui/fotos/read-foto.ts'
import { isReadable } from '../../ui/state/is-readable.ts'
import { AJENOS, type ArchivoDeVenta, ESTA_VACIO, malo, perdido } from './archivos.ts'
import { keepContenido, readContenido } from './contenidos.ts'

/** The customer's own phone can open pictures that this computer cannot. */
const POR_CELULAR = 'Que la mande desde su celular: ahí se convierte sola.'
const FOTOS: Record<MotivoFoto, string> = {
  vacia: 'La foto está vacía: no llegó a guardarse entera.',
  rota: 'Está dañada o no es una foto.',
  heic: `Este navegador no abre fotos HEIC. ${POR_CELULAR}`,
  grande: `Tiene demasiados megapíxeles para convertirla acá. ${POR_CELULAR}`,
  muerta: `Es demasiado grande para convertirla acá. ${POR_CELULAR}`,
}
const CORTADO = 'Se cortó la conexión y no terminó de subir.'
/** The page was left open while newer versions took its place: its code is no longer there. */
const VIEJA = 'Recargá la página y mandalo de nuevo: lo que cargaste no se pierde.'

type Around = {
  signal: AbortSignal
  /** The bytes that were picked since the page was loaded. */
  files: Map<string, File>
  onPaso: (paso: Partial<ArchivoDeVenta>) => void
}

/** The problem of a file, in words. `again`: sending the same bytes again may help. */
class NoVa extends Error {
  readonly again: boolean
  constructor(text: string, again = false) {
    super(text)
    this.again = again
  }
}

/** Never rejects. @returns the file's new state; null: it was given up */
export async function sendArchivoOfVenta(
  archivo: ArchivoDeVenta,
  around: Around,
): Promise<ArchivoDeVenta | null> {
  const { signal, files, onPaso } = around
  try {
    const file = await bytesOf(archivo, files)
    if (signal.aborted) return null
    if (!file) return perdido(archivo)
    const pdf = archivo.esFoto && file.type !== 'application/pdf' ? await pdfOf(archivo, file, around) : file
    const refusal = await refusalByBytes(pdf)
    if (refusal) throw new NoVa(refusal === 'vacio' ? ESTA_VACIO : AJENOS.otro)
    onPaso({ estado: 'sube', percent: 0 })
    const { uploadInParts } = await codeOf(loadPartes)
    const subida = await uploadInParts({ name: archivo.nombre }, pdf, {
      signal,
      onProgress: (sent) => onPaso({ percent: (sent / pdf.size) * 100 }),
      onWaiting: (waits) => onPaso({ estado: waits ? 'espera' : 'sube' }),
    })
    return signal.aborted ? null : { ...archivo, subida, estado: 'listo', percent: 100 }
  } catch (error) {
    return signal.aborted ? null : failed(archivo, error)
  }
}

function failed(archivo: ArchivoDeVenta, error: unknown): ArchivoDeVenta {
  if (error instanceof NoVa) return malo(archivo, error.message, error.again)
  if (error instanceof RefusedUpload) return malo(archivo, error.detail ?? 'No se pudo recibir.', true)
  return malo(archivo, CORTADO, true)
}

const codeOf = <T>(load: () => Promise<T>): Promise<T> =>
  load().catch(() => {
    throw new NoVa(navigator.onLine ? VIEJA : CORTADO, true)
  })

/**
 * The file of this page load, or the copy that survived a reload. The original may have been on a removed pen
 * drive.
 */
async function bytesOf({ id }: ArchivoDeVenta, files: Map<string, File>): Promise<File | null> {
  const file = files.get(id)
  if (file && (await isReadable(file))) return file
  const kept = await readContenido(id)
  if (kept) files.set(id, kept)
  return kept
}

/** On A4 with a white edge. From then on the PDF is stored instead. */
async function pdfOf(
  { id, nombre }: ArchivoDeVenta,
  file: File,
  { signal, files, onPaso }: Around,
): Promise<File> {
  onPaso({ estado: 'foto' })
  const [{ readFoto }, { convertFotos }] = await codeOf(() => Promise.all([loadRead(), loadConvert()]))
  const foto = await readFoto(id, file)
  if (foto.estado !== 'lista') throw new NoVa(FOTOS[foto.estado === 'no' ? foto.motivo : 'rota'])
  try {
    const elegida = { archivo: { id, name: file.name, realFile: file }, foto, giro: 0 as const }
    const how = { encaje: 'entera' as const, nombre, signal, onFoto: () => {} }
    const pdf = await convertFotos([elegida], how).catch((error: unknown) => {
      throw signal.aborted ? error : new NoVa(FOTOS.rota)
    })
    files.set(id, pdf)
    void keepContenido(id, pdf)
    return pdf
  } finally {
    URL.revokeObjectURL(foto.url)
  }
}
