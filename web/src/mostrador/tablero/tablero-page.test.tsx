// @vitest-environment happy-dom
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { ESTADO_TITLES, ESTADOS, TABLERO } from '@imprimitodo/shared/rules/compra/pedido'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { pressByHand } from '../atajos/testing.ts'
import { markOwn } from '../live/own.ts'
import { COBRAR } from '../pasos.ts'
import { pedidosKey } from '../queries.ts'
import { endSession, startSession } from '../session/session.ts'
import { Undo } from '../undo/undo.tsx'
import type { Columna } from './filtros.ts'
import { TableroPage } from './tablero-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/pedidos'
const BOARD = 'GET /api/mostrador/tablero'
const VARIOS = 'POST /api/mostrador/varios'
const filaOf = (
  numero: number,
  estado: PedidoFila['estado'],
  change: Partial<PedidoFila> = {},
): PedidoFila => ({
  pedido_id: `P${numero}`,
  numero,
  estado,
  email: `cliente${numero}@example.com`,
  celular: '3865412233',
  sucursal: 'Alberdi',
  modo_entrega: 'retiro',
  direccion_entrega: null,
  importe_final: 855,
  resta: 0,
  costo_delivery: 0,
  hojas_byn: 6,
  hojas_color: 0,
  anillados: 0,
  archivos: 1,
  codigo_retiro: 'K5GN-4JS1-APAF',
  pago: 'aprobado',
  nombre: '…2233',
  nota: null,
  tomado: null,
  impresos: { hechos: 0, de: 0 },
  reposicion: null,
  confirmado: new Date().toISOString(),
  urgente: false,
  estante: null,
  partes: { listas: 0, de: 1 },
  prometido: null,
  nueva_hora: null,
  vence: null,
  ...change,
})

/** Something changed on another screen: the board is notified and reloads. */
const hear = () => act(() => cache.invalidateQueries({ queryKey: pedidosKey }))

