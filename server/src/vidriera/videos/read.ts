import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import {
  VIDEO_MAX_LADO,
  VIDEO_MAX_SEGUNDOS,
  type VideoFormato,
} from '@imprimitodo/shared/rules/vidriera/video'
import { createLine } from '../../base/http/line.ts'

/** A track: its codec as RFC 6381 writes it, its longer side in pixels (0 of sound), the second where its bytes end. */
export type VideoPista = { tipo: 'video' | 'audio' | 'subtitle'; codec: string; lado: number; hasta: number }
export type VideoLeido = { formato: VideoFormato; segundos: number; pistas: VideoPista[] }

/** The largest honest file takes a second; one that takes this long is malicious. */
const READ_MS = 20_000
/** Files of 50 MB are read in pieces: their tables fit many times over. */
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
/** Limited, since each holds its 50 MB on the disk meanwhile. */
const MAX_WAITING = 5
const inTurn = createLine(1, MAX_WAITING, 'Se están revisando otros videos. Probá de nuevo en un minuto.')

/**
 * Formats that phones play: H.264 of 8 bits and AAC; VP8, VP9 and AV1 of their main profiles, Opus and
 * Vorbis.
 */
const PLAYED: Record<VideoFormato, Record<'video' | 'audio', RegExp>> = {
  mp4: { video: /^avc[13]\.(?:42|4d|64)/i, audio: /^mp4a\.40\./ },
  webm: { video: /^(?:vp8|vp09\.00\.|av01\.0\.)/, audio: /^(?:opus|vorbis)$/ },
}
/** A file that was cut off may lack this much at its end without a visible difference. */
const LOST_S = 1

/**
 * The content of the file at `path`. Null: no MP4 or WebM, or one that cannot be read.
 * @throws 429 if too many files wait
 */
export async function readVideo(path: string, readMs: number = READ_MS): Promise<VideoLeido | null> {
  return inTurn(async () => {
    const worker = new Worker(new URL('./read-in-thread.ts', import.meta.url), {
      workerData: path,
      execArgv: [],
      resourceLimits: MEMORY,
    })
    try {
      // `node --watch` sends messages of its own
      const told = on(worker, 'message', { signal: AbortSignal.timeout(readMs) })
      for await (const [message] of told) if ('leido' in message) return message.leido
      return null
    } catch {
      return null // it threw, took more memory than it may, or too long
    } finally {
      await worker.terminate()
    }
  })
}

/** Why it cannot be shown to customers; null if it can. */
export function videoProblem(leido: VideoLeido | null): string | null {
  if (!leido?.pistas.length) return 'El archivo no es un video MP4 o WebM, o está dañado.'
  const { formato, segundos, pistas } = leido
  const video = pistas.filter(({ tipo }) => tipo === 'video')
  if (video.length === 0) return 'El archivo no tiene imagen: es solo sonido.'
  if (segundos > VIDEO_MAX_SEGUNDOS)
    return `El video dura demasiado: hasta ${VIDEO_MAX_SEGUNDOS / 60} minutos.`
  for (const { tipo, codec } of pistas)
    if (tipo !== 'subtitle' && !PLAYED[formato][tipo].test(codec)) return codecProblem(formato, tipo)
  if (video.some(({ lado }) => lado > VIDEO_MAX_LADO))
    return `El video es demasiado grande: hasta ${VIDEO_MAX_LADO} píxeles de lado. Grabalo o guardalo en 1080p.`
  const end = Math.max(...pistas.map(({ hasta }) => hasta))
  return end > 0 && end >= segundos - LOST_S ? null : 'El video está cortado: le falta una parte.'
}

const codecProblem = (formato: VideoFormato, tipo: 'video' | 'audio'): string => {
  const [what, which] =
    tipo === 'video'
      ? ['La imagen del video', formato === 'mp4' ? 'H.264 de 8 bits (no HEVC)' : 'VP8, VP9 o AV1']
      : ['El sonido del video', formato === 'mp4' ? 'AAC' : 'Opus o Vorbis']
  const name = formato === 'mp4' ? 'MP4' : 'WebM'
  return `${what} está en un formato que muchos celulares no reproducen: en ${name} tiene que ser ${which}.`
}
