// @vitest-environment happy-dom
import { CUIT_INVALID } from '@imprimitodo/shared/rules/base/cuit'
import { CUIT_BLOCKS } from '@imprimitodo/shared/rules/dinero/factura'
import { focusManager, onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../api/testing.ts'
import { FacturarPage } from './facturar-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const WHICH = 'POST /api/pedido_para_facturar/'
const HOW = 'POST /api/estado_pedido/P1/'
const ISSUE = 'POST /api/facturar/P1/'
const DENIED = '⚠️ No se encontró un pedido válido para facturación.'
const [CLIENTE, OTRO] = ['30500010912', '27000000006']

const NOT_YET = { facturado: false, en_proceso: false, url_pdf: null }
const ISSUED = {
  facturado: true,
  en_proceso: false,
  url_pdf: 'https://imprimitodo.example/f.pdf',
  nombre: 'Lucía Gómez',
  emitida: '2026-03-02T15:00:00.000Z',
  letra: 'C',
  valida: true,
}

let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
beforeEach(() => {
  script = {
    [WHICH]: { status: 200, body: { pedido_id: 'P1' } },
    [HOW]: { status: 200, body: NOT_YET },
  }
  calls = fakeServer(script)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(path = '/facturar?pedido=P1'): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/facturar" element={<FacturarPage />} />
          <Route path="/" element="el inicio" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const sent = () => calls.filter(({ call }) => call === ISSUE).map(({ body }) => body)
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const issue = () => fireEvent.click(screen.getByRole('button', { name: 'Emitir factura' }))
async function openForm(): Promise<void> {
  open()
  await screen.findByRole('heading', { name: 'Pedí tu factura' })
}
function fill(): void {
  type('CUIT', CLIENTE)
  type('Nombre o razón social', ' Lucía Gómez ')
  type('Dirección', 'Belgrano 348, Alberdi')
  fireEvent.click(screen.getByRole('radio', { name: 'Consumidor final' }))
}

describe('without an order that can be invoiced', () => {
  beforeEach(() => {
    script[WHICH] = { status: 404, body: { detail: 'No.' } }
  })

  it('the access is denied, 7 s are counted down, and it goes to Home', async () => {
    vi.useFakeTimers()
    open('/facturar')
    await act(() => vi.advanceTimersByTimeAsync(1)) // the answer
    expect(alerts()).toEqual([DENIED])
    expect(calls.find(({ call }) => call === WHICH)?.body).toEqual({})
    for (let left = 7; left > 0; left--) {
      const told = `Te llevamos al inicio en ${left} ${left === 1 ? 'segundo' : 'segundos'}.`
      expect(screen.getByText(/^Te llevamos al inicio/).textContent).toBe(told)
      await act(() => vi.advanceTimersByTimeAsync(1_000))
    }
    screen.getByText('el inicio')
  })

  it('the visitor may stay on the page', async () => {
    open()
    await screen.findByText(DENIED)
    vi.useFakeTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Quedarme acá' }))
    expect(screen.queryByText(/^Te llevamos al inicio/)).toBeNull()
    for (let second = 0; second < 10; second++) await act(() => vi.advanceTimersByTimeAsync(1_000))
    screen.getByText(DENIED)
  })
})

describe('another’s order', () => {
  it('asks for the e-mail it was made with', async () => {
    script[WHICH] = { status: 404, codigo: 'pedido_ajeno', body: { detail: 'No.' } }
    open()
    await screen.findByText('La factura la pide quien hizo el pedido.')
  })

  it.each([
    ['the screen is left and seen again', focusManager.setFocused.bind(focusManager)],
    ['the connection is lost and found again', onlineManager.setOnline.bind(onlineManager)],
  ])('the typed e-mail stays where %s', async (_, set) => {
    script[WHICH] = { status: 404, codigo: 'pedido_ajeno', body: { detail: 'No.' } }
    open()
    await screen.findByText('La factura la pide quien hizo el pedido.')
    type('Correo', 'ana@example.com')
    script[WHICH] = () => new Promise(() => {}) // would take its time to answer again
    for (const is of [false, true]) act(() => set(is))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(field('Correo').value).toBe('ana@example.com')
  })

  it('is not meant by a 403', async () => {
    script[WHICH] = { status: 403, codigo: 'otro_sitio', body: { detail: 'No.' } }
    open()
    await screen.findByRole('heading', { name: 'No pudimos ver tu factura' })
  })
})

describe('the invoice’s state', () => {
  it('shows that it is loading', async () => {
    script[WHICH] = () => new Promise(() => {})
    open()
    screen.getByText('Buscando tu pedido…')
  })

  it.each([404, 500])('a state that cannot be loaded (%i) is reported, and loaded again', async (status) => {
    script[HOW] = { status, body: {} }
    open()
    expect((await screen.findByRole('alert')).textContent).toBe('❌ Error al consultar el estado del pedido.')
    script[HOW] = { status: 200, body: NOT_YET }
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('heading', { name: 'Pedí tu factura' })
  })

  it('an issued one is shown, with its PDF and the way back', async () => {
    script[HOW] = { status: 200, body: ISSUED }
    open()
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
    screen.getByText('Lucía Gómez')
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('Descargar factura (PDF)')).toBe(ISSUED.url_pdf)
    expect(link('Volver al pedido')).toBe('/pedido/P1')
  })
})

describe('the form', () => {
  it('that is sent leads to the invoice at once, also where its state does not tell it yet', async () => {
    script[ISSUE] = { status: 200, body: { url_pdf: '/f.pdf' } }
    await openForm()
    fill()
    issue()
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
    expect(screen.getByRole('link', { name: 'Descargar factura (PDF)' }).getAttribute('href')).toBe('/f.pdf')
    expect(screen.queryByText(/^Es de prueba/)).toBeNull()
    expect(sent()).toHaveLength(1)
  })

  it.each(['20-12345678-6', '2012345678', '201234567866', '20123456785', '20100000050'])(
    'the CUIT %s is none: told at its field and under the form, and nothing is sent',
    async (cuit) => {
      await openForm()
      fill()
      type('CUIT', cuit)
      issue()
      expect(alerts()).toEqual([CUIT_INVALID, CUIT_BLOCKS])
      expect(document.activeElement).toBe(field('CUIT'))
      expect(sent()).toEqual([])
      type('CUIT', '20123456786')
      screen.getByText('CUIT válido')
      expect(alerts()).toEqual([])
    },
  )

  it('a CUIT that is too short is told once its field is left, an empty one only when the form is sent', async () => {
    await openForm()
    fireEvent.blur(field('CUIT'))
    type('CUIT', '2012345678')
    expect(alerts()).toEqual([])
    fireEvent.blur(field('CUIT'))
    expect(alerts()).toEqual([CUIT_INVALID])
    type('CUIT', '20123456786')
    fireEvent.blur(field('CUIT'))
    expect(alerts()).toEqual([])
  })

  it('stays the form of its order, with the typed values, when another order was paid in another tab', async () => {
    open('/facturar')
    await screen.findByRole('heading', { name: 'Pedí tu factura' })
    fill()
    script[WHICH] = { status: 200, body: { pedido_id: 'P2' } }
    script['POST /api/estado_pedido/P2/'] = { status: 200, body: NOT_YET }
    const before = calls.length
    await act(async () => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(calls.slice(before).map(({ call }) => call)).toContain(HOW))
    await act(() => new Promise((done) => setTimeout(done, 50)))
    expect(field('CUIT').value).toBe(CLIENTE)
    issue()
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('an empty field takes the focus and shows its message', async () => {
    await openForm()
    fill()
    type('Dirección', '')
    issue()
    expect(alerts()).toContain('Escribí tu dirección.')
    expect(document.activeElement).toBe(field('Dirección'))
    expect(sent()).toEqual([])
  })

  it('the data of ARCA’s register is offered for the CUIT, and a differing condition is warned of', async () => {
    script['POST /api/facturas/padron'] = ({ body }) =>
      Object(body).cuit === OTRO
        ? {
            status: 200,
            body: {
              nombre: 'PAPELES DEL SUR SA',
              direccion: 'MITRE 10, TUCUMAN',
              condicion_iva: 'RI',
            },
          }
        : { status: 404, body: {} }
    await openForm()
    type('CUIT', OTRO)
    await screen.findByText(/PAPELES DEL SUR SA · MITRE 10, TUCUMAN · Responsable inscripto/)
    fireEvent.click(screen.getByRole('button', { name: 'Usar estos datos' }))
    expect(field('Nombre o razón social').value).toBe('PAPELES DEL SUR SA')
    expect(field('Dirección').value).toBe('MITRE 10, TUCUMAN')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Responsable inscripto' }).checked).toBe(true)
    expect(screen.queryByText(/^Según ARCA/)).toBeNull()
    fireEvent.click(screen.getByRole('radio', { name: 'Monotributo' }))
    screen.getByText(/^Según ARCA tu condición es/)
  })
})

describe('issuing', () => {
  it('sends the four fields once however often the button is pressed, and shows the invoice', async () => {
    script[ISSUE] = () => {
      script[HOW] = { status: 200, body: ISSUED }
      return { status: 200, body: { url_pdf: ISSUED.url_pdf } }
    }
    await openForm()
    fill()
    issue()
    fireEvent.click(screen.getByRole('button', { name: 'Emitiendo…' }))
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
    expect(sent()).toEqual([
      { cuit: CLIENTE, nombre: 'Lucía Gómez', direccion: 'Belgrano 348, Alberdi', condicion_iva: 'CF' },
    ])
  })

  it.each([
    [
      'what the server says',
      { status: 422, body: { error: 'ARCA no la aceptó. El CUIT no existe (10015)' } },
      '❌ Error al emitir la factura: ARCA no la aceptó. El CUIT no existe (10015)',
    ],
    [
      'without words an unknown error',
      { status: 500, body: { detail: 'Error interno.' } },
      '❌ Error al emitir la factura: Error desconocido',
    ],
    ['without an answer the network', 'cut', '❌ Error de conexión con el servidor'],
  ] as const)('refused tells %s, keeps the form, and may be tried again', async (_, answer, text) => {
    script[ISSUE] = answer
    await openForm()
    fill()
    issue()
    await waitFor(() => expect(alerts()).toEqual([text]))
    expect(field('CUIT').value).toBe(CLIENTE)
    script[ISSUE] = () => {
      script[HOW] = { status: 200, body: ISSUED }
      return { status: 200, body: { url_pdf: ISSUED.url_pdf } }
    }
    await waitFor(issue)
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
  })

  it('a lost answer makes no second invoice: the page shows the first one’s state', async () => {
    script[ISSUE] = () => {
      script[HOW] = { status: 200, body: ISSUED }
      return 'cut'
    }
    await openForm()
    fill()
    issue()
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
    expect(sent()).toHaveLength(1)
  })

  it('while ARCA does not answer the invoice is queued with the reason, and the page polls it', async () => {
    script[ISSUE] = () => {
      script[HOW] = { status: 200, body: { ...NOT_YET, en_proceso: true } }
      return { status: 503, body: { error: 'ARCA no responde en este momento.' } }
    }
    await openForm()
    fill()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    issue()
    const heading = await screen.findByRole('heading', { name: 'Tu factura está en camino' })
    within(heading.closest('main') ?? document.body).getByText(
      '❌ Error al emitir la factura: ARCA no responde en este momento.',
    )
    script[HOW] = { status: 200, body: ISSUED }
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    await screen.findByRole('heading', { name: 'Tu pedido ya tiene factura' })
  })
})
