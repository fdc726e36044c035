// @vitest-environment happy-dom
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { ESTADO_TITLES } from '@imprimitodo/shared/rules/pedido'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { type Call, fakeServer } from '../../api/testing.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'
import { BoardPage } from './board-page.tsx'
import type { Columna } from './filtros.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/pedidos'
const filaOf = (
  numero: number,
  estado: PedidoFila['estado'],
  change: Partial<PedidoFila> = {},
): PedidoFila => ({
  ...{
    pedido_id: `P${numero}`,
    numero,
    estado,
    email: `cliente${numero}@example.com`,
    celular: '3865412233',
  },
  ...{ sucursal: 'Alberdi', modo_entrega: 'retiro', direccion_entrega: null, importe_final: 855 },
  ...{ costo_delivery: 0, hojas_byn: 6, hojas_color: 0, anillados: 0, archivos: 1 },
  ...{ codigo_retiro: 'K5GN-4JS1-APAF', pago: 'aprobado', nombre: null, nota: null, tomado: null },
  ...{ impresos: { hechos: 0, de: 0 }, reposicion: null, confirmado: new Date().toISOString() },
  ...{ urgente: false, estante: null, partes: { listas: 0, de: 1 } },
  ...{ prometido: null, nueva_hora: null, vence: null, ...change },
})

let filas: PedidoFila[]
let script: Parameters<typeof fakeServer>[0]
let calls: Call[]
let user: UserEvent

beforeEach(() => {
  filas = [filaOf(1, 'pagado'), filaOf(2, 'pagado', { nombre: 'Carla Juárez' }), filaOf(3, 'listo')]
  script = {
    [LIST]: ({ query }) => {
      const asked = new URLSearchParams(query)
      const estados = asked.get('estado')?.split(',')
      const found = filas.filter(
        ({ estado, numero, sucursal }) =>
          (!estados || estados.includes(estado)) &&
          String(numero).includes(asked.get('texto') ?? '') &&
          sucursal === (asked.get('sucursal') ?? sucursal),
      )
      return { status: 200, body: { pedidos: found, siguiente: null } }
    },
    'GET /api/mostrador/impresiones': { status: 200, body: [] },
    'GET /api/mostrador/impresoras': { status: 200, body: { impresoras: [], agentes: [] } },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

/** The address, and where an order would be. */
function Address() {
  const { pathname, search } = useLocation()
  return <output aria-label="dirección">{pathname + search}</output>
}
const address = () => screen.getByLabelText('dirección').textContent

async function open(sucursal: string | null = null) {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/mostrador']}>
        <Address />
        <Toasts />
        <Routes>
          <Route path="/mostrador" element={<BoardPage />} />
          <Route path="/mostrador/pedidos/:id" element="un pedido" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.queryByText('Nadie está por pagar.')).not.toBeNull())
}

const column = (estado: Columna) =>
  screen.findByRole('region', { name: new RegExp(`^${ESTADO_TITLES[estado]}`) })
const numbersIn = async (estado: Columna) =>
  within(await column(estado))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)
const focused = () => document.activeElement?.textContent
const step = 'POST /api/mostrador/pedidos/P1/estado'
const stepButton = (numero: number) =>
  screen.findByRole('button', { name: new RegExp(`\\(pedido ${numero}\\)$`) })