let filas: PedidoFila[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  filas = [filaOf(1, 'pagado'), filaOf(2, 'pagado', { nombre: 'Carla Juárez' }), filaOf(3, 'listo')]
  const found = (query: string, estados: readonly string[]) => {
    const asked = new URLSearchParams(query)
    return filas.filter(
      ({ estado, numero, sucursal }) =>
        estados.includes(estado) &&
        String(numero).includes(asked.get('texto') ?? '') &&
        sucursal === (asked.get('sucursal') ?? sucursal),
    )
  }
  script = {
    [BOARD]: ({ query }) => {
      const pedidos = found(query, TABLERO)
      const of = (estado: string) => pedidos.filter((fila) => fila.estado === estado).length
      const totales = Object.fromEntries(TABLERO.map((estado) => [estado, of(estado)]))
      return { status: 200, body: { pedidos, totales, en_otra: null } }
    },
    [LIST]: ({ query }) => {
      const estados = new URLSearchParams(query).get('estado')?.split(',') ?? ESTADOS
      return { status: 200, body: { pedidos: found(query, estados), siguiente: null } }
    },
    'GET /api/mostrador/impresiones': { status: 200, body: [] },
    'GET /api/mostrador/impresoras': { status: 200, body: { impresoras: [], agentes: [] } },
  }
  calls = fakeServer(script)
  cache = createQueryClient()
  user = userEvent.setup()
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

/** Shows the address, and a placeholder for an order's page. */
function Address() {
  const { pathname, search, state } = useLocation()
  return (
    <>
      <output aria-label="dirección">{pathname + search}</output>
      <output aria-label="estado">{JSON.stringify(state)}</output>
    </>
  )
}
const address = () => screen.getByLabelText('dirección').textContent

let cache: QueryClient

function Site({ at = '' }: { at?: string }) {
  return (
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={[`/mostrador${at}`]}>
        <Address />
        <Toasts />
        <Undo />
        <Routes>
          <Route path="/mostrador" element={<TableroPage />} />
          <Route path="/mostrador/pedidos/:id" element="un pedido" />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>
  )
}

async function open(sucursal: string | null = null, at = '') {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal })
  render(<Site at={at} />)
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
  it('a card shows its order’s marks: urgent, a part that is ready, its shelf', async () => {
    const partes = { listas: 2, de: 3 }
    filas = [
      filaOf(1, 'pagado'),
      filaOf(2, 'en_produccion', { urgente: true, partes }),
      filaOf(3, 'listo', { estante: 'B3', partes }),
    ]
    await open()
    const marks = await screen.findAllByRole('list', { name: 'Marcas del equipo' })
    const texts = marks.map((one) =>
      within(one)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    )
    expect(texts).toEqual([['Urgente', 'Parte lista 2 de 3'], ['Estante B3']])
  })

  it('has a column for each state, with its number of orders or a note that there are none', async () => {
    await open()
    await waitFor(async () => expect(await numbersIn('pagado')).toEqual(['Pedido 1', 'Pedido 2']))
    expect(await numbersIn('listo')).toEqual(['Pedido 3'])
    within(await column('listo')).getByText('K5GN-4JS1-APAF') // the code is shown only on ready orders
    expect(within(await column('pagado')).queryByText('K5GN-4JS1-APAF')).toBeNull()
    within(await column('pagado')).getByText('Carla Juárez')
    within(await column('pagado')).getByText('…2233')
    within(await column('en_produccion')).getByText('Nada en producción.')
  })

  it('leads to the charge of an order that is not paid, or of which a part is owed, instead of handing it over', async () => {
    filas = [filaOf(1, 'confirmado'), filaOf(2, 'listo', { resta: 500 }), filaOf(3, 'listo')]
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    render(<Site />)
    const numbers = (await screen.findAllByRole('link', { name: /^Cobrar/ })).map((one) => one.textContent)
    expect(numbers).toEqual(['Cobrar (pedido 1)', 'Cobrar (pedido 2)'])
    expect(screen.getAllByRole('button', { name: /^Entregar/ })).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Cobrar (pedido 2)' }))
    expect(screen.getByLabelText('estado').textContent).toBe(JSON.stringify(COBRAR))
  })

  it('moves an order to its next column, announces it, and keeps the focus in the old column', async () => {
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
      /Pedido 1\. Otra persona ya lo movió\./,
    ],
    ['lost', 'cut', /Pedido 1\. Se cortó la conexión y no sabemos si cambió el estado\./],
  ] as const)('tells a step that was %s, and shows the order’s present state', async (_, answer, text) => {
    script[step] = answer
    await open()
    const before = calls.filter(({ call }) => call === BOARD).length
    await user.click(await stepButton(1))
    await screen.findByText(text)
    expect(await numbersIn('pagado')).toEqual(['Pedido 1', 'Pedido 2'])
    await waitFor(() => expect(calls.filter(({ call }) => call === BOARD).length).toBeGreaterThan(before))
  })

  it('says that it cannot be loaded, and can be loaded again', async () => {
    const board = script[BOARD]
    script[BOARD] = { status: 409, body: { detail: 'Ahora no.' } }
    render(<Site />)
    await screen.findByText('Ahora no.')
    if (board) script[BOARD] = board
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await waitFor(async () => expect(await numbersIn('listo')).toEqual(['Pedido 3']))
  })

  it('names no branch for a clerk of one, whatever the address says: the server knows it', async () => {
    filas = [filaOf(1, 'pagado', { sucursal: 'Alberdi Centro' })]
    await open('Alberdi', '?sucursal=Alberdi')
    await waitFor(async () => expect(await numbersIn('pagado')).toEqual(['Pedido 1']))
    const asked = calls.filter(({ call }) => call === BOARD).map(({ query }) => new URLSearchParams(query))
    expect(asked.map((query) => query.get('sucursal'))).toEqual([null])
    expect(screen.queryByText('Alberdi Centro')).toBeNull()
  })
})

