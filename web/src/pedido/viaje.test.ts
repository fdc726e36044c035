// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { editArchivo } from './archivos.ts'
import { forgetCarrito, getCarrito, startOver, updateCarrito } from './carrito.ts'
import { CARRITO_KEY } from './carrito-key.ts'
import { serialise } from './carrito-state.ts'
import { getLecturas } from './lectura/lectura.ts'
import { leer } from './lectura/leer.ts'
import { carritoOf } from './testing.ts'
import { viajar } from './viaje.ts'

/** Of each upload that began; none ends by itself. */
const signals: AbortSignal[] = []
vi.mock('./subir-partes.ts', () => ({
  dropPartes: () => Promise.resolve(),
  subirPorPartes: (_archivo: unknown, _file: File, { signal }: { signal: AbortSignal }) =>
    new Promise((_, reject) => {
      signals.push(signal)
      signal.addEventListener('abort', () => reject(signal.reason))
    }),
}))

beforeEach(() => {
  forgetCarrito()
  signals.length = 0
})

it.each([
  ['the order is done', startOver],
  ['the customer leaves', forgetCarrito],
])('stops sending and reading when %s, without a step on the screen', async (_, end) => {
  updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
  leer(getCarrito().archivos)
  viajar()
  await expect.poll(() => signals.length).toBe(1)
  expect(getLecturas().size).toBe(2)
  end()
  expect(signals[0]?.aborted).toBe(true)
  expect(getLecturas().size).toBe(0)
})

it('keeps what arrived when another tab writes without knowing of it', () => {
  updateCarrito(() => carritoOf('tesis.pdf', 'anexo.pdf'))
  const theirs = editArchivo(getCarrito(), 'b', { duplicado: 4 })
  updateCarrito((carrito) => editArchivo(carrito, 'a', { subida: 'arrived' }))
  window.dispatchEvent(new StorageEvent('storage', { key: CARRITO_KEY, newValue: serialise(theirs) }))
  expect(getCarrito().archivos).toMatchObject([{ subida: 'arrived' }, { duplicado: 4 }])
})
