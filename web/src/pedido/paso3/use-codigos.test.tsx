// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pedidoQuery } from '../../api/queries.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { useCodigos } from './use-codigos.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const [A, B, C] = ['9XR2-C4VN-60KE', 'K7M2-XQ9D-4RTB', 'M3P8-T6WA-7FGH'] as const
const LUCIA = 'lucia@gmail.com'
const AJENO = 'Ese código no existe o no es tuyo.'

/** The order's codes on the server: each takes 100 off. */
let held: string[]
/** Codes that an order with a payment link has reserved in addition. */
let reserved: string[]
let estado: 'borrador' | 'confirmado'
/** A code that is taken out does not reach the server. */
let isCut: boolean
const sent: string[] = []

const order = (codigos: readonly string[]) => ({
  pedido_id: 'p1',
  estado,
  importe_final: 1_000 - 100 * codigos.length,
  codigos: codigos.map((codigo) => ({ codigo, descuento: 100, reglas: [`Regla de ${codigo}`] })),
})

beforeEach(() => {
  held = []
  reserved = []
  estado = 'borrador'
  isCut = false
  sent.length = 0
  vi.stubGlobal('fetch', async (input: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(input, 'http://localhost').pathname
    if (path === '/api/pedidos/p1') return Response.json(order(held))
    if (path === '/get_token_local') return new Response('{}')
    if (method !== 'POST') return Response.json({}, { status: 404 })
    const { codigo, email } = JSON.parse(String(body))
    const all = [...new Set([...held, ...reserved])]
    if (path === '/api/puntos/quitar-impresion/') {
      sent.push(`- ${codigo}`)
      if (isCut) throw new TypeError('Failed to fetch')
      reserved = reserved.filter((one) => one !== codigo)
      if (estado === 'borrador') held = held.filter((one) => one !== codigo)
      const { importe_final, codigos } = order(all.filter((one) => one !== codigo))
      return Response.json({ importe_final, codigos })
    }
    sent.push(`+ ${codigo}`)
    if (email !== LUCIA)
      return Response.json({ errores: [AJENO] }, { status: 400, headers: { 'x-codigo': 'codigo_ajeno' } })
    const next = [...new Set([...all, codigo])]
    if (estado === 'borrador') held = next
    else reserved = [...reserved, codigo]
    const { importe_final, codigos } = order(next)
    return Response.json({ importe_final, codigos })
  })
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const needEmail = vi.fn()

async function open(email = LUCIA) {
  const queries = createQueryClient()
  const { result, rerender } = renderHook(
    (props: { email: string }) => {
      const { data } = useQuery(pedidoQuery('p1'))
      return useCodigos({ pedidoId: 'p1', pedido: data as PedidoAnswer | undefined, needEmail, ...props })
    },
    {
      initialProps: { email },
      wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
    },
  )
  await waitFor(() => expect(result.current.importe).toBeDefined())
  return { result, rerender, settled: () => waitFor(() => expect(result.current.isBusy).toBe(false)) }
}

it('an applied code is listed with the server’s explanation; a removed one is not', async () => {
  const { result } = await open()
  await act(async () => expect(await result.current.apply(A)).toBe(true))
  expect(result.current).toMatchObject({ codigos_descuento: [A], importe: 900, isBusy: false })
  expect(result.current.codigos).toMatchObject([{ codigo: A, descuento: 100, reglas: [`Regla de ${A}`] }])
  await act(() => result.current.remove(A))
  expect(result.current).toMatchObject({ codigos_descuento: [], importe: 1_000 })
})

it('codes of an earlier visit that the order still has are listed, and reserved again', async () => {
  held = [A]
  const { result, settled } = await open()
  expect(result.current.codigos_descuento).toEqual([A])
  await waitFor(() => expect(sent).toEqual([`+ ${A}`]))
  await settled()
  expect(result.current).toMatchObject({ codigos_descuento: [A], importe: 900, problem: null })
})

it('with another e-mail a code of the first one is removed, and the reason shown for each by its name', async () => {
  sessionStorage.setItem('access', 'vale')
  held = [A, B]
  const { result, rerender, settled } = await open()
  await settled()
  rerender({ email: 'otra@example.com' })
  act(() => result.current.settleEmail())
  await waitFor(() => expect(result.current.codigos_descuento).toEqual([]))
  await settled()
  expect(result.current).toMatchObject({ importe: 1_000, problem: `${A}: ${AJENO} ${B}: ${AJENO}` })
})

it('a code that an order loses without a session may belong to an account: the way to get it back is told', async () => {
  held = [A]
  const { result, settled } = await open('otra@example.com')
  await waitFor(() => expect(result.current.codigos_descuento).toEqual([]))
  await settled()
  expect(result.current.problem).toBe(`${A}: ${AJENO} Si es de tu cuenta, ingresá y aplicalo de nuevo.`)
})

it('without an e-mail no call is made, and the field gets the focus', async () => {
  const { result } = await open('')
  await act(async () => expect(await result.current.apply(A)).toBe(false))
  expect(result.current.problem).toMatch(/e-mail/)
  expect(needEmail).toHaveBeenCalledOnce()
  expect(sent).toEqual([])
})

it('a refusal changes nothing', async () => {
  const { result } = await open('otra@example.com')
  await act(async () => expect(await result.current.apply(A)).toBe(false))
  expect(result.current).toMatchObject({ codigos_descuento: [], importe: 1_000, problem: AJENO })
})

it('of an order that went to pay meanwhile, and came back without a payment link, a code can be removed', async () => {
  held = [A]
  const { result, settled } = await open()
  await settled()
  estado = 'confirmado'
  await act(() => result.current.remove(A))
  expect(result.current).toMatchObject({ codigos_descuento: [], importe: 1_000 })
})

it('an order with a payment link shows its new codes, whatever it still has on the server', async () => {
  estado = 'confirmado'
  held = [A]
  const { result, settled } = await open()
  await settled()
  await act(async () => void (await result.current.apply(B)))
  expect(result.current).toMatchObject({ codigos_descuento: [A, B], importe: 800 })
  await act(() => result.current.remove(A))
  expect(result.current).toMatchObject({ codigos_descuento: [B] })
  await act(async () => void (await result.current.apply(A)))
  expect(result.current.codigos_descuento.toSorted()).toEqual([A, B].toSorted())
})

it('a code that an earlier visit reserved for an order with a payment link is listed, as the price has it', async () => {
  estado = 'confirmado'
  held = [A]
  reserved = [B]
  const { result, settled } = await open()
  await settled()
  expect(result.current).toMatchObject({ codigos_descuento: [A, B], importe: 800 })
})

it('codes taken out of an order with a payment link stay out, though the server keeps them for that link', async () => {
  estado = 'confirmado'
  held = [A, B]
  const { result, settled } = await open()
  await settled()
  await act(() => result.current.remove(A))
  await act(() => result.current.remove(B))
  expect(result.current.codigos_descuento).toEqual([])
  await act(async () => void (await result.current.apply(C)))
  expect(result.current.codigos_descuento).toEqual([C])
})

it('a code that is taken out without a signal is left out of an order with a payment link', async () => {
  estado = 'confirmado'
  held = [A, B]
  const { result, settled } = await open()
  await settled()
  isCut = true
  await act(() => result.current.remove(A))
  expect(result.current).toMatchObject({ codigos_descuento: [B], importe: 800, problem: null })
})
