// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest'
import { decode } from './draw.ts'

const FOTO = new Blob(['x'], { type: 'image/png' })
const createImageBitmap = vi.fn()
const decodeElement = vi.fn()
vi.stubGlobal('createImageBitmap', createImageBitmap)
vi.stubGlobal(
  'Image',
  class {
    src = ''
    naturalWidth = 3024
    naturalHeight = 4032
    decode = decodeElement
  },
)

it('a browser that cannot turn a picture as its data says when it decodes it gets it as an element', async () => {
  createImageBitmap.mockRejectedValue(new TypeError('The provided value is not a valid enum value'))
  const revoke = vi.spyOn(URL, 'revokeObjectURL')
  const foto = await decode(FOTO)
  expect(foto).toMatchObject({ width: 3024, height: 4032 })
  expect(revoke).not.toHaveBeenCalled()
  foto.close()
  decodeElement.mockRejectedValueOnce(new DOMException('', 'EncodingError'))
  await expect(decode(FOTO)).rejects.toThrow(DOMException)
  expect(revoke).toHaveBeenCalledTimes(2)
})

it('a damaged picture is told at once', async () => {
  createImageBitmap.mockRejectedValue(new DOMException('', 'InvalidStateError'))
  decodeElement.mockClear()
  await expect(decode(FOTO)).rejects.toThrow(DOMException)
  expect(decodeElement).not.toHaveBeenCalled()
})
