import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANCHOS, FORMATOS, imagenPath, imagenSources, parseImagen } from './imagen.ts'

const ID = '0123456789abcdef0123456789abcdef'

test('an address of ours gives every width in both formats', () => {
  const all = {
    avif: `/imagenes/${ID}-320.avif 320w, /imagenes/${ID}-640.avif 640w, /imagenes/${ID}-960.avif 960w`,
    webp: `/imagenes/${ID}-320.webp 320w, /imagenes/${ID}-640.webp 640w, /imagenes/${ID}-960.webp 960w`,
    src: `/imagenes/${ID}-640.webp`,
  }
  expect(imagenSources(`/imagenes/${ID}-640.webp`)).toEqual(all)
  expect(imagenSources(`/imagenes/${ID}-320.avif`)).toEqual(all)
})

test.each([
  'https://otra.example/foto.jpg',
  `https://otra.example/imagenes/${ID}-640.webp`,
  '',
  '/imagenes/',
  `/imagenes/${ID}.webp`,
  `/imagenes/${ID.toUpperCase()}-640.webp`,
  `/imagenes/${ID}-640.webp?x=1`,
  `/imagenes/${ID}-640.webp, /otra 2x`,
  `/imagenes/../${ID}-640.webp`,
])('%j is not of ours', (address) => {
  expect(imagenSources(address)).toBeNull()
})

test.each([
  `/imagenes/${ID}-641.webp`,
  `/imagenes/${ID}-0640.webp`,
  `/imagenes/${ID}-640.png`,
  '/imagenes/x',
])('%j asks for nothing there is', (path) => {
  expect(parseImagen(path)).toBeNull()
})

test('a written address is read back', async () => {
  await fc.assert(
    fc.property(
      fc.stringMatching(/^[0-9a-f]{32}$/),
      fc.constantFrom(...ANCHOS),
      fc.constantFrom(...FORMATOS),
      (id, ancho, formato) => {
        expect(parseImagen(imagenPath(id, ancho, formato))).toEqual({ id, ancho, formato })
      },
    ),
  )
})
