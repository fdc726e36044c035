// @vitest-environment happy-dom
import type { PresupuestoAnswer } from '@imprimitodo/shared/api/presupuestos'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { carritoOf } from '../carrito/testing.ts'
import { PresupuestoPage } from './presupuesto-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LOOK = 'GET /api/presupuestos/T'
const ASK = 'POST /api/presupuestos/T/pedir'
const PEDIDO = {
  status: 200,
  body: { pedido_id: 'P1', total: 0, total_impresion: 0, total_anillado: 0, archivos: [] },
}
const ARCHIVO = {
  nombre: 'tesis.pdf',
  paginas: 19,
  duplicado: 1,
  doble_faz: true,
  color: 'blanco y negro',
  orientacion: 'vertical',
  anillado: true,
  paginas_por_carilla: 1,
  hoja: 'A4',
}
const CALCULO = {
  paginas: 100,
  duplicado: 2,
  doble_faz: true,
  color: 'color',
  anillado: true,
  hojas: 50,
  tomos: 2,
} as const
const presupuesto = (change: Partial<Omit<PresupuestoAnswer, 'archivos'>> = {}) => ({
  status: 200,
  body: {
    creado: '2026-11-20T13:00:00.000Z',
    vence: '2026-11-27T13:00:00.000Z',
    sucursal: 'Alberdi',
    nombre: null,
    importe: 5_000,
    descuento_porcentaje: 0,
    archivos: change.calculo ? [] : [ARCHIVO],
    calculo: null,
    importe_hoy: null,
    ...change,
  },
})
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = { [LOOK]: presupuesto(), [ASK]: PEDIDO }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  startOver()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/presupuesto/T']}>
        <Routes>
          <Route path="/presupuesto/:token" element={<PresupuestoPage />} />
          <Route path="/imprimitodo/paso3" element="el paso 3" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const button = () => screen.findByRole('button', { name: 'Hacer el pedido' })
const asked = () => calls.filter(({ call }) => call === ASK)
const names = () => getCarrito().archivos.map(({ name }) => name)

describe('a quote of files', () => {
  it('says what it costs, until when, and what it is of', async () => {
    script[LOOK] = presupuesto({ nombre: 'Carla', descuento_porcentaje: 5 })
    open()
    await screen.findByText(/^Carla, te lo pasaron en .* Alberdi el /)
    const price = within(screen.getByRole('region', { name: 'Cuánto sale' }))
    expect(price.getByText(/El precio se te mantiene hasta el 27/).tagName).toBe('B')
    price.getByText(/^Con el 5 % de descuento por pagar en la web\./)
    const parts = within(screen.getByRole('region', { name: 'Qué lleva' })).getAllByRole('listitem')
    expect(parts.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^tesis\.pdf/)])
  })

  it('becomes an order by keyboard, and step 3 follows', async () => {
    open()
    ;(await button()).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('el paso 3')
    expect(getCarrito().pedidoId).toBe('P1')
    expect(asked()).toHaveLength(1)
  })

  it('is asked for once by a double press', async () => {
    let answer = () => {}
    script[ASK] = () =>
      new Promise((resolve) => {
        answer = () => resolve(PEDIDO)
      })
    open()
    await user.dblClick(await button())
    await user.keyboard('{Enter}')
    const busy = screen.getByRole('button', { name: 'Preparando tu pedido…' })
    expect([busy.getAttribute('aria-disabled'), document.activeElement]).toEqual(['true', busy])
    await waitFor(() => expect(asked()).toHaveLength(1))
    await act(async () => answer())
    await screen.findByText('el paso 3')
    expect(asked()).toHaveLength(1)
  })

  const FAILED = 'No pudimos armar tu pedido. Intentá de nuevo.'
  it.each([
    [
      'it is over',
      { status: 410, codigo: 'enlace_vencido', body: { detail: 'Este presupuesto venció.' } },
      'Este presupuesto venció.',
    ],
    [
      'its paper is not sold any more',
      {
        status: 400,
        codigo: 'archivo_rechazado',
        body: { archivos: ['«tesis.pdf»: no imprimimos en hojas Oficio. Elegí otra hoja'] },
      },
      '«tesis.pdf»: no imprimimos en hojas Oficio. Elegí otra hoja',
    ],
    ['too many', { status: 429, body: { detail: 'Esperá un minuto.' } }, 'Esperá un minuto.'],
    ['its own failure', { status: 500 }, FAILED],
    ['a proxy’s words', { status: 503, codigo: null, body: { message: 'no healthy upstream' } }, FAILED],
    ['no signal', 'cut', 'Parece que no hay conexión. Intentá de nuevo.'],
  ] as const)('that makes no order says why, and can be asked for again: %s', async (_, answer, text) => {
    script[ASK] = answer
    open()
    await user.click(await button())
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(document.activeElement).toBe(await button())
    expect(getCarrito().pedidoId).toBeNull()
    script[ASK] = PEDIDO
    await user.keyboard('{Enter}')
    await screen.findByText('el paso 3')
  })
})