describe('by keyboard', () => {
  it('j and k go from order to order, Enter opens one', async () => {
    await open()
    await stepButton(3)
    await pressByHand(user, 'j')
    expect(focused()).toBe('Pedido 1')
    await pressByHand(user, 'j', 'j')
    expect(focused()).toBe('Pedido 3')
    await pressByHand(user, 'j')
    expect(focused()).toBe('Pedido 3') // the last one
    await pressByHand(user, 'k')
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
    await pressByHand(user, 't')
    expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
    await pressByHand(user, 'j', 't')
    await screen.findByText('Lo tenés vos')
    expect(calls.filter(({ call }) => call === take)).toHaveLength(1)
  })

  it('/ focuses the search, where letters are text; Enter opens the order that is meant', async () => {
    filas.push(filaOf(12, 'entregado'))
    await open()
    await stepButton(1)
    await pressByHand(user, '/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar pedidos' }))
    await user.keyboard('12')
    await waitFor(() => expect(address()).toBe('/mostrador?texto=12'))
    await screen.findByRole('heading', { name: 'Fuera del tablero' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe('/mostrador/pedidos/P12?texto=12'))
  })

  it('a number of another branch is answered with that branch', async () => {
    await open('Alberdi')
    await stepButton(1)
    script[BOARD] = {
      status: 200,
      body: {
        pedidos: [],
        totales: { confirmado: 0, pagado: 0, en_produccion: 0, listo: 0 },
        en_otra: { numero: 1042, sucursal: 'Aguilares' },
      },
    }
    await user.type(screen.getByRole('searchbox', { name: 'Buscar pedidos' }), '1042')
    await screen.findByText('El pedido 1042 es de Aguilares.')
  })

  it('what a search finds in the column that a tablet folds is unfolded', async () => {
    vi.stubGlobal('matchMedia', (query: string) =>
      Object.assign(new EventTarget(), { matches: query === '(max-width: 1000px)' }),
    )
    filas.push(filaOf(12, 'confirmado'))
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    render(<Site />)
    await stepButton(1)
    expect(screen.queryByRole('link', { name: 'Pedido 12' })).toBeNull()
    await user.type(screen.getByRole('searchbox', { name: 'Buscar pedidos' }), '12')
    await screen.findByRole('link', { name: 'Pedido 12' })
  })

  it('an order that Enter found is not opened once the person went on to another', async () => {
    let answer = () => {}
    await open()
    await stepButton(1)
    script[LIST] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { pedidos: [filas[1]], siguiente: null } })
      })
    await pressByHand(user, '/')
    await user.keyboard('2{Enter}')
    await waitFor(() => expect(calls.some(({ query }) => query === '?texto=2')).toBe(true))
    await user.click(screen.getByRole('link', { name: 'Pedido 1' }))
    expect(address()).toMatch(/^\/mostrador\/pedidos\/P1/)
    await act(async () => answer())
    expect(address()).toMatch(/^\/mostrador\/pedidos\/P1/)
  })
})

describe('two hundred orders', () => {
  const many = () =>
    Array.from({ length: 40 }, (_, n) =>
      filaOf(900 + n, 'pagado', { pedido_id: `M${n}`, hojas_color: n % 2 }),
    )

  it('are all drawn, and the column’s number counts also those that it does not show', async () => {
    filas = [...many(), filaOf(3, 'listo')]
    const whole = script[BOARD]
    script[BOARD] = async (sent) => {
      const answer = typeof whole === 'function' ? await whole(sent) : whole
      if (!answer || answer === 'cut') throw new Error('no board')
      const body = Object.assign({}, answer.body, {
        totales: { confirmado: 0, pagado: 412, en_produccion: 0, listo: 1 },
      })
      return { status: 200, body }
    }
    await open()
    await waitFor(async () => expect(await numbersIn('pagado')).toHaveLength(40))
    screen.getByRole('heading', { name: 'Pagado 412' })
    within(await column('pagado')).getByText(/Acá están los primeros 40 de 412\./)
  })

  it('are filtered, with the filters in the address, each with its number', async () => {
    filas = [...many(), filaOf(3, 'listo', { hojas_color: 2 })]
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    render(<Site at="?ver=color" />)
    await waitFor(async () => expect(await numbersIn('pagado')).toHaveLength(20))
    screen.getByRole('heading', { name: 'Pagado 20' })
    const filters = screen.getByRole('navigation', { name: 'Filtros' })
    expect(within(filters).getByRole('link', { name: 'Color 21' }).getAttribute('aria-current')).toBe('true')
    await user.click(within(filters).getByRole('link', { name: 'Anillado 0' }))
    expect(address()).toBe('/mostrador?ver=color%2Canillado')
    expect(screen.getAllByRole('heading', { name: 'No hay pedidos así en el tablero' })).toHaveLength(1)
    await user.click(screen.getByRole('link', { name: 'Ver todos' }))
    await waitFor(async () => expect(await numbersIn('pagado')).toHaveLength(40))
  })

  it('show once what comes next when none is left', async () => {
    filas = [filaOf(12, 'entregado')]
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    render(<Site />)
    await screen.findByRole('heading', { name: 'Está todo entregado' })
    expect(screen.getByRole('link', { name: 'Cobrar en el mostrador' }).getAttribute('href')).toBe(
      '/mostrador/nuevo',
    )
  })
})

