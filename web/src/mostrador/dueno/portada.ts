import { sendImagen } from '../session/ask.ts'

/** The largest width in which pictures are shown. */
const MAX_WIDTH = 960
/** If the browser shows no frame within this time, it never will. */
const PATIENCE_MS = 20_000

/** The picture that a video shows until it is played; null where there is none. */
export type Portada = { portada_id: string | null; portada: string | null }
export const SIN_PORTADA: Portada = { portada_id: null, portada: null }

/** Stores the present frame of `player` as a picture of the shop. @throws the Spanish reason */
export async function takePortada(player: HTMLVideoElement): Promise<Portada> {
  const { videoWidth, videoHeight } = player
  if (!videoWidth) throw new Error('El video todavía no se ve.')
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(MAX_WIDTH, videoWidth)
  canvas.height = Math.round((canvas.width * videoHeight) / videoWidth)
  canvas.getContext('2d')?.drawImage(player, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85))
  if (!blob) throw new Error('No se pudo sacar la portada.')
  const sent = await sendImagen(new File([blob], 'portada.jpg', { type: 'image/jpeg' }))
  if (typeof sent === 'string') throw new Error(sent)
  return { portada_id: sent.imagen_id, portada: sent.imagen }
}

/** A picture from the first second of the video at `url`. @throws where the browser cannot show it */
export async function portadaOf(url: string): Promise<Portada> {
  const player = document.createElement('video')
  player.muted = true
  player.playsInline = true
  player.preload = 'auto'
  player.src = url
  try {
    await told(player, 'loadeddata')
    player.currentTime = Math.min(1, player.duration / 2)
    await told(player, 'seeked')
    return await takePortada(player)
  } finally {
    player.removeAttribute('src')
    player.load()
  }
}

function told(player: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('El navegador no muestra el video.'))
    const timer = setTimeout(fail, PATIENCE_MS)
    player.addEventListener(event, () => resolve(clearTimeout(timer)), { once: true })
    player.addEventListener('error', fail, { once: true })
  })
}