describe('another half-made order', () => {
  const dialog = () => screen.findByRole('alertdialog', { name: 'Tenés otro pedido a medio hacer' })
  beforeEach(() => updateCarrito(() => carritoOf('apunte.pdf', 'guía.pdf')))

  it('is named before it is replaced, and stays if the customer says so; nothing is asked for', async () => {
    open()
    await user.click(await button())
    expect((await dialog()).textContent).toContain('«apunte.pdf» y «guía.pdf»')
    await user.click(screen.getByRole('button', { name: 'No, seguir con el otro' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(document.activeElement).toBe(await button())
    await user.keyboard('{Enter}')
    screen.getByRole('button', { name: 'No, seguir con el otro' }).focus() // as a browser does
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect([names(), asked()]).toEqual([['apunte.pdf', 'guía.pdf'], []])
  })

  it('is replaced by the quote, but not where that fails', async () => {
    script[ASK] = 'cut'
    open()
    await user.click(await button())
    await user.click(screen.getByRole('button', { name: 'Reemplazarlo' }))
    await screen.findByRole('alert')
    expect(names()).toEqual(['apunte.pdf', 'guía.pdf'])
    script[ASK] = PEDIDO
    await user.click(await button())
    await user.click(screen.getByRole('button', { name: 'Reemplazarlo' }))
    await screen.findByText('el paso 3')
    expect(names()).toEqual([])
  })
})

describe('a quote of a number of pages', () => {
  it('says what it is of, and leads to the files', async () => {
    script[LOOK] = presupuesto({ calculo: CALCULO, importe_hoy: 5_000 })
    open()
    const part = within(await screen.findByRole('list', { name: 'Qué lleva' })).getByRole('listitem')
    expect(part.textContent).toBe(
      '2 copias de 100 páginas en 50 hojasColor · doble faz · anillado en 2 tomos',
    )
    expect(screen.getByRole('link', { name: 'Subir mis archivos' }).getAttribute('href')).toBe('/imprimitodo')
    expect(screen.queryByText(/Los precios cambiaron/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Hacer el pedido' })).toBeNull()
  })

  it('says what it costs today, if prices changed', async () => {
    script[LOOK] = presupuesto({ calculo: CALCULO, importe_hoy: 6_500 })
    open()
    await screen.findByText(/^Los precios cambiaron: hoy sale \$\s6\.500/)
  })
})

describe('a page that cannot be shown', () => {
  it('because the quote is over says so, and leads to a new order', async () => {
    script[LOOK] = { status: 410, codigo: 'enlace_vencido', body: { detail: 'Este presupuesto venció.' } }
    open()
    await screen.findByRole('heading', { name: 'Este presupuesto no está' })
    expect(screen.getByRole('alert').textContent).toBe('Este presupuesto venció.')
    expect(screen.getByRole('link', { name: 'Hacer un pedido' }).getAttribute('href')).toBe('/imprimitodo')
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
  })

  it('because there was no signal can be loaded again', async () => {
    vi.useFakeTimers()
    script[LOOK] = 'cut'
    open()
    await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)))
    expect(screen.getByRole('alert').textContent).toBe('Revisá tu conexión o intentá más tarde.')
    script[LOOK] = presupuesto()
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await act(async () => void (await vi.advanceTimersByTimeAsync(0)))
    screen.getByRole('button', { name: 'Hacer el pedido' })
  })
})
