// @vitest-environment happy-dom
import { DESHACER_S } from '@imprimitodo/shared/rules/pedido'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, call } from '../../api/call.ts'
import { Deshacer } from '../deshacer/deshacer.tsx'
import { useStep } from '../queries.ts'
import { settleIdentity } from './confirm.ts'

vi.mock('../../api/call.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

function Stepper() {
  const step = useStep()
  return (
    <button
      type="button"
      onClick={() => step.mutate({ pedido_id: 'p1042', numero: 1042, estado: 'cancelado', motivo: 'Error' })}
    >
      Cancelar
    </button>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Stepper />
        <Deshacer />
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

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answers = (...all: Answer<unknown>[]) => {
  for (const answer of all) vi.mocked(call).mockResolvedValueOnce(answer as Awaited<ReturnType<typeof call>>)
}

it('offers the way back for its whole time after a password was asked for, however long that was typed', async () => {
  answers(
    { ok: false, status: 403, data: { confirmar: true }, errores: 'Confirmá quién sos.' },
    { ok: true, status: 200, data: {}, errores: null },
  )
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(DESHACER_S * 1000 + 5000)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
  act(() => settleIdentity(true))
  await pass(100)
  screen.getByRole('button', { name: /^Deshacer/ })
  await pass(DESHACER_S * 1000)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
})
