// @vitest-environment happy-dom
import type { Impresora, TicketTermico } from '@imprimitodo/shared/api/impresion'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../../api/testing.ts'
import { Toasts } from '../../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../../session/session.ts'
import { IMPRESORA, pedidoMostradorOf } from '../testing.tsx'
import { TicketButton, ticketText } from './ticket-button.tsx'
import { pdfsOf } from './use-pdfs.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const ULTIMO: TicketTermico = {
  id: 5,
  papel: 'ticket',
  impresora: 'Epson',
  estado: 'en_cola',
  mensaje: null,
  pedida: '2026-11-24T13:00:00.000Z',
}
const TERMICA: Impresora = { ...IMPRESORA, id: 9, nombre: 'Epson', uri: 'socket://10.0.0.8:9100' }
const PATH = '/api/mostrador/pedidos/P1/ticket-termico'

let calls: ReceivedCall[]
function open(impresoras: Impresora[], save = vi.fn()) {
  calls = fakeServer({
    'GET /api/mostrador/impresoras': { status: 200, body: { impresoras, agentes: [] } },
    [`GET ${PATH}`]: { status: 200, body: { impresoras: [], ultimo: ULTIMO } },
    [`POST ${PATH}`]: { status: 200, body: ULTIMO },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <h1>Pedido</h1>
      <TicketButton
        pedido={pedidoMostradorOf()}
        pdfs={{ busy: [], save }}
        papeles={pdfsOf(pedidoMostradorOf()).papeles}
      />
      <Toasts />
    </QueryClientProvider>,
  )
}
beforeEach(() =>
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' }),
)
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

describe('the ticket of an order', () => {
  it('is one tap where the branch has a thermal printer, and shows its progress', async () => {
    const user = userEvent.setup()
    open([IMPRESORA, TERMICA])
    await user.click(await screen.findByRole('button', { name: 'Ticket' }))
    await screen.findByText('Ticket del pedido 1042: va a la impresora de tickets.')
    await screen.findByText('El ticket está en camino a Epson.')
    expect(calls.filter(({ call }) => call === `POST ${PATH}`)).toHaveLength(1)
  })

  it('is a PDF where there is none, or only in another branch', async () => {
    const save = vi.fn()
    const user = userEvent.setup()
    open([IMPRESORA, { ...TERMICA, sucursal: 'Aguilares' }], save)
    await user.click(await screen.findByRole('button', { name: 'Ticket PDF' }))
    expect(save.mock.calls.map(([pdf]) => pdf.fileName)).toEqual(['1042-ticket.pdf'])
    await vi.waitFor(() => expect(calls.map(({ call }) => call)).toContain('GET /api/mostrador/impresoras'))
    expect(screen.queryByRole('button', { name: 'Ticket' })).toBeNull()
  })

  it('has a label for the shelf: on the thermal printer, and on A6 as the ticket', async () => {
    const save = vi.fn()
    const user = userEvent.setup()
    open([TERMICA], save)
    await user.click(await screen.findByRole('button', { name: 'Más papeles' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Papeles del pedido 1042' }))
    await user.click(await dialog.findByRole('button', { name: 'Etiqueta' }))
    await screen.findByText('Etiqueta del pedido 1042: va a la impresora de tickets.')
    expect(calls.filter(({ call }) => call === `POST ${PATH}`)).toMatchObject([
      { body: { papel: 'etiqueta' } },
    ])
    await user.click(dialog.getByRole('button', { name: 'Etiqueta PDF (A6)' }))
    await user.click(dialog.getByRole('button', { name: 'Ticket PDF (A6)' }))
    expect(save.mock.calls.map(([pdf]) => [pdf.fileName, pdf.path])).toEqual([
      ['1042-etiqueta.pdf', '/api/mostrador/pedidos/P1/ticket.pdf?papel=etiqueta'],
      ['1042-ticket-a6.pdf', '/api/mostrador/pedidos/P1/ticket.pdf?papel=a6'],
    ])
  })

  it.each<[Partial<TicketTermico>, string]>([
    [{ estado: 'impresa' }, 'El ticket salió en Epson.'],
    [{ papel: 'etiqueta', estado: 'impresa' }, 'La etiqueta salió en Epson.'],
    [{ mensaje: 'Impresora apagada o sin red' }, 'El ticket espera en Epson: Impresora apagada o sin red.'],
    [
      { estado: 'cancelada', mensaje: 'Se cortó mientras se mandaba: puede haber salido una parte.' },
      'El ticket no salió en Epson, o no entero. Se cortó mientras se mandaba: puede haber salido una parte.',
    ],
    [{ estado: 'cancelada', mensaje: null }, 'El ticket no salió en Epson, o no entero.'],
  ])('%j is told as «%s»', (change, said) => expect(ticketText({ ...ULTIMO, ...change })).toBe(said))
})
