// @vitest-environment happy-dom
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { PAUSE_MS } from '../atajos/atajos.ts'
import { ask } from '../session/ask.ts'
import { offerUndo } from './pasos-dados.ts'
import { Undo } from './undo.tsx'

vi.mock('../session/ask.ts')
beforeEach(() => {
  vi.useFakeTimers()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <h1 tabIndex={-1}>Pedidos</h1>
        <Undo />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  act(() => vi.advanceTimersByTime(DESHACER_S * 1000))
  cleanup()
  vi.useRealTimers()
  vi.resetAllMocks()
})

const offer = (numero: number, estado: 'listo' | 'entregado' | 'cancelado' | 'en_produccion', ago = 0) => {
  let isOffered = false
  act(() => {
    isOffered = offerUndo([{ pedido_id: `p${numero}`, numero }], estado, Date.now() - ago)
  })
  return isOffered
}
const answers = (answer: object) =>
  vi.mocked(ask).mockResolvedValue(answer as Awaited<ReturnType<typeof ask>>)
const settle = () => act(() => vi.advanceTimersByTimeAsync(50))
const button = () => screen.queryByRole('button', { name: /^Deshacer/ })

it('is there as long as the server accepts the undo, and says which message waits meanwhile', () => {
  expect(offer(1042, 'listo', DESHACER_S * 1000)).toBe(false)
  expect(button()).toBeNull()
  expect(offer(1042, 'listo', 1000)).toBe(true)
  screen.getByText('Pedido 1042 está listo.')
  screen.getByText('El aviso al cliente sale en 7 s.')
  act(() => vi.advanceTimersByTime(6_900))
  screen.getByText('El aviso al cliente sale en 1 s.')
  act(() => vi.advanceTimersByTime(100))
  expect(button()).toBeNull()
  expect(offer(1042, 'en_produccion')).toBe(true)
  screen.getByText('Pedido 1042 pasó a producción.')
  screen.getByText('Queda firme en 8 s.')
})

it('undoes the last step by key, once, then offers the one before; the focus stays on the page', async () => {
  answers({ ok: true, status: 200, data: { estado: 'en_produccion' }, errores: null })
  offer(1042, 'listo')
  offer(1043, 'cancelado')
  screen.getByText(/La devolución y el aviso salen en 8 s\. Y 1 más\./)
  button()?.focus()
  for (const key of ['z', 'z']) {
    fireEvent.keyDown(document.body, { key })
    act(() => vi.advanceTimersByTime(PAUSE_MS))
  }
  await settle()
  expect(vi.mocked(ask).mock.calls).toEqual([
    [
      'POST /api/mostrador/pedidos/:pedido_id/deshacer',
      { params: { pedido_id: 'p1043' }, body: { estado: 'cancelado' } },
    ],
  ])
  screen.getByText('Deshecho: el pedido 1043 está en producción.')
  expect(document.activeElement?.tagName).toBe('H1')
  screen.getByText('Pedido 1042 está listo.')
})

it('shows the server’s reason for a refusal, and without network that it may be undone', async () => {
  answers({ ok: false, status: 409, data: null, errores: 'El último paso del pedido 1042 ya se deshizo.' })
  offer(1042, 'entregado')
  fireEvent.click(button() as HTMLElement)
  await settle()
  screen.getByText('El último paso del pedido 1042 ya se deshizo.')
  vi.mocked(ask).mockRejectedValue(new TypeError('network'))
  offer(1044, 'listo')
  fireEvent.click(button() as HTMLElement)
  await settle()
  screen.getByText('Pedido 1044. Se cortó la conexión y no sabemos si se deshizo. Fijate antes de repetir.')
})
