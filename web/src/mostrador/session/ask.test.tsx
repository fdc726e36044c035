// @vitest-environment happy-dom
import { DESHACER_S } from '@imprimitodo/shared/rules/pedido'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answer, call } from '../../api/call.ts'
import { useStep } from '../queries.ts'
import { Undo } from '../undo/undo.tsx'
import { settleAutoriza } from './authorise.ts'
import { settleIdentity } from './confirm.ts'
import { settleTomado } from './tomado.ts'

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
        <Undo />
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

const TOMADO = {
  ok: false,
  status: 409,
  data: { tomado: 'Nadia' },
  errores: 'El pedido 1042 lo tiene Nadia.',
} as const
const TOPE = {
  ok: false,
  status: 403,
  data: { autorizar: true },
  errores: 'Lo autoriza otra persona.',
} as const
const NOT_THEM = 'Ese e-mail o esa clave no van.'
const WRONG = { ok: false, status: 400, data: { autoriza: [NOT_THEM] }, errores: NOT_THEM } as const
const sent = () => vi.mocked(call).mock.calls.map(([, options]) => (options as { body: object }).body)

it('asks who has it, then who agrees, each once; who was mistyped is asked for again', async () => {
  answers(TOMADO, TOPE, WRONG, { ok: true, status: 200, data: {}, errores: null })
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(10)
  act(() => settleTomado(true))
  await pass(10)
  act(() => settleAutoriza({ email: 'owner@example.com', actual: 'mal' }))
  await pass(10)
  expect(sent()).toHaveLength(3)
  act(() => settleAutoriza({ email: 'owner@example.com', actual: 'bien' }))
  await pass(10)
  const step = { estado: 'cancelado', motivo: 'Error' }
  expect(sent().map((body) => JSON.parse(JSON.stringify(body)))).toEqual([
    step,
    { ...step, aunque_tomado: true },
    { ...step, aunque_tomado: true, autoriza: { email: 'owner@example.com', actual: 'mal' } },
    { ...step, aunque_tomado: true, autoriza: { email: 'owner@example.com', actual: 'bien' } },
  ])
  screen.getByRole('button', { name: /^Deshacer/ })
})

it('nobody agrees: nothing is asked again, and nothing done', async () => {
  answers(TOMADO, TOPE)
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(10)
  act(() => settleTomado(true))
  await pass(10)
  act(() => settleAutoriza(null))
  await pass(10)
  act(() => settleTomado(true)) // no question stands
  await pass(10)
  expect(sent()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
})
