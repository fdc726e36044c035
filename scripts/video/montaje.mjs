// Frames, bands and cards put together by ffmpeg, and the captions at the same times.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BANDA, PELICULA } from './laminas.mjs'

const CARATULA_S = 3
const CIERRE_S = 3.5
const FPS = 25

export function ffmpeg(args) {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-v', 'error', '-y', ...args], { encoding: 'utf8' })
  if (error) throw new Error('ffmpeg is missing: apt-get install ffmpeg')
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`)
}

/**
 * The film, losslessly. `tomas`: {titulo, texto, from, to, banda} in seconds of the camera's clock.
 * @returns the takes with their times in the film
 */
export function montar(dir, target, { frames, tomas, caratula, cierre }) {
  const begin = tomas[0].from
  const end = tomas.at(-1).to
  const seen = frames.filter(({ at }) => at < end)
  // What the screen showed when the first take began stands until the next frame
  const first = Math.max(
    0,
    seen.findLastIndex(({ at }) => at <= begin),
  )
  const kept = seen.slice(first).map((frame, index) => ({ ...frame, at: index ? frame.at : begin }))
  const list = kept.map(({ file, at }, index) => {
    const lasts = (kept[index + 1]?.at ?? end) - at
    return `file '${file}'\nduration ${lasts.toFixed(4)}`
  })
  writeFileSync(join(dir, 'frames.txt'), `${list.join('\n')}\nfile '${kept.at(-1).file}'\n`)

  const times = tomas.map((toma) => ({
    ...toma,
    from: toma.from - begin + CARATULA_S,
    to: toma.to - begin + CARATULA_S,
  }))
  const total = times.at(-1).to + CIERRE_S
  const { width, height } = PELICULA
  const inputs = [...times.map(({ banda }) => banda), caratula, cierre].flatMap((file) => ['-i', file])
  const steps = [
    `[0:v]fps=${FPS},scale=${width}:${height - BANDA}:flags=lanczos,tpad=start_duration=${CARATULA_S}:start_mode=clone:stop_duration=${CIERRE_S}:stop_mode=clone,pad=${width}:${height}:0:${BANDA}[v0]`,
    ...times.map(
      ({ from, to }, index) =>
        `[v${index}][${index + 1}:v]overlay=0:0:enable='between(t,${from.toFixed(2)},${to.toFixed(2)})'[v${index + 1}]`,
    ),
    `[v${times.length}][${times.length + 1}:v]overlay=0:0:enable='lt(t,${CARATULA_S})'[cover]`,
    `[cover][${times.length + 2}:v]overlay=0:0:enable='gte(t,${times.at(-1).to.toFixed(2)})'[out]`,
  ]
  ffmpeg([
    ...['-f', 'concat', '-safe', '0', '-i', join(dir, 'frames.txt'), ...inputs],
    ...['-filter_complex', steps.join(';'), '-map', '[out]', '-t', total.toFixed(2)],
    ...['-c:v', 'libx264', '-qp', '0', '-preset', 'ultrafast', target],
  ])
  return [
    { from: 0, to: CARATULA_S, texto: `Imprimí desde tu casa: tu pedido en ${tomas.length} pasos.` },
    ...times,
    { from: times.at(-1).to, to: total, texto: 'Empezá tu pedido: subí tus PDF acá mismo.' },
  ]
}

/** For every browser: H.264, and a smaller VP9 for the few that have no licence for it. */
export function codificar(master, name) {
  ffmpeg([
    ...['-i', master, '-an', '-c:v', 'libx264', '-preset', 'medium', '-crf', '27', '-tune', 'animation'],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', `${name}.mp4`],
  ])
  ffmpeg([
    ...['-i', master, '-an', '-vf', 'fps=15,scale=468:-2', '-c:v', 'libvpx-vp9', '-crf', '46', '-b:v', '0'],
    ...['-cpu-used', '7', '-deadline', 'realtime', '-row-mt', '1', '-pix_fmt', 'yuv420p', `${name}.webm`],
  ])
}

const clock = (seconds) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)

export const subtitulos = (tomas) =>
  `WEBVTT\n\n${tomas.map(({ from, to, texto }) => `${clock(from)} --> ${clock(to)}\n${texto}\n`).join('\n')}`
