// The video of a product: a file of ours, or one at YouTube or Vimeo.

/** For an upload. 50 MB are three minutes at the quality of phone messengers. */
export const VIDEO_MAX_BYTES = 50_000_000
export const VIDEO_MAX_MB = VIDEO_MAX_BYTES / 1_000_000
export const VIDEO_PESADO = `El video pesa demasiado: hasta ${VIDEO_MAX_MB} MB.`
export const VIDEO_MAX_SEGUNDOS = 180
/** The most pixels of its longer side: decoders of cheap phones play no more. */
export const VIDEO_MAX_LADO = 1920

export const VIDEO_FORMATOS = ['mp4', 'webm'] as const
export type VideoFormato = (typeof VIDEO_FORMATOS)[number]

const SUBIDO = /^\/videos\/([0-9a-f]{32})\.(mp4|webm)$/
const DE_MUESTRA = /^\/muestra\/[\w-]{1,60}\.(?:mp4|webm)$/
/** Longer than any address of these sites, with all its parameters. */
const MAX_DIRECCION = 300

export const videoPath = (id: string, formato: VideoFormato): string => `/videos/${id}.${formato}`

/** The upload that a path asks for; null where the path cannot be one of ours. */
export function parseVideo(path: string): { id: string; formato: VideoFormato } | null {
  const [, id, format] = SUBIDO.exec(path) ?? []
  const formato = VIDEO_FORMATOS.find((one) => one === format)
  return id && formato ? { id, formato } : null
}

/** A file that this site serves: an upload, or one of the demo shop. */
export const isVideoPropio = (video: string): boolean => SUBIDO.test(video) || DE_MUESTRA.test(video)

/** A video at another site. `direccion`: its page there; `marco`: the address that our frame plays. */
export type VideoAjeno = { sitio: 'YouTube' | 'Vimeo'; direccion: string; marco: string }

const YOUTUBE_ID = /^[\w-]{11}$/
const VIMEO_ID = /^\d{5,12}$/
/** The key of an unlisted Vimeo video, which its address contains. */
const VIMEO_LLAVE = /^[0-9a-f]{6,16}$/

/**
 * The video that an address of YouTube (watch, youtu.be, shorts, live, embed) or Vimeo (its page or its
 * player) names; the scheme may be left out. Null for any other text.
 */
export function videoAjeno(text: string): VideoAjeno | null {
  if (text.length > MAX_DIRECCION) return null
  const trimmed = text.trim()
  const url = urlOf(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`)
  if (!url || url.username || url.port) return null
  const host = url.hostname.replace(/^(?:www|m)\./, '')
  const parts = url.pathname.split('/').filter((part) => part !== '')
  if (host === 'youtu.be') return youtube(parts.length === 1 ? parts[0] : undefined)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') return youtube(idOf(url, parts))
  if (host === 'vimeo.com' && parts.length <= 2) return vimeo(parts[0], parts[1])
  const isPlayer = host === 'player.vimeo.com' && parts.length === 2 && parts[0] === 'video'
  return isPlayer ? vimeo(parts[1], url.searchParams.get('h') ?? undefined) : null
}

/** Phones some years old have no `URL.parse`. */
function urlOf(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

function idOf({ searchParams }: URL, [kind = '', id, ...more]: string[]): string | undefined {
  if (kind === 'watch' && id === undefined) return searchParams.get('v') ?? undefined
  return ['shorts', 'live', 'embed'].includes(kind) && more.length === 0 ? id : undefined
}

function youtube(id = ''): VideoAjeno | null {
  if (!YOUTUBE_ID.test(id)) return null
  return {
    sitio: 'YouTube',
    direccion: `https://www.youtube.com/watch?v=${id}`,
    marco: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1&rel=0&hl=es-419`,
  }
}

function vimeo(id = '', llave?: string): VideoAjeno | null {
  if (!VIMEO_ID.test(id) || (llave !== undefined && !VIMEO_LLAVE.test(llave))) return null
  return {
    sitio: 'Vimeo',
    direccion: llave ? `https://vimeo.com/${id}/${llave}` : `https://vimeo.com/${id}`,
    marco: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${llave ? `&h=${llave}` : ''}`,
  }
}

/** The stored form of an address: our own file unchanged, other sites' in one spelling. Null for any other text. */
export const normaliseVideo = (text: string): string | null =>
  isVideoPropio(text) ? text : (videoAjeno(text)?.direccion ?? null)

export const VIDEO_DIRECCION_PROBLEM =
  'Pegá la dirección de un video de YouTube (https://youtu.be/…) o de Vimeo (https://vimeo.com/…): los de otros sitios no se pueden mostrar.'

/** The only addresses of these sites that may be framed. */
export const MARCOS_DE_VIDEO = ['https://www.youtube-nocookie.com/embed/', 'https://player.vimeo.com/video/']