describe('orders that come in meanwhile', () => {
  it('are marked, announced in the column’s head, and reached from there, except the clerk’s own', async () => {
    await open()
    await waitFor(async () => expect(await numbersIn('pagado')).toHaveLength(2))
    markOwn('P71')
    filas = [
      ...filas,
      filaOf(70, 'pagado'),
      filaOf(71, 'pagado'),
      filaOf(72, 'pagado'),
      filaOf(73, 'confirmado'),
    ]
    await hear()
    const pill = await within(await column('pagado')).findByRole('button', {
      name: '2 recién entraron · Ver',
    })
    await within(await column('confirmado')).findByRole('button', { name: '1 recién entró · Ver' })
    expect(within(await column('pagado')).getAllByText('Nuevo')).toHaveLength(2)
    await user.click(pill)
    await waitFor(() => expect(focused()).toBe('Pedido 70'))
    await user.click(
      await within(await column('pagado')).findByRole('button', { name: '1 recién entró · Ver' }),
    )
    await waitFor(() => expect(focused()).toBe('Pedido 72'))
    // The mark stays until the focus leaves the card
    expect(within(await column('pagado')).getAllByText('Nuevo')).toHaveLength(1)
  })

  it('do not move the focus: it follows an order moved by another clerk, or stays in its column', async () => {
    filas = [filaOf(81, 'pagado'), filaOf(82, 'pagado'), filaOf(83, 'confirmado')]
    startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
    render(<Site />)
    const link = await screen.findByRole('link', { name: 'Pedido 81' })
    link.focus()
    filas = [
      filaOf(80, 'pagado'),
      ...filas.filter(({ numero }) => numero !== 81),
      filaOf(81, 'en_produccion'),
    ]
    await hear()
    await waitFor(async () => expect(await numbersIn('en_produccion')).toEqual(['Pedido 81']))
    expect(focused()).toBe('Pedido 81')
    filas = filas.filter(({ numero }) => numero !== 81)
    await hear()
    await waitFor(() => expect(document.activeElement?.id).toBe('columna-en_produccion'))
  })
})

