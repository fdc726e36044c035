import sharp from 'sharp'
import { describe, expect, it, test } from 'vitest'
import { imagenOf, inspect } from './imagen.ts'

const picture = (ancho = 60, alto = 40) =>
  sharp({ create: { width: ancho, height: alto, channels: 3, background: '#c93a22' } })
const read = async (made: Promise<Buffer>) => inspect(new Blob([new Uint8Array(await made)]))

describe('the first bytes of a picture', () => {
  it('a JPEG can go into a PDF unchanged, baseline or progressive, in colour or grey', async () => {
    const directo = { formato: 'jpeg-directo', ancho: 60, alto: 40, orientacion: 1, gris: false }
    expect(await read(picture().jpeg().toBuffer())).toMatchObject(directo)
    expect(await read(picture().jpeg({ progressive: true }).toBuffer())).toMatchObject(directo)
    const grey = picture().toColourspace('b-w').jpeg().toBuffer()
    expect(await read(grey)).toMatchObject({ ...directo, gris: true })
  })

  it('one with four inks is drawn anew', async () => {
    const cmyk = picture().toColourspace('cmyk').jpeg().toBuffer()
    expect(await read(cmyk)).toMatchObject({ formato: 'jpeg', ancho: 60, alto: 40 })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('how the camera was held: %d', async (orientation) => {
    const imagen = await read(picture().withMetadata({ orientation }).jpeg().toBuffer())
    expect(imagen).toMatchObject({ orientacion: orientation, ancho: 60, alto: 40 })
  })

  it('PNG, WebP of all three kinds, GIF', async () => {
    const size = { ancho: 60, alto: 40, animada: false }
    expect(await read(picture().png().toBuffer())).toMatchObject({ formato: 'png', ...size })
    expect(await read(picture().webp().toBuffer())).toMatchObject({ formato: 'webp', ...size })
    expect(await read(picture().webp({ lossless: true }).toBuffer())).toMatchObject({
      formato: 'webp',
      ...size,
    })
    const holes = picture().ensureAlpha(0.5).webp().toBuffer()
    expect(await read(holes)).toMatchObject({ formato: 'webp', ...size })
    expect(await read(picture().gif().toBuffer())).toMatchObject({ formato: 'gif', ...size })
  })

  it('an animated WebP', async () => {
    const frames = sharp(Buffer.concat([Buffer.alloc(60 * 40 * 3, 90), Buffer.alloc(60 * 40 * 3, 200)]), {
      raw: { width: 60, height: 80, channels: 3, pageHeight: 40 },
    })
    const moving = Buffer.from(await frames.webp({ loop: 0, delay: [100, 100] }).toBuffer())
    expect(await read(Promise.resolve(moving))).toMatchObject({ formato: 'webp', animada: true })
  })

  it('HEIC by its brand, whatever its name is', () => {
    const bytes = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic')
    expect(imagenOf(new DataView(bytes.buffer)).formato).toBe('heic')
  })
})

const jpeg = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()

test.each(Array.from({ length: 60 }, (_, n) => n * 11))(
  'cut off after %d bytes it throws nothing',
  (length) => {
    const cut = new Uint8Array(jpeg.subarray(0, length))
    expect(() => imagenOf(new DataView(cut.buffer, 0, cut.byteLength))).not.toThrow()
  },
)

test.each(['Esto es texto', '%PDF-1.7', 'RIFF1234WEBPVP8X', '\x89PNG'])(
  '«%s» is no picture that is known to the end',
  (text) => {
    const bytes = new TextEncoder().encode(text)
    expect(imagenOf(new DataView(bytes.buffer)).ancho).toBe(0)
  },
)

test('an EXIF directory that points outside of itself is no orientation', () => {
  const at = jpeg.indexOf('Exif')
  const broken = new Uint8Array(jpeg)
  broken.set([0xff, 0xff, 0xff, 0xff], at + 10)
  expect(imagenOf(new DataView(broken.buffer)).orientacion).toBe(1)
})
