// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { startOver, updateCarrito } from '../carrito/carrito.ts'
import { carritoOf } from '../carrito/testing.ts'
import { setParada } from './avance.ts'
import { SubidaStatus } from './subida-status.tsx'

vi.mock('../../api/upload/upload-in-parts.ts', () => ({ uploadInParts: () => new Promise(() => {}) }))

afterEach(() => {
  cleanup()
  startOver()
})

it('two files that stopped are named, more of them are counted', () => {
  const carrito = carritoOf('a.pdf', 'b.pdf', 'c.pdf')
  updateCarrito(() => carrito)
  render(<SubidaStatus />)
  const stop = ({ id, realFile }: (typeof carrito.archivos)[number]) => {
    if (realFile) setParada(id, { file: realFile, error: new TypeError('Failed to fetch') })
  }
  const [first, second, third] = carrito.archivos
  if (!first || !second || !third) throw new Error('Three files')
  act(() => [first, second].forEach(stop))
  screen.getByText('«a.pdf» no terminó de subir.')
  screen.getByText('«b.pdf» no terminó de subir.')
  act(() => stop(third))
  screen.getByText('3 archivos no terminaron de subir.')
  expect(screen.queryByText(/^«/)).toBeNull()
})