describe('the board', () => {
  it('has a column for each state, which says how many it has or that there are none', async () => {
    await open()
    await waitFor(async () => expect(await numbersIn('pagado')).toEqual(['Pedido 1', 'Pedido 2']))
    expect(await numbersIn('listo')).toEqual(['Pedido 3'])
    within(await column('listo')).getByText('K5GN-4JS1-APAF') // only where it is needed
    expect(within(await column('pagado')).queryByText('K5GN-4JS1-APAF')).toBeNull()
    within(await column('pagado')).getByText('Carla Juárez')
    within(await column('pagado')).getByText('cliente1@example.com')
    within(await column('en_produccion')).getByText('Nada en producción.')
  })

  it('takes an order to its next column, tells it, and keeps the focus in the one it left', async () => {
    script[step] = ({ body }) => {
      filas = filas.map((fila) => (fila.numero === 1 ? { ...fila, estado: 'en_produccion' } : fila))
      return { status: 200, body: { ...filas[0], sent: body } }
    }
    await open()
    const button = await stepButton(1)
    button.focus()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await numbersIn('en_produccion')).toEqual(['Pedido 1']))
    expect(await numbersIn('pagado')).toEqual(['Pedido 2'])
    expect(calls.filter(({ call }) => call === step).map(({ body }) => body)).toEqual([
      { estado: 'en_produccion' },
    ])
    await screen.findByText('Pedido 1 pasó a producción.')
    expect(document.activeElement?.id).toBe('columna-pagado')
  })

  it.each([
    [
      'refused',
      { status: 409, body: { detail: 'Otra persona ya lo movió.' } },
      /Pedido 1: Otra persona ya lo movió\./,
    ],
    ['lost', 'cut', /Pedido 1: no hay conexión, el estado no cambió\./],
  ] as const)('tells a step that was %s, and shows the order as it is', async (_, answer, text) => {
    script[step] = answer
    await open()
    const before = calls.filter(({ call }) => call === LIST).length
    await user.click(await stepButton(1))
    await screen.findByText(text)
    expect(await numbersIn('pagado')).toEqual(['Pedido 1', 'Pedido 2'])
    await waitFor(() => expect(calls.filter(({ call }) => call === LIST).length).toBeGreaterThan(before))
  })

  it('that cannot be loaded says so, and is asked for again', async () => {
    const list = script[LIST]
    script[LIST] = ({ query }) =>
      query.includes('estado=listo')
        ? { status: 500, body: {} }
        : { status: 200, body: { pedidos: [], siguiente: null } }
    await open()
    const retry = await within(await column('listo')).findByRole('button', { name: 'Reintentar' })
    if (list) script[LIST] = list
    await user.click(retry)
    await waitFor(async () => expect(await numbersIn('listo')).toEqual(['Pedido 3']))
  })

  it('of a clerk of one branch asks for that one alone', async () => {
    filas = [filaOf(1, 'pagado', { sucursal: 'Aguilares' }), filaOf(2, 'pagado')]
    await open('Aguilares')
    await waitFor(async () => expect(await numbersIn('pagado')).toEqual(['Pedido 1']))
    const asked = calls.filter(({ call }) => call === LIST).map(({ query }) => new URLSearchParams(query))
    expect(new Set(asked.map((query) => query.get('sucursal')))).toEqual(new Set(['Aguilares']))
  })
})

describe('by keyboard', () => {
  it('j and k go from order to order, Enter opens one', async () => {
    await open()
    await stepButton(3)
    await user.keyboard('j')
    expect(focused()).toBe('Pedido 1')
    await user.keyboard('jj')
    expect(focused()).toBe('Pedido 3')
    await user.keyboard('j')
    expect(focused()).toBe('Pedido 3') // the last one
    await user.keyboard('k')
    expect(focused()).toBe('Pedido 2')
    await user.keyboard('{Enter}')
    expect(address()).toBe('/mostrador/pedidos/P2')
  })

  it('t takes the focused order in hand, and nothing where there is none', async () => {
    const take = 'POST /api/mostrador/pedidos/P1/tomar'
    script[take] = () => {
      const tomado = { id: 1, nombre: 'Nadia', cuando: new Date().toISOString() }
      filas = filas.map((fila) => (fila.numero === 1 ? { ...fila, tomado } : fila))
      return { status: 200, body: filas[0] }
    }
    await open()
    await stepButton(1)
    await user.keyboard('t')
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
    await user.keyboard('jt')
    await screen.findByText('Lo tenés vos')
    expect(calls.filter(({ call }) => call === take)).toHaveLength(1)
  })

  it('/ leads to the search, where letters are letters; Enter opens the order that is meant', async () => {
    filas.push(filaOf(12, 'entregado'))
    await open()
    await stepButton(1)
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar pedidos' }))
    await user.keyboard('12')
    await waitFor(() => expect(address()).toBe('/mostrador?texto=12'))
    await screen.findByRole('heading', { name: 'Fuera del tablero' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/mostrador/pedidos/P12?texto=12'))
  })
})
