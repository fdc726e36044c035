import type { ReposicionAnswer } from '@imprimitodo/shared/api/reposiciones'
import { RESUMABLE_ABOVE_BYTES, refusalMessage } from '@imprimitodo/shared/rules/compra/archivo'
import { refusalByBytes } from '../api/first-bytes.ts'
import { messagesIn, reasonOf } from '../api/reason.ts'
import { upload } from '../api/upload/upload.ts'

type Callbacks = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  onWaiting: (waiting: boolean) => void
}

/** Sends a large file in parts, so that a lost connection costs nothing. @returns its id on the server */
export type SendParts = (file: File, callbacks: Callbacks) => Promise<string>

export type Enviado = { ok: true; reposicion: ReposicionAnswer } | { ok: false; text: string }

const NOT_SENT = 'No pudimos recibir el archivo. Revisá tu conexión y probá de nuevo.'

/** `onPercent`: 0 to 100, of the bytes sent. `onWaiting`: whether none move now. Failures are returned as a sentence. */
export async function sendArchivo(
  { pedido_id, n }: { pedido_id: string; n: number },
  file: File,
  sendParts: SendParts,
  {
    signal,
    onPercent,
    onWaiting,
  }: Pick<Callbacks, 'signal' | 'onWaiting'> & { onPercent: (percent: number) => void },
): Promise<Enviado> {
  const path = `/api/pedidos/${encodeURIComponent(pedido_id)}/archivos/${n}/reposicion`
  const form = new FormData()
  const refused = await refusalByBytes(file)
  if (refused) return { ok: false, text: `${refusalMessage(file.name, refused)}.` }
  try {
    if (file.size > RESUMABLE_ABOVE_BYTES) {
      const onProgress = (sent: number) => onPercent((sent / file.size) * 100)
      form.append('subida', await sendParts(file, { signal, onProgress, onWaiting }))
    } else form.append('archivo', file, file.name)
    const onProgress = (sent: number, total: number) => total > 0 && onPercent((sent / total) * 100)
    const answer = await upload<ReposicionAnswer>(path, form, { signal, onProgress })
    if (answer.ok) return { ok: true, reposicion: answer.data }
    return { ok: false, text: messagesIn(answer.data).archivos ?? reasonOf(answer) ?? NOT_SENT }
  } catch (error) {
    // The refusal of a part has the reason
    const detail = error instanceof Error && 'detail' in error ? error.detail : null
    return { ok: false, text: typeof detail === 'string' ? detail : NOT_SENT }
  }
}
