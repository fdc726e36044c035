// @vitest-environment happy-dom
import type { PagoSimulado } from '@imprimitodo/shared/api/pagos'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { PagoSimuladoPage } from './pago-simulado-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LOOK = 'GET /api/pago-simulado/R1'
const CHOOSE = 'POST /api/pago-simulado/R1'
type Intento = PagoSimulado['pagos'][number]
const intento = (estado: Intento['estado'], medio: Intento['medio'] = 'tarjeta'): Intento => ({
  id: estado,
  estado,
  medio,
  cuando: '2026-11-24T13:00:00.000Z',
})
const pago = (pagos: Intento[] = [], vencida = false) => ({
  status: 200,
  body: {
    referencia: 'R1',
    titulo: 'Pedido 1042',
    importe: 304,
    vence: '2026-11-25T13:00:00.000Z',
    vencida,
    vuelta: '/pedido/P1',
    pagos,
  } satisfies PagoSimulado,
})
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [LOOK]: pago(), [CHOOSE]: pago([intento('rejected')]) }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/pago-simulado/R1']}>
        <Routes>
          <Route path="/pago-simulado/:ref" element={<PagoSimuladoPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const pay = () => screen.findByRole('button', { name: /^Pagar \$\s304,00$/ })
const radio = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const heading = () => screen.getByRole('heading', { level: 1 })
const chosen = () => calls.filter(({ call }) => call === CHOOSE).map(({ body }) => body)
const answered = () => act(async () => void (await vi.advanceTimersByTimeAsync(0)))

describe('a payment to be made', () => {
  it('says what is paid, that no money is, and leads back without paying', async () => {
    open()
    await pay()
    screen.getByText('No se cobra dinero de verdad')
    expect(heading().textContent).toMatch(/^Estás por pagar \$\s304,00$/)
    screen.getByText('Pedido 1042')
    const back = screen.getByRole('link', { name: /sin pagar$/ })
    expect(back.getAttribute('href')).toBe('/pedido/P1')
  })

  it('is approved by keyboard: Enter on its card sends it once, and the heading takes the focus', async () => {
    script[CHOOSE] = pago([intento('approved')])
    open()
    await pay()
    radio(/^Tarjeta aprobada/).focus()
    await user.keyboard('{Enter}')
    expect((await screen.findByRole('status')).textContent).toBe('Pago aprobado. Ya le avisamos al comercio.')
    expect(heading().textContent).toMatch(/^Pagaste \$\s304,00$/)
    expect(document.activeElement).toBe(heading())
    expect(chosen()).toEqual([{ accion: 'aprobar' }])
    expect(screen.getByRole('link', { name: /^Volver a / }).getAttribute('href')).toBe('/pedido/P1')
  })

  it('is sent once by a double press; meanwhile its choice stays, and so does the focus', async () => {
    let answer = () => {}
    script[CHOOSE] = () =>
      new Promise((resolve) => {
        answer = () => resolve(pago([intento('in_process')]))
      })
    open()
    await pay()
    await user.click(radio(/^Dejar pendiente/))
    await user.dblClick(await pay())
    const busy = screen.getByRole('button', { name: 'Procesando el pago…' })
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    radio(/^Dejar pendiente/).focus()
    await user.keyboard('{Enter}')
    await user.click(radio(/^Tarjeta aprobada/))
    const kept = radio(/^Dejar pendiente/)
    expect([kept.checked, kept.closest('fieldset')?.disabled]).toEqual([true, false])
    await waitFor(() => expect(chosen()).toHaveLength(1))
    await act(async () => answer())
    await screen.findByText('El pago quedó en proceso.')
    expect(chosen()).toEqual([{ accion: 'dejar_pendiente' }])
  })

  it('that is rejected can be paid at once: the choice and the focus stay where they are', async () => {
    open()
    await pay()
    await user.click(radio(/^Tarjeta rechazada/))
    await user.click(await pay())
    expect((await screen.findByRole('alert')).textContent).toMatch(/^La tarjeta no autorizó el pago\./)
    expect(document.activeElement).toBe(await pay())
    expect(radio(/^Tarjeta rechazada/).checked).toBe(true)
    script[CHOOSE] = pago([intento('approved')])
    await user.click(radio(/^Tarjeta aprobada/))
    await user.click(await pay())
    await screen.findByText('Pago aprobado.')
  })
})

describe('a choice that the server did not take', () => {
  it.each([
    ['no signal', 'cut', 'No hay conexión. Probá de nuevo.'],
    ['a refusal', { status: 409, body: { detail: 'El pedido cambió.' } }, 'El pedido cambió.'],
    [
      'a proxy’s page',
      { status: 502, codigo: null, body: '<h1>Bad Gateway</h1>' },
      'No pudimos cargar estos datos. Intentalo nuevamente.',
    ],
  ] as const)('is told, stays chosen, and can be sent again: %s', async (_, answer, text) => {
    script[CHOOSE] = answer
    open()
    await pay()
    await user.click(radio(/^Pagar después en efectivo/))
    await user.click(await pay())
    const told = await screen.findByRole('alert')
    expect(told.textContent).toBe(text)
    // Above the button: below it, a phone would not show it
    expect(told.compareDocumentPosition(await pay())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(radio(/^Pagar después en efectivo/).checked).toBe(true)
    script[CHOOSE] = pago([intento('pending', 'efectivo')])
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Acreditar el efectivo' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(chosen()).toHaveLength(2)
  })

  it('because it was paid or expired meanwhile shows that', async () => {
    script[CHOOSE] = () => {
      script[LOOK] = pago([], true)
      return { status: 409, body: { detail: 'Este pago venció.' } }
    }
    open()
    await user.click(await pay())
    await screen.findByText(/el [a-zá-ú]{3} \d\d\/\d\d, \d\d:\d\d\. No se cobró nada\.$/)
    expect(heading().textContent).toMatch(/^No se pagó \$\s304,00$/)
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
  })
})

describe('a payment that waits', () => {
  it.each([
    ['Aprobarlo', 'aprobar', 'approved', /^Pagaste/],
    ['Rechazarlo', 'rechazar', 'rejected', /^Estás por pagar/],
  ] as const)('in process is settled by a press, once: %s', async (name, accion, estado, title) => {
    script[LOOK] = pago([intento('in_process')])
    script[CHOOSE] = pago([intento(estado)])
    open()
    await user.dblClick(await screen.findByRole('button', { name }))
    await waitFor(() => expect(screen.queryByText('El pago quedó en proceso.')).toBeNull())
    expect(heading().textContent).toMatch(title)
    expect(document.activeElement).toBe(heading())
    expect(chosen()).toEqual([{ accion }])
  })

  it('for cash is credited by a press, once', async () => {
    script[LOOK] = pago([intento('pending', 'efectivo')])
    script[CHOOSE] = pago([intento('approved', 'efectivo')])
    open()
    await user.dblClick(await screen.findByRole('button', { name: 'Acreditar el efectivo' }))
    await screen.findByText('Pago aprobado.')
    expect(chosen()).toEqual([{ accion: 'acreditar' }])
  })
})

it('one that is approved goes back to the shop by itself', async () => {
  vi.useFakeTimers()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  script[LOOK] = pago([intento('approved')])
  open()
  await answered()
  screen.getByText('Volvés en 3 segundos.')
  expect(assign).not.toHaveBeenCalled()
  await act(async () => void (await vi.advanceTimersByTimeAsync(3_000)))
  expect(assign).toHaveBeenCalledExactlyOnceWith('/pedido/P1')
})

describe('a page that cannot be shown', () => {
  it('is that of no payment: it says so', async () => {
    script[LOOK] = { status: 404, body: { detail: 'No encontrado.' } }
    open()
    await screen.findByRole('heading', { name: 'Este pago no existe' })
    screen.getByRole('link', { name: 'Buscar mi pedido' })
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  it.each([
    ['no signal', 'cut'],
    ['a server that fails', { status: 500 }],
  ] as const)('for %s says that nothing was charged, and can be opened again', async (_, answer) => {
    vi.useFakeTimers()
    script[LOOK] = answer
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(screen.getByRole('alert').textContent).toContain('No se cobró nada.')
    script[LOOK] = pago()
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await answered()
    expect(document.activeElement).toBe(heading())
    screen.getByRole('button', { name: /^Pagar \$/ })
  })
})
