import sharp from 'sharp'
import { expect, it } from 'vitest'
import { soloImagen } from './solo-imagen.ts'

const SECRET = 'LugarSecreto'
// With noise, so that what is scanned has bytes of all kinds
const picture = () =>
  sharp({
    create: {
      width: 300,
      height: 200,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
const baseline = await picture().jpeg().toBuffer()
const progressive = await picture().jpeg({ progressive: true }).toBuffer()

const segment = (marker: number, text: string) =>
  Buffer.from([0xff, marker, 0, text.length + 2, ...Buffer.from(text, 'latin1')])

/** The JPEG with `put` inserted before its first segment of that kind, or its last. */
function before(jpeg: Buffer, marker: number, put: Buffer, last = false): Buffer {
  const sign = Buffer.from([0xff, marker])
  const at = last ? jpeg.lastIndexOf(sign) : jpeg.indexOf(sign)
  expect(at).toBeGreaterThan(0)
  return Buffer.concat([jpeg.subarray(0, at), put, jpeg.subarray(at)])
}

async function cleaned(jpeg: Buffer): Promise<Buffer> {
  const blob = soloImagen(new Uint8Array(jpeg))
  if (!blob) throw new Error('It cannot be followed')
  return Buffer.from(await blob.arrayBuffer())
}
const pixels = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer()

it.each([
  ['a comment', before(baseline, 0xdb, segment(0xfe, SECRET))],
  ['EXIF behind the size', before(baseline, 0xda, segment(0xe1, `Exif\0\0${SECRET}`))],
  ['the table of several pictures', before(baseline, 0xdb, segment(0xe2, `MPF\0${SECRET}`))],
  ['a small copy', before(baseline, 0xdb, segment(0xe0, `JFXX\0${SECRET}`))],
  ['what maps and phones put', before(baseline, 0xdb, segment(0xed, SECRET))],
  ['a comment between two scans', before(progressive, 0xda, segment(0xfe, SECRET), true)],
  ['a film behind its end', Buffer.concat([baseline, Buffer.from(`ftypmp42${SECRET}`)])],
  [
    'a second picture behind its end',
    Buffer.concat([baseline, before(baseline, 0xdb, segment(0xfe, SECRET))]),
  ],
])('of a JPEG %s does not travel, and the picture is as it was', async (_what, jpeg) => {
  expect(jpeg.includes(SECRET)).toBe(true)
  const clean = await cleaned(jpeg)
  expect(clean.includes(SECRET)).toBe(false)
  expect(clean.length).toBe((jpeg.includes(Buffer.from([0xff, 0xc2])) ? progressive : baseline).length)
  expect((await pixels(clean)).equals(await pixels(jpeg))).toBe(true)
})

it('what says how its colours are meant stays', async () => {
  const adobe = segment(0xee, 'Adobe\0d\0\0\0\0\x01')
  const jpeg = before(baseline, 0xdb, adobe)
  expect((await cleaned(jpeg)).equals(jpeg)).toBe(true)
})

it('a JPEG that was cut off is kept with the bytes that it has', async () => {
  const cut = baseline.subarray(0, -200)
  expect((await cleaned(cut)).equals(cut)).toBe(true)
})

it.each([
  ['a segment longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, 0])],
  ['one shorter than its length', Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 1, 0])],
  ['no segment', Buffer.from([0xff, 0xd8, 1, 2, 3, 4])],
])('%s cannot be followed: it is drawn anew', (_what, jpeg) => {
  expect(soloImagen(new Uint8Array(jpeg))).toBeNull()
})
