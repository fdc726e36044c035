// @vitest-environment happy-dom
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../api/testing.ts'
import { Change } from './change.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const unpaid = {
  pedido_id: 'p',
  numero: 1042,
  estado: 'confirmado',
  pago: null,
  importe_final: 100,
  vuelve: [],
} as unknown as PedidoAnswer
const VISA = { importe: 100, adonde: 'a tu tarjeta Visa', cuando: 'Puede tardar 10 días.' }
const paid: PedidoAnswer = { ...unpaid, estado: 'pagado', pago: 'aprobado', vuelve: [VISA] }

const show = (pedido: PedidoAnswer, isHere = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Change pedido={pedido} isHere={isHere} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const ask = () => fireEvent.click(screen.getByRole('button', { name: 'Cancelar el pedido' }))
const dialog = () => screen.getByRole('dialog', { hidden: true })

it('options can be changed while nothing is paid and no payment is under way', () => {
  const change = () => screen.queryByRole('link', { name: 'Cambiar opciones' })
  const shown = [
    [unpaid, true],
    [unpaid, false],
    [paid, true],
    [{ ...unpaid, pago: 'pendiente' as const }, true],
  ] as const
  const seen = shown.map(([pedido, isHere]) => {
    show(pedido, isHere)
    const link = change()
    cleanup()
    return link?.getAttribute('href') ?? null
  })
  expect(seen).toEqual(['/imprimitodo/paso2', null, null, null])
})

it('says before a cancellation what is refunded, to where and when; unpaid, that nothing is charged', () => {
  show(paid)
  ask()
  expect(dialog().textContent).toContain('Te devolvemos $ 100,00 a tu tarjeta Visa. Puede tardar 10 días.')
  screen.getByRole('button', { name: 'Sí, cancelar y devolver', hidden: true })
  cleanup()
  show(unpaid)
  ask()
  expect(dialog().textContent).toContain('no se te cobra nada')
  cleanup()
  show({ ...unpaid, pago: 'en_proceso' })
  ask()
  expect(dialog().textContent).toContain('Si se acredita después, te lo devolvemos.')
})

it('typed text stays after a refusal, with the reason; sent once however often it is pressed', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(String(init.body))
    const headers = { 'x-codigo': 'conflicto' }
    return new Response(JSON.stringify({ detail: 'Ya lo estamos imprimiendo.' }), { status: 409, headers })
  })
  show(paid)
  ask()
  const field = screen.getByLabelText('¿Por qué? (opcional)')
  fireEvent.change(field, { target: { value: 'Me equivoqué' } })
  const form = field.closest('form') as HTMLFormElement
  fireEvent.submit(form)
  fireEvent.submit(form)
  await screen.findByText('Ya lo estamos imprimiendo.')
  expect(field).toHaveProperty('value', 'Me equivoqué')
  expect(sent.filter((body) => body.includes('Me equivoqué'))).toHaveLength(1)
})

it.each([
  ['is cut', true, 'Se cortó la conexión y no sabemos si se canceló. Probá de nuevo.'],
  ['never left', false, 'No hay conexión: esta vez no se envió nada. Probá de nuevo cuando vuelva.'],
])('a cancellation that %s says what is known of it', async (_, isOnline, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  fakeServer({ 'POST /api/pedidos/p/cancelar': 'cut' })
  show(paid)
  ask()
  fireEvent.submit(screen.getByLabelText('¿Por qué? (opcional)').closest('form') as HTMLFormElement)
  await screen.findByText(text)
  vi.restoreAllMocks()
})