describe('several at once', () => {
  const PRINTER = { id: 1, nombre: 'Ricoh', sucursal: 'Alberdi', anda: true, texto: 'Lista', aviso: null }
  const impresos = { hechos: 0, de: 1 }
  const done = (pedidos: readonly number[]) => ({
    status: 200,
    body: {
      hechos: pedidos.map((numero) => ({ pedido_id: `P${numero}`, numero, ya: false })),
      rechazados: [],
    },
  })
  beforeEach(() => {
    filas = [
      ...[21, 22, 23].map((numero) => filaOf(numero, 'pagado', { impresos })),
      ...[31, 32].map((numero) => filaOf(numero, 'en_produccion', { impresos: { hechos: 1, de: 1 } })),
    ]
    script['GET /api/mostrador/impresoras'] = {
      status: 200,
      body: {
        impresoras: [{ ...PRINTER, sin_noticias: null, en_cola: { pedidos: 0, hojas: 0 } }],
        agentes: [],
      },
    }
  })
  const tick = (numero: number) => screen.findByRole('checkbox', { name: `Elegir el pedido ${numero}` })
  const bar = () => screen.findByRole('region', { name: 'Pedidos elegidos' })
  const sent = () => calls.filter(({ call }) => call === VARIOS).map(({ body }) => body)

  it('are ticked in a range, split into printable and markable ones, and done in one call', async () => {
    script[VARIOS] = ({ body }) => done(JSON.stringify(body).includes('imprimir') ? [21, 22, 23] : [31, 32])
    await open()
    await user.click(await tick(21))
    await user.keyboard('{Shift>}')
    await user.click(await tick(32))
    await user.keyboard('{/Shift}')
    within(await bar()).getByText('5 elegidos')
    within(await bar()).getByText('3 sin imprimir, 2 en producción')
    expect(screen.queryByRole('navigation', { name: 'Filtros' })).toBeNull()
    await user.click(within(await bar()).getByRole('button', { name: 'Imprimir los 3' }))
    await screen.findByText('3 a imprimir: 21, 22 y 23.')
    // The focused button is gone, and then the whole bar: the focus moves to another element
    const rest = within(await bar()).getByRole('button', { name: 'Marcar 2 listos' })
    await waitFor(() => expect(document.activeElement).toBe(rest))
    await user.click(rest)
    expect(sent()).toEqual([
      { accion: 'imprimir', pedidos: ['P21', 'P22', 'P23'], aunque_tomado: false },
      { accion: 'listo', pedidos: ['P31', 'P32'], aunque_tomado: false },
    ])
    // One summary, with an undo button for both
    await screen.findByText('2 pedidos listos: 31 y 32.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Pedidos elegidos' })).toBeNull())
    expect(focused()).toBe('Pedido 32')
    const undo = 'POST /api/mostrador/pedidos/P31/deshacer'
    script[undo] = { status: 200, body: { estado: 'en_produccion' } }
    script['POST /api/mostrador/pedidos/P32/deshacer'] = { status: 200, body: { estado: 'en_produccion' } }
    await pressByHand(user, 'z')
    await screen.findByText('Deshecho en 2 pedidos: 31 y 32.')
  })

  it('by keyboard: x ticks the focused one, l marks, Escape unticks; refused ones are reported and stay ticked', async () => {
    script[VARIOS] = {
      status: 200,
      body: {
        hechos: [{ pedido_id: 'P31', numero: 31, ya: true }],
        rechazados: [{ pedido_id: 'P32', numero: 32, detail: 'Falta imprimir.' }],
      },
    }
    await open()
    const first = await screen.findByRole('link', { name: 'Pedido 31' })
    first.focus()
    await pressByHand(user, 'x', 'j', 'x')
    within(await bar()).getByText('2 elegidos')
    await pressByHand(user, 'l')
    await screen.findByText('No se pudo con 1 pedido. Pedido 32. Falta imprimir.')
    within(await bar()).getByText('1 elegido')
    await pressByHand(user, '{Escape}')
    expect(screen.queryByRole('region', { name: 'Pedidos elegidos' })).toBeNull()
    expect(sent()).toEqual([{ accion: 'listo', pedidos: ['P31', 'P32'], aunque_tomado: false }])
  })

  it('orders in a colleague’s hands are asked about once; the free ones can be done alone', async () => {
    const tomado = { id: 7, nombre: 'Carla', cuando: new Date().toISOString() }
    filas = filas.map((fila) => (fila.numero === 22 ? { ...fila, tomado } : fila))
    script[VARIOS] = done([21, 23])
    await open()
    for (const numero of [21, 22, 23]) await user.click(await tick(numero))
    await user.click(within(await bar()).getByRole('button', { name: 'Imprimir los 3' }))
    const dialog = await screen.findByRole('alertdialog', { name: '1 de los 3 lo tiene otra persona' })
    within(dialog).getByText('22: Carla')
    expect(sent()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Solo los 2 libres' }))
    await waitFor(() =>
      expect(sent()).toEqual([{ accion: 'imprimir', pedidos: ['P21', 'P23'], aunque_tomado: false }]),
    )
    // With the clerk's agreement the taken ones are done too
    script[VARIOS] = done([22])
    await user.click(within(await bar()).getByRole('button', { name: /^Imprimir/ }))
    const one = await screen.findByRole('alertdialog', { name: 'El pedido 22 lo tiene Carla' })
    await user.click(within(one).getByRole('button', { name: 'Imprimir igual' }))
    const last = { accion: 'imprimir', pedidos: ['P22'], aunque_tomado: true }
    await waitFor(() => expect(sent().at(-1)).toEqual(last))
  })
})
