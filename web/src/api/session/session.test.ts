// @vitest-environment happy-dom
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../query-client.ts'
import { fakeServer } from '../testing.ts'
import { forgetSession, reloadCliente, setCliente, signIn, useSession } from './session.ts'
import { storeAccess } from './token.ts'

const WHO = 'GET /api/auth/cliente-actual/'
const LUCIA = { id: 1, email: 'lucia@example.com', email_pendiente: null, nombre: 'Lucía', puntos: 0 }
const is = (cliente: typeof LUCIA) => ({ status: 200, body: [cliente] })

let queries: QueryClient
let session: () => ReturnType<typeof useSession>
/** Answers the session checks, by their order. */
let answers: ((answer: { status: number; body?: unknown }) => void)[]
const asked = (count: number) => waitFor(() => expect(answers).toHaveLength(count))

beforeEach(() => {
  answers = []
  fakeServer({ [WHO]: () => new Promise((resolve) => answers.push(resolve)) })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  queries = createQueryClient()
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(access = '') {
  storeAccess(access)
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queries }, children)
  const { result } = renderHook(() => useSession(), { wrapper })
  session = () => result.current
  await asked(1)
}
/** The check number `n` (of 0, 1, …) is answered. */
const answer = (n: number, how: { status: number; body?: unknown }) =>
  act(async () => {
    answers[n]?.(how)
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
const isIn = (cliente: typeof LUCIA) => waitFor(() => expect(session()).toEqual({ status: 'in', cliente }))

describe('a session check that is answered late', () => {
  it.each([
    ['the earlier customer', is(LUCIA)],
    ['that there is none', { status: 401 }],
  ])('does not undo a logout: %s', async (_, late) => {
    await open('vale')
    await answer(0, is(LUCIA))
    await isIn(LUCIA)
    act(() => void reloadCliente(queries))
    await asked(2)
    act(() => forgetSession(queries, { salida: true }))
    await answer(1, late)
    expect(session()).toEqual({ status: 'out', salida: true, tried: true })
    expect(console.error).not.toHaveBeenCalled()
  })

  it('does not undo the end of a session that it did not know of', async () => {
    await open('vale')
    act(() => forgetSession(queries, { salida: false }))
    await answer(0, is(LUCIA))
    expect(session()).toEqual({ status: 'out', salida: false, tried: true })
  })

  it('does not undo a login', async () => {
    await open()
    const login = act(() => signIn(queries, 'vale'))
    await asked(2)
    await answer(1, is(LUCIA))
    await login
    await answer(0, { status: 204 })
    expect(session()).toEqual({ status: 'in', cliente: LUCIA })
  })

  it('does not undo a change of the customer: it is asked again', async () => {
    await open('vale')
    await answer(0, is(LUCIA))
    await isIn(LUCIA)
    act(() => void reloadCliente(queries))
    await asked(2)
    const changed = { ...LUCIA, email: 'nueva@example.com' }
    act(() => setCliente(queries, { email: changed.email }))
    await answer(1, is(LUCIA))
    expect(session()).toEqual({ status: 'in', cliente: changed })
    await asked(3)
    await answer(2, is({ ...changed, puntos: 7 }))
    await isIn({ ...changed, puntos: 7 })
  })
})

function refuseChannel() {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('a browser that blocks the data of the site', () => {
  // Firefox refuses the channel with the storage; Safari before 15.4 has none
  it.each([
    ['refuses', refuseChannel],
    ['does not know', undefined],
  ])('%s the channel between tabs: a logout ends this one', async (_how, channel) => {
    vi.resetModules()
    vi.stubGlobal('BroadcastChannel', channel)
    const fresh = await import('./session.ts')
    const stop = fresh.forgetTogether(queries)
    storeAccess('llave')
    fresh.forgetSession(queries, { salida: true })
    expect(sessionStorage.getItem('access')).toBeNull()
    stop()
  })
})
