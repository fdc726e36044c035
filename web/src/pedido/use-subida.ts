import { useEffect, useRef, useState } from 'react'
import { useUploader } from './cuenta.ts'
import { type Progreso, subirPedido } from './subir.ts'
import { type Resultado, withoutArchivo } from './subir-resultado.ts'

/**
 * Uploading, as step 2 sees it. `progreso` is null while nothing is being sent; `resultado` is how the last attempt
 * ended. Leaving the screen stops it; what reached the server stays there.
 */
export function useSubida() {
  const [progreso, setProgreso] = useState<Progreso | null>(null)
  const [resultado, setResultado] = useState<Resultado | null>(null)
  const controller = useRef<AbortController | null>(null)
  const uploader = useUploader()
  useEffect(() => () => controller.current?.abort(), [])

  async function start(): Promise<Resultado> {
    const own = new AbortController()
    controller.current = own
    setResultado(null)
    setProgreso({ sent: 0, total: 0, waiting: false, resumable: false })
    const ended = await subirPedido({ signal: own.signal, onProgress: setProgreso, quien: await uploader() })
    setProgreso(null)
    setResultado(ended)
    return ended
  }

  return {
    progreso,
    resultado,
    start,
    cancel: () => controller.current?.abort(),
    clear: () => setResultado(null),
    /** A file was removed: what was wrong with it is settled. */
    forget: (name: string) => setResultado((before) => withoutArchivo(before, name)),
  }
}
