// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { upload } from '../api/upload.ts'
import { startOver, updateCarrito } from './carrito.ts'
import { carritoOf } from './testing.ts'
import { useSubida } from './use-subida.ts'

vi.mock('../api/upload.ts', () => ({ upload: vi.fn() }))
// The account's data does not arrive
vi.mock('./cuenta.ts', () => ({ useUploader: () => () => new Promise(() => {}) }))

afterEach(() => {
  cleanup()
  startOver()
})

it('while the account’s data is being loaded a cancel ends the waiting, and nothing is sent', async () => {
  updateCarrito(() => carritoOf('a.pdf'))
  const { result } = renderHook(useSubida)
  act(() => void result.current.start())
  expect(result.current.enviando).toBe(true)
  act(() => result.current.cancel())
  await waitFor(() => expect(result.current.enviando).toBe(false))
  expect(result.current.resultado).toEqual({ kind: 'cancelado' })
  expect(upload).not.toHaveBeenCalled()
})
