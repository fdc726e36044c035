// Frames, bands and cards put together by ffmpeg, and the captions at the same times.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Corte, Frame } from './camara.ts'
import { BANDA, PANTALLA_ALTO, PELICULA } from './laminas.ts'

const CARATULA_S = 2.5
const CIERRE_S = 3
const FPS = 25

export function ffmpeg(args: string[]) {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8' })
  if (error) throw new Error('ffmpeg is missing: apt-get install ffmpeg')
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
}

/** With its times in seconds, of the camera's clock or of the film, and the file of its band. */
export type Toma = { titulo: string; texto: string; from: number; to: number; banda: string }

type Material = { frames: Frame[]; cortes: Corte[]; tomas: Toma[]; caratula: string; cierre: string }

/**
 * The film, losslessly. `tomas`, `frames` and `cortes` by the camera's clock.
 * @returns the takes with their times in the film
 */
export function mount(
  dir: string,
  target: string,
  { frames, cortes, tomas, caratula, cierre }: Material,
): Subtitulo[] {
  const [first, last] = [tomas[0], tomas.at(-1)]
  if (!first || !last) throw new Error('No takes')
  const kept = (at: number) =>
    at - cortes.reduce((cut: number, { from, to }) => cut + Math.max(0, Math.min(at, to) - from), 0)
  const begin = kept(first.from)
  const timeOf = (at: number) => Math.max(0, kept(at) - begin)
  const end = timeOf(last.to)
  const seen = frames.map(({ file, at }) => ({ file, at: timeOf(at) })).filter(({ at }) => at < end)
  // Of those that a cut brought to the same moment the last one stands, and so of those before the first take
  const shown = seen.filter(({ at }, index: number) => (seen[index + 1]?.at ?? end) - at > 0.001)
  const list = shown.map(({ file, at }, index: number) => {
    const lasts = (shown[index + 1]?.at ?? end) - at
    return `file '${file}'\nduration ${lasts.toFixed(4)}`
  })
  writeFileSync(join(dir, 'frames.txt'), `${list.join('\n')}\nfile '${shown.at(-1)?.file}'\n`)

  const times = tomas.map((toma) => ({
    ...toma,
    from: timeOf(toma.from) + CARATULA_S,
    to: timeOf(toma.to) + CARATULA_S,
  }))
  const closing = end + CARATULA_S
  const total = closing + CIERRE_S
  const { width, height } = PELICULA
  const inputs = [...times.map(({ banda }) => banda), caratula, cierre].flatMap((file) => ['-i', file])
  const steps = [
    `[0:v]fps=${FPS},scale=${width}:${PANTALLA_ALTO}:flags=lanczos,tpad=start_duration=${CARATULA_S}:start_mode=clone:stop_duration=${CIERRE_S}:stop_mode=clone,pad=${width}:${height}:0:oh-ih:0x17202e[v0]`,
    ...times.map(
      ({ from, to }, index: number) =>
        `[v${index}][${index + 1}:v]overlay=0:0:enable='between(t,${from.toFixed(2)},${to.toFixed(2)})'[v${index + 1}]`,
    ),
    `[v${times.length}][${times.length + 1}:v]overlay=0:0:enable='lt(t,${CARATULA_S})'[cover]`,
    `[cover][${times.length + 2}:v]overlay=0:0:enable='gte(t,${closing.toFixed(2)})'[out]`,
  ]
  ffmpeg([
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    join(dir, 'frames.txt'),
    ...inputs,
    '-filter_complex',
    steps.join(';'),
    '-map',
    '[out]',
    '-t',
    total.toFixed(2),
    '-c:v',
    'libx264',
    '-qp',
    '0',
    '-preset',
    'ultrafast',
    target,
  ])
  return [
    { from: 0, to: CARATULA_S, texto: 'Imprimí desde tu casa:\nasí mandás tus archivos.' },
    ...times,
    { from: closing, to: total, texto: 'Empezá tu pedido:\nsubí tus PDF acá mismo.' },
  ]
}

/** For every browser: H.264 as how-to.tsx announces it, and a smaller VP9 for the few that have no licence for it. */
export function encode(master: string, name: string) {
  ffmpeg([
    '-i',
    master,
    '-an',
    '-c:v',
    'libx264',
    '-preset',
    'veryslow',
    '-crf',
    '30',
    '-tune',
    'animation',
    '-level',
    '3.2',
    '-refs',
    '5',
    '-pix_fmt',
    'yuv420p',
    '-movflags',
    '+faststart',
    `${name}.mp4`,
  ])
  ffmpeg([
    '-i',
    master,
    '-an',
    '-vf',
    'fps=15,scale=468:-2',
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '45',
    '-b:v',
    '0',
    '-cpu-used',
    '4',
    '-deadline',
    'good',
    '-row-mt',
    '1',
    '-pix_fmt',
    'yuv420p',
    `${name}.webm`,
  ])
}

const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)

/** Below the title. Chromium breaks no lines of captions that are placed: the texts have their own. */
const LINEA = `line:${((BANDA / PELICULA.height) * 100).toFixed(1)}%`

export type Subtitulo = { from: number; to: number; texto: string }

export const subtitulos = (tomas: Subtitulo[]) =>
  `WEBVTT\n\n${tomas.map(({ from, to, texto }) => `${clock(from)} --> ${clock(to)} ${LINEA}\n${texto}\n`).join('\n')}`
