import { useEffect, useRef, useState } from 'react'
import { createDecoder } from './decode.ts'

type Estado = 'apagada' | 'pidiendo' | 'leyendo' | 'sin-permiso' | 'no-hay' | 'insegura'

/** At most ten looks a second: what a slow tablet can do without getting hot. */
const LOOK_MS = 100
/** The same code stays in front of the camera for a while: it counts once. */
const SAME_MS = 4000

/** The camera at the back, looked at until a QR is in sight. It goes off with the screen, and when the page is hidden. */
export function useCamara(onText: (text: string) => void) {
  const [estado, setEstado] = useState<Estado>('apagada')
  const video = useRef<HTMLVideoElement>(null)
  const stream = useRef<MediaStream | null>(null)
  const visit = useRef(0)
  const told = useRef(onText)
  told.current = onText

  function stop(next: Estado = 'apagada'): void {
    visit.current++
    for (const track of stream.current?.getTracks() ?? []) track.stop()
    stream.current = null
    setEstado(next)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only how the screen ends
  useEffect(() => {
    const hide = () => document.hidden && stream.current && stop()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      stop()
    }
  }, [])

  async function start(): Promise<void> {
    if (!window.isSecureContext) return setEstado('insegura')
    if (!navigator.mediaDevices?.getUserMedia) return setEstado('no-hay')
    const own = ++visit.current
    const isOver = () => visit.current !== own
    setEstado('pidiendo')
    try {
      const constraints = { video: { facingMode: 'environment', width: { ideal: 1280 } } }
      const [got, decode] = await Promise.all([
        navigator.mediaDevices.getUserMedia(constraints),
        createDecoder(),
      ])
      const element = video.current
      if (isOver() || !element) {
        for (const track of got.getTracks()) track.stop()
        return
      }
      stream.current = got
      element.srcObject = got
      await element.play()
      if (isOver()) return
      setEstado('leyendo')
      await watch(element, decode, { isOver, onText: (text) => told.current(text) })
    } catch (error) {
      if (isOver()) return
      stop(error instanceof DOMException && error.name === 'NotAllowedError' ? 'sin-permiso' : 'no-hay')
    }
  }

  return { estado, video, start, stop: () => stop() }
}

/** Tells each code that comes in sight, until it is over. */
async function watch(
  element: HTMLVideoElement,
  decode: Awaited<ReturnType<typeof createDecoder>>,
  { isOver, onText }: { isOver: () => boolean; onText: (text: string) => void },
): Promise<void> {
  let last = { text: '', at: 0 }
  while (!isOver()) {
    const text = await decode(element)
    const isNew = text !== null && (text !== last.text || Date.now() - last.at > SAME_MS)
    if (text !== null) last = { text, at: Date.now() }
    if (isNew && text && !isOver()) {
      navigator.vibrate?.(60)
      onText(text)
    }
    await new Promise((next) => setTimeout(next, LOOK_MS))
  }
}
