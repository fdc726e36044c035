import { useEffect, useRef, useState } from 'react'
import { type UploadResult, withoutArchivo } from '../../api/upload/upload-result.ts'
import { useUploader } from '../carrito/use-contacto.ts'
import { uploadCarrito } from './upload.ts'

/**
 * Goes on from step 2: sends what is missing, and asks for the price. `enviando` meanwhile; `resultado` is
 * the last attempt's. After a cancel, or when the screen is left, only the waiting ends: uploads continue.
 */
export function useSubida() {
  const [enviando, setEnviando] = useState(false)
  const [resultado, setResultado] = useState<UploadResult | null>(null)
  const controller = useRef<AbortController | null>(null)
  const uploader = useUploader()
  useEffect(() => () => controller.current?.abort(), [])
  useEffect(() => {
    // An action that failed without a connection can be repeated now
    const online = () => setResultado((before) => (before?.kind === 'falla' ? null : before))
    window.addEventListener('online', online)
    return () => window.removeEventListener('online', online)
  }, [])

  async function start(): Promise<UploadResult> {
    const own = new AbortController()
    controller.current = own
    setResultado(null)
    setEnviando(true)
    const ended = await uploadCarrito({ signal: own.signal, quien: uploader })
    setEnviando(false)
    setResultado(ended)
    return ended
  }

  return {
    enviando,
    resultado,
    start,
    cancel: () => controller.current?.abort(),
    clear: () => setResultado(null),
    /** The file `id` is removed from `archivos`, and its problem with it. */
    forget: (archivos: readonly { id: string; name: string }[], id: string) =>
      setResultado((before) => withoutArchivo(before, archivos, id)),
  }
}
