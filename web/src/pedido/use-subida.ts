import { useEffect, useRef, useState } from 'react'
import { type Resultado, withoutArchivo } from '../api/upload-result.ts'
import { useUploader } from './cuenta.ts'
import { uploadPedido } from './upload.ts'

/**
 * Going on from step 2: what is still missing travels, and the price is asked for. `enviando` meanwhile; `resultado` is how
 * the last attempt ended. Cancelled, or with the screen left, only the waiting ends: bytes go on travelling.
 */
export function useSubida() {
  const [enviando, setEnviando] = useState(false)
  const [resultado, setResultado] = useState<Resultado | null>(null)
  const controller = useRef<AbortController | null>(null)
  const uploader = useUploader()
  useEffect(() => () => controller.current?.abort(), [])

  async function start(): Promise<Resultado> {
    const own = new AbortController()
    controller.current = own
    setResultado(null)
    setEnviando(true)
    const ended = await uploadPedido({ signal: own.signal, quien: await uploader() })
    // Priced, the screen is left as soon as the next one is here: until then nothing of it moves
    setEnviando(ended.kind === 'cotizado')
    setResultado(ended)
    return ended
  }

  return {
    enviando,
    resultado,
    start,
    cancel: () => controller.current?.abort(),
    clear: () => setResultado(null),
    /** A file was removed: what was wrong with it is settled. */
    forget: (name: string) => setResultado((before) => withoutArchivo(before, name)),
  }
}
