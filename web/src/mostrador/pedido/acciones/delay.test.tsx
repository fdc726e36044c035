// @vitest-environment happy-dom
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Toasts } from '../../../ui/notice/toasts.tsx'
import { ask } from '../../session/ask.ts'
import { Delay } from './delay.tsx'

vi.mock('../../session/ask.ts')
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.resetAllMocks()
})

const pedido = {
  pedido_id: 'p1',
  numero: 1042,
  email: 'ana@example.com',
  estado: 'pagado',
  prometido: '2026-11-23T14:30:00.000Z',
  hora_sugerida: '2026-11-23T15:20:00.000Z',
} as PedidoMostrador

function show(change: Partial<PedidoMostrador> = {}) {
  vi.setSystemTime(new Date('2026-11-23T14:00:00Z'))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Delay pedido={{ ...pedido, ...change }} />
      <Toasts />
    </QueryClientProvider>,
  )
}
const open = () => fireEvent.click(screen.getByRole('button', { name: 'Avisar que se demora' }))
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Avisar la nueva hora' }))

it('is preset to the estimated hour; another one is checked before it is sent', async () => {
  const answer = { ok: true, status: 200, data: pedido, errores: null }
  vi.mocked(ask).mockResolvedValue(answer as Awaited<ReturnType<typeof ask>>)
  show()
  open()
  const field = screen.getByLabelText<HTMLInputElement>('Nueva hora')
  expect(field.value).toBe('2026-11-23T12:20') // the shop's clock
  screen.getByText(/prometido para el lun 23\/11, 11:30 h.*ana@example\.com/)
  for (const [typed, problem] of [
    ['', 'Escribí el día y la hora.'],
    ['2026-11-23T10:50', 'Esa hora ya pasó.'],
    ['2026-11-23T11:30', 'Esa hora no es más tarde que la prometida.'],
  ]) {
    fireEvent.change(field, { target: { value: typed } })
    send()
    expect(screen.getByRole('alert').textContent).toBe(problem)
  }
  expect(ask).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '2026-11-23T13:00' } })
  send()
  await screen.findByText('Pedido 1042: ahora, lun 23/11, 13:00 h.')
  expect(ask).toHaveBeenCalledExactlyOnceWith('POST /api/mostrador/pedidos/:pedido_id/demora', {
    params: { pedido_id: 'p1' },
    body: { hora: '2026-11-23T16:00:00.000Z' },
  })
})

it('is not offered where there is no hour to tell', () => {
  show({ hora_sugerida: null })
  expect(screen.queryByRole('button', { name: 'Avisar que se demora' })).toBeNull()
})
