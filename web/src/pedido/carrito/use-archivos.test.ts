// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { getCarrito, startOver, updateCarrito } from './carrito.ts'
import type { ArchivoCarrito } from './carrito-state.ts'
import { carritoOf, file } from './testing.ts'
import { chooseAgain } from './use-archivos.ts'

vi.mock('./contenidos.ts', async (original) => ({
  ...(await original<typeof import('./contenidos.ts')>()),
  keepContents: vi.fn(async () => {}),
}))

afterEach(() => startOver())

/** Lists a file whose bytes are lost. */
function lose(change: Partial<ArchivoCarrito> = {}): ArchivoCarrito {
  const [archivo] = carritoOf('tesis.pdf').archivos
  if (!archivo) throw new Error('no file')
  const lost = { ...archivo, realFile: null, duplicado: 4, ...change }
  updateCarrito((carrito) => ({ ...carrito, archivos: [lost] }))
  return lost
}

it('a lost file is taken again where its size is the same', () => {
  const lost = lose()
  expect(chooseAgain(lost, file('otro.pdf', 9))).toContain(
    'pesa 9 Bytes y el que falta, «tesis.pdf», 5 Bytes',
  )
  expect(getCarrito().archivos).toEqual([lost])
  expect(chooseAgain(lost, file('tesis.pdf'))).toBeNull()
  expect(getCarrito().archivos).toMatchObject([{ ...lost, realFile: expect.any(File) }])
})

it('a lost file of a repeated order, whose size is unknown, is taken again whatever its size', () => {
  const contado = { pedidoId: 'P1', n: 1, paginas: 3, hojas: 2, paginasColor: 0, importe: 100 }
  expect(chooseAgain(lose({ size: 0, contado }), file('tesis.pdf', 1200))).toBeNull()
  expect(getCarrito().archivos).toMatchObject([
    { id: 'a', size: 1200, realFile: expect.any(File), duplicado: 4, contado: null },
  ])
})
