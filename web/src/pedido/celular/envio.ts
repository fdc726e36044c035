// Sends one file from a customer's phone to the sale at the counter.

import type { RecepcionAnswer } from '@imprimitodo/shared/api/recepciones'
import { cleanNombre, refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import { type Answer, call } from '../../api/call.ts'
import { refusalByBytes } from '../../api/first-bytes.ts'
import { isFinal } from '../../api/rechazo.ts'
import { tipoOfName } from '../../api/tipo-archivo.ts'
import { loadPartes } from '../../api/upload/load-partes.ts'
import { RefusedUpload } from '../../api/upload/upload-result.ts'
import { loadConvert, loadRead } from '../../ui/fotos/load.ts'

export type Envio = {
  id: string
  nombre: string
  file: File
  /** Its picture on this phone; null: none was made. */
  url: string | null
  /**
   * `cola`: other files go first. `foto`: a PDF is made of it. `llega`: all of it has arrived, and the server
   * reads it.
   */
  estado: 'cola' | 'foto' | 'sube' | 'espera' | 'llega' | 'mal'
  percent: number
  /** Its id on the server, once it has one. */
  subida: string | null
  /** The problem of a file that is `mal`, in words. `again`: the same file may be sent again. */
  problema: string | null
  again: boolean
}

type Paso = Partial<Pick<Envio, 'estado' | 'percent' | 'subida' | 'url' | 'problema' | 'again'>>
type Callbacks = {
  signal: AbortSignal
  onPaso: (paso: Paso) => void
  onAnswer: (data: RecepcionAnswer) => void
}

const NO_SIGNAL = 'Se cortó la señal y no terminó de subir.'
const NO_CODE = 'No pudimos cargar lo que hace falta para mandarlo. Revisá tu conexión.'

export const newEnvio = (id: string, file: File): Envio => ({
  id,
  file,
  nombre: cleanNombre(file.name),
  url: null,
  percent: 0,
  subida: null,
  again: false,
  estado: 'cola',
  problema: null,
})

/** Refused by the server, in its words. */
class NoGo extends Error {}

/**
 * Pictures become PDFs here. Never rejects: failures are reported as steps.
 * @returns its id on the server and its picture, once all of it has arrived; else null
 */
export async function sendFotos(
  token: string,
  { id, file, nombre }: Envio,
  callbacks: Callbacks,
): Promise<{ subida: string; url: string | null } | null> {
  const { signal, onPaso, onAnswer } = callbacks
  const tell = async (subida: string, as: string) => {
    const answer = await call('POST /api/subir/:token', { params: { token }, body: { subida, nombre: as } })
    if (signal.aborted) return
    if (!answer.ok && !isFinal(answer)) throw new RefusedUpload(answer.status, JSON.stringify(answer.data))
    if (!answer.ok) throw new NoGo(wordsOf(answer))
    onAnswer(answer.data)
  }
  try {
    const tipo = tipoOfName(nombre)
    const refusal = tipo === 'foto' ? null : tipo === 'pdf' ? await refusalByBytes(file) : 'no-es-pdf'
    if (refusal === 'no-es-pdf')
      throw new NoGo(`«${nombre}» no es un PDF ni una foto. Guardalo como PDF y mandalo de nuevo.`)
    if (refusal) throw new NoGo(`${refusalMessage(nombre, refusal)}.`)
    const { pdf, url } = tipo === 'foto' ? await pdfOf(id, file, callbacks) : { pdf: file, url: null }
    const { uploadInParts } = await loadPartes()
    signal.throwIfAborted()
    onPaso({ estado: 'sube', percent: 0 })
    // The customer gave it up, or the server refused it during the upload
    const refused = new AbortController()
    signal.addEventListener('abort', () => refused.abort(signal.reason), { once: true })
    const subida = await uploadInParts({ name: pdf.name }, pdf, {
      signal: refused.signal,
      onProgress: (sent) => onPaso({ percent: (sent / pdf.size) * 100 }),
      onWaiting: (waits) => onPaso({ estado: waits ? 'espera' : 'sube' }),
      // Announced at the beginning and again at the end: a lost first call costs nothing, a refusal ends the
      // upload
      onBegun: (known) => {
        onPaso({ subida: known })
        tell(known, pdf.name).catch((error: unknown) => error instanceof NoGo && refused.abort(error))
      },
    })
    onPaso({ estado: 'llega', percent: 100, subida })
    await tell(subida, pdf.name)
    return signal.aborted ? null : { subida, url }
  } catch (error) {
    if (!signal.aborted) onPaso({ estado: 'mal', ...problemOf(error) })
    return null
  }
}

async function pdfOf(id: string, file: File, { signal, onPaso }: Callbacks) {
  onPaso({ estado: 'foto' })
  const [{ readFoto }, { convertFotos, nombrePdf }] = await Promise.all([loadRead(), loadConvert()])
  const foto = await readFoto(id, file)
  if (foto.estado !== 'lista') throw new NoGo(foto.estado === 'no' ? foto.text : NO_CODE)
  onPaso({ url: foto.url })
  const archivo = { id, name: file.name, realFile: file }
  const nombre = nombrePdf([cleanNombre(file.name)], [])
  const how = { encaje: 'entera' as const, nombre, signal, onFoto: () => {} }
  return { pdf: await convertFotos([{ archivo, foto, giro: 0 }], how), url: foto.url }
}

function problemOf(error: unknown): Pick<Envio, 'problema' | 'again'> {
  if (error instanceof NoGo) return { problema: error.message, again: false }
  if (error instanceof RefusedUpload)
    return { problema: error.detail ?? 'No lo pudimos recibir.', again: true }
  if (error instanceof TypeError && /import|module/i.test(error.message))
    return { problema: NO_CODE, again: true }
  return { problema: NO_SIGNAL, again: true }
}

const wordsOf = ({ errores }: Answer<unknown>): string =>
  errores ?? 'No lo pudimos recibir. Mandalo de nuevo.'
