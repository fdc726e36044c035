// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { upload } from '../../api/upload/upload.ts'
import { startOver, updateCarrito } from '../carrito/carrito.ts'
import { carritoOf } from '../carrito/testing.ts'
import { uploadCarrito } from './upload.ts'
import { useSubida } from './use-subida.ts'

vi.mock('../../api/upload/upload.ts', () => ({ upload: vi.fn() }))
vi.mock('./upload.ts', { spy: true })
// The account's data does not arrive
vi.mock('../carrito/use-contacto.ts', () => ({ useUploader: () => () => new Promise(() => {}) }))

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

it('a failed attempt is forgotten when the connection is back; a refusal by the server is not', async () => {
  const { result } = renderHook(useSubida)
  const isBack = () => act(() => void window.dispatchEvent(new Event('online')))
  vi.mocked(uploadCarrito).mockResolvedValueOnce({ kind: 'falla', detail: null })
  await act(async () => void (await result.current.start()))
  expect(result.current.resultado?.kind).toBe('falla')
  isBack()
  expect(result.current.resultado).toBeNull()
  vi.mocked(uploadCarrito).mockResolvedValueOnce({ kind: 'pagado' })
  await act(async () => void (await result.current.start()))
  isBack()
  expect(result.current.resultado).toEqual({ kind: 'pagado' })
})
