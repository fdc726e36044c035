// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../api/testing.ts'
import { getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { carritoOf } from '../carrito/testing.ts'
import { useAsk } from './use-ask.ts'

const PEDIDO = { pedido_id: 'P1', total: 0, total_impresion: 0, total_anillado: 0, archivos: [] }
let answer: (() => void) | null = null

beforeEach(() => {
  answer = null
  fakeServer({
    'POST /api/presupuestos/T/pedir': () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: PEDIDO })
      }),
  })
})
afterEach(() => {
  cleanup()
  startOver()
  vi.unstubAllGlobals()
})

const open = () =>
  renderHook(() => ({ ...useAsk('T'), address: useLocation().pathname }), { wrapper: MemoryRouter })
/** Answers the call once it was made. */
const arrive = async () => {
  await waitFor(() => expect(answer).not.toBeNull())
  await act(async () => answer?.())
  answer = null
}
const names = () => getCarrito().archivos.map(({ name }) => name)

it('the quote becomes the half-made order', async () => {
  const { result } = open()
  act(() => void result.current.pedir())
  await arrive()
  await waitFor(() => expect(result.current.address).toBe('/imprimitodo/paso3'))
  expect(getCarrito().pedidoId).toBe('P1')
})

it('files added while the answer is awaited are asked about, and replaced only then', async () => {
  const { result } = open()
  act(() => void result.current.pedir())
  updateCarrito(() => carritoOf('nuevo.pdf'))
  await arrive()
  await waitFor(() => expect(result.current.inTheWay).toEqual(['nuevo.pdf']))
  expect([names(), result.current.address]).toEqual([['nuevo.pdf'], '/'])
  act(() => void result.current.pedir({ discard: true }))
  await arrive()
  await waitFor(() => expect(result.current.address).toBe('/imprimitodo/paso3'))
  expect(names()).toEqual([])
})

it('a customer who left keeps the half-made order unchanged', async () => {
  const { result, unmount } = open()
  act(() => void result.current.pedir())
  unmount()
  await arrive()
  await act(async () => {})
  expect(getCarrito().pedidoId).toBeNull()
})
