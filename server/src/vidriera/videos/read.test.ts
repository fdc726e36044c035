import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sampleVideo } from '../../testing/videos.ts'
import { readVideo, videoProblem } from './read.ts'

function onDisk(bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-video-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'v')
  writeFileSync(path, bytes)
  return path
}
const problemOf = async (bytes: Buffer) => videoProblem(await readVideo(onDisk(bytes)))
const cut = (name: string, part: number) => {
  const bytes = sampleVideo(name)
  return bytes.subarray(0, Math.floor(bytes.length * part))
}

test.each(['corto.mp4', 'corto.webm', 'vp8.webm'])('%s is one that phones play', async (name) => {
  const leido = await readVideo(onDisk(sampleVideo(name)))
  expect(videoProblem(leido)).toBeNull()
  expect(leido?.formato).toBe(name.split('.')[1])
  expect(leido?.segundos).toBeCloseTo(2, 1)
})

const NONE = 'El archivo no es un video MP4 o WebM, o está dañado.'
const CUT = 'El video está cortado: le falta una parte.'
const MP4_IMAGE =
  'La imagen del video está en un formato que muchos celulares no reproducen: en MP4 tiene que ser H.264 de 8 bits (no HEVC).'

test.each([
  ['nothing', Buffer.alloc(0), NONE],
  ['a text', Buffer.from('Esto no es un video.'.repeat(200)), NONE],
  ['a PDF', Buffer.from('%PDF-1.7\n'), NONE],
  ['only an MP4’s beginning', cut('corto.mp4', 0.01), NONE],
  ['only a WebM’s beginning', cut('corto.webm', 0.01), NONE],
  ['a QuickTime file', sampleVideo('corto.mov'), NONE],
  ['a Matroska file', sampleVideo('corto.mkv'), NONE],
  ['an MP4 cut in the middle', cut('corto.mp4', 0.5), CUT],
  ['a WebM cut in the middle', cut('corto.webm', 0.5), CUT],
  ['sound alone', sampleVideo('solo-sonido.mp4'), 'El archivo no tiene imagen: es solo sonido.'],
  ['more than three minutes', sampleVideo('largo.mp4'), 'El video dura demasiado: hasta 3 minutos.'],
  ['HEVC', sampleVideo('hevc.mp4'), MP4_IMAGE],
  ['H.264 of ten bits', sampleVideo('diez-bits.mp4'), MP4_IMAGE],
  ['VP9 of another profile', sampleVideo('croma-444.webm'), expect.stringMatching(/WebM tiene que ser VP8/)],
  ['AC-3', sampleVideo('ac3.mp4'), expect.stringMatching(/^El sonido del video .* AAC\.$/)],
  ['1440 lines', sampleVideo('grande.mp4'), expect.stringMatching(/hasta 1920 píxeles de lado/)],
])('%s is refused, and why', async (_, bytes, message) => {
  expect(await problemOf(bytes)).toEqual(message)
})

/** An MP4 whose time table says that one of its entries stands for four thousand million frames. */
function endless(): Buffer {
  const bytes = Buffer.from(sampleVideo('corto.mp4'))
  const at = bytes.indexOf('stts', 0, 'latin1')
  bytes.writeUInt32BE(0xffffffff, at + 12)
  return bytes
}

test('what claims to be endless is given up', async () => {
  expect(await readVideo(onDisk(sampleVideo('corto.mp4')), 1)).toBeNull()
  expect(await problemOf(endless())).not.toBeNull()
  // The next video is read at once
  expect(await problemOf(sampleVideo('corto.mp4'))).toBeNull()
})

/** An MP4 whose tables say that each of its sixteen frames is the same two thousand bytes. */
function repeated(): Buffer {
  const bytes = Buffer.from(sampleVideo('corto.mp4'))
  const [sizes, chunks] = [bytes.indexOf('stsz', 0, 'latin1'), bytes.indexOf('stco', 0, 'latin1')]
  for (let n = 0; n < bytes.readUInt32BE(sizes + 12); n++) bytes.writeUInt32BE(2000, sizes + 16 + 4 * n)
  const first = bytes.readUInt32BE(chunks + 12)
  for (let n = 0; n < bytes.readUInt32BE(chunks + 8); n++) bytes.writeUInt32BE(first, chunks + 12 + 4 * n)
  return bytes
}

test('a video whose packets are more bytes than its file is refused', async () => {
  expect(await problemOf(repeated())).toBe(NONE)
})

test('one is read and five wait; the next is told to come back', async () => {
  const path = onDisk(sampleVideo('corto.mp4'))
  const told = await Promise.allSettled(Array.from({ length: 8 }, () => readVideo(path)))
  expect(told.map(({ status }) => status)).toEqual([
    ...Array(6).fill('fulfilled'),
    ...Array(2).fill('rejected'),
  ])
  expect(told[7]).toMatchObject({ reason: { status: 429 } })
})

test('whatever byte of its tables is wrong, there is an answer, and the next file is read', async () => {
  const whole = sampleVideo('corto.mp4')
  const table = whole.indexOf('moov', 0, 'latin1')
  for (let round = 0; round < 25; round++) {
    const bytes = Buffer.from(whole)
    bytes[table + 4 + round * 31] = 255
    const problem = await problemOf(bytes)
    expect(problem === null || problem.startsWith('El ') || problem.startsWith('La '), problem ?? '').toBe(
      true,
    )
  }
  expect(await problemOf(whole)).toBeNull()
})
