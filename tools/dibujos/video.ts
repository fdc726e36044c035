// node tools/dibujos/video.ts: films the stamp at work (server/src/vidriera/demo/videos/sello.mp4), six seconds that begin as they
// end. Needs ffmpeg.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import sharp from 'sharp'
import { impronta, selloSolo } from './objetos.ts'
import { AZUL, BLANCO, HOJA, LIMON, lamina, move, ROJO, rect, renglones, TINTA, tono, turn } from './tinta.ts'

const TARGET = join(import.meta.dirname, '../../server/src/vidriera/demo/videos/sello.mp4')
const FPS = 24
/** Of one sheet, in seconds: the stamp comes, waits, strikes, lifts, leaves; then the next sheet. */
const [COME, STRIKE, HIT, LIFT, GONE, NEXT, END] = [0.1, 0.75, 0.95, 1.2, 1.8, 2.5, 3]

const between = (t: number, from: number, to: number) => Math.min(1, Math.max(0, (t - from) / (to - from)))
const ease = (share: number) => share * share * (3 - 2 * share)
const mix = (from: number, to: number, share: number) => from + (to - from) * share

const pagina = (shares: readonly number[]) =>
  turn(
    -3,
    move(16, 14, rect(120, 110, 400, 450, LIMON, 6)) +
      rect(120, 110, 400, 450, BLANCO, 6) +
      rect(158, 150, 150, 22, tono(TINTA, 0.35), 6) +
      renglones(158, 204, 324, 30, 10, tono(TINTA, 0.7), shares),
  )
const PAGADO = { text: 'PAGADO', ink: AZUL, shares: [1, 0.9, 1, 0.6] }
const RECIBIDO = { text: 'RECIBIDO', ink: ROJO, shares: [0.8, 1, 0.7, 0.92] }

function altura(t: number) {
  if (t < STRIKE) return mix(-540, -150, ease(between(t, COME, STRIKE - 0.15)))
  if (t < LIFT) return mix(-150, -14, between(t, STRIKE, HIT) ** 2)
  return mix(-14, -560, ease(between(t, LIFT, GONE)))
}

function frame(at: number) {
  const turnOf = Math.floor(at / END) % 2
  const t = at % END
  const [now, next] = turnOf === 0 ? [PAGADO, RECIBIDO] : [RECIBIDO, PAGADO]
  const slide = ease(between(t, NEXT, END)) * 640
  const mark = t > HIT ? impronta(now.text, now.ink) : ''
  return lamina(
    { papel: 'menta', trama: HOJA },
    move(-slide, 0, pagina(now.shares) + mark) +
      move(640 - slide, 0, pagina(next.shares)) +
      move(0, altura(t), selloSolo(AZUL, LIMON)),
  )
}

const args =
  '-y -loglevel error -f image2pipe -framerate 24 -i - -an -c:v libx264 -preset veryslow -profile:v main'
const ffmpeg = spawn(
  'ffmpeg',
  [
    ...args.split(' '),
    ...'-crf 26 -pix_fmt yuv420p -map_metadata -1 -movflags +faststart'.split(' '),
    TARGET,
  ],
  { stdio: ['pipe', 'inherit', 'inherit'] },
)
const ended = once(ffmpeg, 'exit')
for (let index = 0; index < 2 * END * FPS; index++) {
  const png = await sharp(Buffer.from(frame(index / FPS)))
    .resize(640)
    .png({ compressionLevel: 1 })
    .toBuffer()
  if (!ffmpeg.stdin.write(png)) await once(ffmpeg.stdin, 'drain')
}
ffmpeg.stdin.end()
const [code] = await ended
process.exitCode = code
