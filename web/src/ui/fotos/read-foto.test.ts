// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { readFoto } from './read-foto.ts'

vi.mock('./draw.ts', () => ({
  decode: async () => ({ width: 816, height: 614, close: () => {} }),
  draw: async () => ({ jpeg: new Blob() }),
}))

/** A JPEG's header: what is known of a picture before it is decoded. */
function jpeg(ancho: number, alto: number): File {
  const size = [alto >> 8, alto & 255, ancho >> 8, ancho & 255]
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, ...size, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
  return new File([new Uint8Array(start)], 'foto.jpg', { type: 'image/jpeg' })
}

it.each([
  [8192, 6144],
  [8160, 6144],
])('the 50 megapixels of a phone, %d x %d, are taken', async (ancho, alto) => {
  expect(await readFoto('uno', jpeg(ancho, alto))).toMatchObject({ estado: 'lista' })
})

it('a larger one is refused with a number that is above the limit', async () => {
  expect(await readFoto('uno', jpeg(8192, 6250))).toMatchObject({
    estado: 'no',
    motivo: 'grande',
    text: expect.stringContaining('Tiene 52 megapíxeles y acá entran hasta 51.'),
  })
})
