// @vitest-environment happy-dom
import { erroresOf } from '@imprimitodo/shared/rules/base/errores'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, call } from '../../api/call.ts'
import { replyHeaders } from '../../api/testing.ts'
import { useStep } from '../queries.ts'
import { Undo } from '../undo/undo.tsx'
import { fetchPdf } from './ask.ts'
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

const DONE: Answer<unknown> = { ok: true, status: 200, codigo: null, data: {}, errores: null }
function refusal(status: number, codigo: Rechazo, data: unknown): Answer<unknown> {
  return { ok: false, status, codigo, data, errores: erroresOf(data) }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answers = (...all: Answer<unknown>[]) => {
  for (const answer of all) vi.mocked(call).mockResolvedValueOnce(answer as Awaited<ReturnType<typeof call>>)
}

it('offers to undo a step for the whole time, however long the clerk typed a password before', async () => {
  answers(refusal(403, 'confirmar', { detail: 'Confirmá quién sos.', confirmar: true }), DONE)
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(DESHACER_S * 1000 + 5000)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
  act(() => settleIdentity(true))
  await pass(100)
  screen.getByRole('button', { name: /^Deshacer/ })
  await pass(DESHACER_S * 1000)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
})

const TOMADO = refusal(409, 'tomado_por_otro', { detail: 'El pedido 1042 lo tiene Nadia.', tomado: 'Nadia' })
const TOPE = refusal(403, 'autorizar', { detail: 'Lo autoriza otra persona.', autorizar: true })
const NOT_THEM = 'Ese e-mail o esa clave no van.'
const WRONG = refusal(400, 'autorizacion_fallida', { autoriza: [NOT_THEM] })
const sent = () => vi.mocked(call).mock.calls.map(([, options]) => (options as { body: object }).body)

it('asks about the hold, then for an approver, each once; a mistyped approver is asked again', async () => {
  answers(TOMADO, TOPE, WRONG, DONE)
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

it('without an approver: nothing is asked again, and nothing done', async () => {
  answers(TOMADO, TOPE)
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(10)
  act(() => settleTomado(true))
  await pass(10)
  act(() => settleAutoriza(null))
  await pass(10)
  act(() => settleTomado(true)) // no question is open
  await pass(10)
  expect(sent()).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Deshacer/ })).toBeNull()
})

it.each([
  ['who has it', refusal(409, 'conflicto', { detail: 'No.', tomado: 'Nadia' })],
  ['who agrees', refusal(403, 'prohibido', { detail: 'No.', autorizar: true })],
  ['who agrees instead', refusal(400, 'datos', { autoriza: ['Es demasiado largo.'] })],
  ['the password', refusal(403, 'prohibido', { detail: 'No.', confirmar: true })],
  ['the anti-bot check', refusal(403, 'prohibido', { detail: 'No.', captcha: true })],
])('does not ask for %s where only the body looks like it', async (_, refused) => {
  answers(refused, DONE)
  fireEvent.click(screen.getByText('Cancelar'))
  await pass(10)
  act(() => settleTomado(true))
  act(() => settleAutoriza({ email: 'owner@example.com', actual: 'bien' }))
  act(() => settleIdentity(true))
  await pass(10)
  expect(sent()).toHaveLength(1)
})

describe('a PDF', () => {
  const PATH = '/api/mostrador/pedidos/P1/trabajos/1.pdf'
  const never = new AbortController().signal
  const replies = (...all: Parameters<typeof replyHeaders>[0][]) => {
    const fetched = vi.fn(async () => {
      const { status, ...reply } = all.shift() ?? { status: 200 }
      return new Response('%PDF', { status, headers: replyHeaders({ status, ...reply }) })
    })
    vi.stubGlobal('fetch', fetched)
    return fetched
  }
  afterEach(() => vi.unstubAllGlobals())

  it('that is still being made is asked for again', async () => {
    const codigos = ['preparando', 'saturado', 'base_caida'] as const
    const fetched = replies(...codigos.map((codigo) => ({ status: 503, codigo })))
    const pdf = fetchPdf(PATH, never)
    await pass(15_000)
    expect((await pdf).type).toBe('application/pdf')
    expect(fetched).toHaveBeenCalledTimes(4)
  })

  it('is asked for once where a 503 means something else', async () => {
    const fetched = replies({ status: 503, codigo: 'no_disponible', headers: { 'retry-after': '30' } })
    await expect(fetchPdf(PATH, never)).rejects.toMatchObject({ codigo: 'no_disponible' })
    expect(fetched).toHaveBeenCalledTimes(1)
  })
})
