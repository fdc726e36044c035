// @vitest-environment happy-dom
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { pressByHand } from '../atajos/testing.ts'
import { COBRAR } from '../pasos.ts'
import { pedidoKey } from '../queries.ts'
import { endSession } from '../session/session.ts'
import { IMPRESORA, impresionOf, openPedido, pedidoMostradorOf } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const ORDER = 'GET /api/mostrador/pedidos/P1'
const PRINTS = 'GET /api/mostrador/impresiones'
const post = (what: string) => `POST /api/mostrador/pedidos/P1/${what}`

/** The order on the server. */
let pedido: PedidoMostrador
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  pedido = pedidoMostradorOf()
  script = {
    [ORDER]: () => ({ status: 200, body: pedido }),
    [PRINTS]: { status: 200, body: [] },
    'GET /api/mostrador/impresoras': { status: 200, body: { impresoras: [IMPRESORA], agentes: [] } },
    'GET /api/mostrador/pedidos/P1/comprobantes': { status: 200, body: { facturas: [] } },
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }, { nombre: 'Aguilares' }] },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
})
afterEach(async () => {
  // Closes toasts that would otherwise stay until the next test
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar aviso' })) await user.click(close)
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

/** Changes the server's order, and answers it. */
const becomes = (change: Partial<PedidoMostrador>) => () => {
  pedido = { ...pedido, ...change }
  return { status: 200, body: pedido }
}
/** Another clerk was faster: the order has changed. */
const taken = (detail: string, change: Partial<PedidoMostrador>) => () => {
  pedido = { ...pedido, ...change }
  return { status: 409, body: { detail } }
}
async function open(
  change: Partial<PedidoMostrador> = {},
  who?: Parameters<typeof openPedido>[0],
  state?: object,
) {
  pedido = { ...pedido, ...change }
  const cache = openPedido(who, state)
  await screen.findByRole('heading', { level: 1, name: /1042/ })
  return cache
}
const sent = (what: string) => calls.filter(({ call }) => call === post(what)).map(({ body }) => body)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => user.click(await button(name))
const dialog = async () => within(await screen.findByRole('dialog'))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const heading = () => screen.getByRole('heading', { level: 1 })
const estado = (title: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain(title))
/** The actions in the header and in 'Otras acciones'. */
const offered = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(/ el pedido 1042$/, ''))
    .filter((text) => text && OFFERS.some((one) => text.startsWith(one)))
const OFFERS = [
  'Tomar',
  'Soltar',
  'Cobrar',
  'En producción',
  'Marcar listo',
  'Entregar',
  'Cancelar',
  'Pasar a',
  'Volver a',
  'Devolver',
]

describe('an order', () => {
  it('shows that it is loading', async () => {
    script[ORDER] = () => new Promise(() => {})
    openPedido()
    await screen.findByText('Cargando el pedido…')
  })

  it.each([
    ['the server failed', { status: 500, body: {} }],
    ['the network is gone', 'cut'],
  ] as const)('that cannot be loaded because %s is asked for again', async (_, answer) => {
    const order = script[ORDER]
    script[ORDER] = answer
    openPedido()
    await screen.findByRole('heading', { name: 'No pudimos cargar el pedido' })
    if (order) script[ORDER] = order
    await press('Reintentar')
    await screen.findByRole('heading', { level: 1, name: /1042/ })
  })

  it('that does not exist, or belongs to another branch, leads back to the board', async () => {
    script[ORDER] = { status: 404, body: {} }
    openPedido()
    await screen.findByRole('heading', { name: 'Ese pedido no existe' })
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Volver a los pedidos' }))
    await screen.findByText('el tablero')
  })

  it('without works, printers or files says each', async () => {
    script['GET /api/mostrador/impresoras'] = { status: 200, body: { impresoras: [], agentes: [] } }
    await open({ trabajos: [] })
    screen.getByText('No hay trabajos para imprimir.')
    await screen.findByText(/^Alberdi no tiene impresoras conectadas/)
    cleanup()
    await open({ archivos_guardados: false })
    screen.getByText(/^Los archivos de este pedido ya se borraron/)
    expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull()
    cleanup()
    await open({ archivos_guardados: false, archivos: [], trabajos: [] })
    expect(screen.queryByText(/ya se borraron/)).toBeNull()
  })
})

describe('the offered actions', () => {
  const PAID = { vence: null }
  const REFUND = 'Devolver dinero'
  const BACK = 'Cancelar y devolver el pago'
  const MOVE = 'Pasar a Aguilares'
  const UNPAID = { pagos: [], pago: null }
  it.each<[Estado, Partial<PedidoMostrador>, string[], string[]]>([
    [
      'confirmado',
      UNPAID,
      ['Tomar', 'Cobrar en el mostrador', 'Cancelar pedido'],
      ['Tomar', 'Cobrar en el mostrador', 'Cancelar pedido'],
    ],
    [
      'pagado',
      PAID,
      ['Tomar', 'En producción', REFUND, MOVE, BACK],
      ['Tomar', 'En producción', REFUND, MOVE, BACK],
    ],
    [
      'en_produccion',
      PAID,
      ['Tomar', 'Marcar listo', REFUND, MOVE, BACK],
      ['Tomar', 'Marcar listo', REFUND, MOVE, 'Volver a «Pagado»', BACK],
    ],
    [
      'listo',
      PAID,
      ['Tomar', 'Entregar', REFUND, BACK],
      ['Tomar', 'Entregar', REFUND, 'Volver a «En producción»', BACK],
    ],
    ['entregado', PAID, [REFUND], [REFUND, 'Volver a «Listo»']],
    ['cancelado', UNPAID, [], []],
    ['vencido', UNPAID, [], []],
    ['reembolsado', UNPAID, [], []],
  ])('of an order that is %s', async (of, change, clerk, owner) => {
    await open({ estado: of, ...change })
    await waitFor(() => expect(offered()).toEqual(clerk))
    cleanup()
    await open({}, { rol: 'dueno', sucursal: null })
    await waitFor(() => expect(offered()).toEqual(owner))
  })

  it('of an order of which a work came out is no way back to paid', async () => {
    await open(
      { estado: 'en_produccion', ...PAID, impresos: { hechos: 1, de: 2 } },
      { rol: 'dueno', sucursal: null },
    )
    await waitFor(() => expect(offered()).toEqual(['Tomar', 'Marcar listo', REFUND, MOVE, BACK]))
  })

  it('that another clerk has in hand can be released only by the owner', async () => {
    const tomado = { id: 2, nombre: 'Rocío', cuando: '2030-03-01T12:00:00.000Z' }
    await open({ tomado })
    screen.getByText('Lo tiene Rocío')
    expect(offered()).not.toContain('Soltar')
    await pressByHand(user, 't')
    expect(calls.filter(({ call }) => call.startsWith('POST'))).toEqual([])
    cleanup()
    await open({}, { rol: 'dueno', sucursal: null })
    script[post('soltar')] = becomes({ tomado: null })
    await press(/^Soltar/)
    await button(/^Tomar/)
  })

  it('t takes it in hand, and a faster clerk keeps it', async () => {
    const tomado = { id: 2, nombre: 'Rocío', cuando: '2030-03-01T12:00:00.000Z' }
    script[post('tomar')] = taken('Ya lo tiene Rocío.', { tomado })
    await open()
    await button(/^Tomar/)
    await pressByHand(user, 't')
    await screen.findByText('Ya lo tiene Rocío.')
    await screen.findByText('Lo tiene Rocío')
  })
})

describe('the work to be made', () => {
  it('each file is listed once, in its volume and in order, with its avisos and its printer’s problem', async () => {
    const [one] = pedido.trabajos
    const [file] = pedido.archivos
    if (!one || !file) throw new Error('no work')
    const bound = { ...file, grupo: 'grupo0' as const, anillado: true }
    const aviso = { codigo: 'escala' as const, paginas: [1], texto: '12 páginas ajustadas a A4' }
    const change: Partial<PedidoMostrador> = {
      archivos: [
        { ...bound, nombre: 'portada.pdf' },
        { ...file, nombre: 'afiche.pdf' },
        { ...bound, nombre: 'tesis.pdf', avisos: [aviso] },
      ],
      trabajos: [
        { ...one, nombre: 'Anillado 1', anillado: true, archivos: ['portada.pdf', 'tesis.pdf'] },
        { ...one, id: 8, nombre: 'afiche.pdf', archivos: ['afiche.pdf'] },
      ],
    }
    const impresora = { ...IMPRESORA, anda: false, texto: 'Sin papel' }
    script['GET /api/mostrador/impresoras'] = {
      status: 200,
      body: { impresoras: [impresora], agentes: [] },
    }
    script[PRINTS] = { status: 200, body: [impresionOf()] }
    await open({ estado: 'en_produccion', ...change })
    for (const name of ['portada.pdf', 'afiche.pdf', 'tesis.pdf'])
      expect(screen.getAllByText(name)).toHaveLength(1)
    const [volumen, suelto] = screen.getAllByRole('article').map((article) => within(article))
    volumen?.getByRole('heading', { level: 3, name: 'Anillado 1' })
    const files = volumen?.getAllByText(/^(portada|tesis)\.pdf$/).map(({ textContent }) => textContent)
    expect(files).toEqual(['portada.pdf', 'tesis.pdf'])
    volumen?.getByText('12 páginas ajustadas a A4')
    await volumen?.findByRole('heading', { name: 'Sin papel: Ricoh' })
    suelto?.getByRole('heading', { level: 3, name: 'afiche.pdf' })
    expect(suelto?.queryByText('Sin papel: Ricoh')).toBeNull()
  })
})

describe('an order in another clerk’s hands', () => {
  const detail = 'El pedido 1042 lo tiene Rocío.'
  const asked = { status: 409, codigo: 'tomado_por_otro', body: { detail, tomado: 'Rocío' } } as const

  it('needs a confirmation before a step: no leaves it, yes sends the same step again', async () => {
    script[post('estado')] = ({ body }: ReceivedCall) =>
      JSON.stringify(body).includes('aunque_tomado') ? becomes({ estado: 'en_produccion' })() : asked
    await open()
    await press('En producción')
    await user.click((await dialog()).getByRole('button', { name: 'No, volver' }))
    await isClosed()
    expect(screen.queryByText(`Pedido 1042. ${detail}`)).toBeNull() // the clerk has read it in the dialog
    await press('En producción')
    const question = await dialog()
    question.getByRole('heading', { name: detail })
    await user.click(question.getByRole('button', { name: 'Seguir igual' }))
    await screen.findByText('Pedido 1042 pasó a producción.')
    const step = { estado: 'en_produccion' }
    expect(sent('estado')).toEqual([step, step, { ...step, aunque_tomado: true }])
  })
})

describe('the facts written on an order', () => {
  const PATCH = 'PATCH /api/mostrador/pedidos/P1'
  const written = () => calls.filter(({ call }) => call === PATCH).map(({ body }) => body)

  it('its name is changed in a dialog, and a name too long is reported at its field', async () => {
    script[PATCH] = becomes({ nombre: 'Brenda Acosta', nombre_retiro: 'Brenda Acosta' })
    await open()
    await press('Cambiar el nombre')
    const asked = await dialog()
    const field = asked.getByLabelText<HTMLInputElement>('Nombre')
    expect(field.value).toBe('Lucía')
    await user.clear(field)
    await user.type(field, 'Brenda Acosta{Enter}')
    await isClosed()
    expect(written()).toEqual([{ nombre: 'Brenda Acosta' }])
    expect(screen.getAllByText('Brenda Acosta').length).toBeGreaterThan(1)
  })

  it('the typed shelf is sent when it is marked ready; without one the clerk is asked for it', async () => {
    script[post('estado')] = becomes({ estado: 'listo', estante: 'B3' })
    await open({ estado: 'en_produccion' })
    await screen.findByText('Sin imprimir')
    await user.type(screen.getByLabelText('Estante'), 'b3')
    await press('Marcar listo')
    await estado('Listo')
    expect(sent('estado')).toEqual([{ estado: 'listo', estante: 'b3' }])
    screen.getByText('B3')

    cleanup()
    script[PATCH] = becomes({ estante: 'C1' })
    await open({ estado: 'listo', estante: null })
    await user.type(screen.getByLabelText('¿En qué estante quedó?'), 'c1{Enter}')
    await screen.findByText('C1')
    expect(written()).toEqual([{ estante: 'c1' }])
  })

  it('lets the focus leave the shelf, by keyboard in both directions and by a press beside it', async () => {
    await open({ estado: 'en_produccion', estante: null })
    const field = screen.getByLabelText('Estante')
    await user.click(field)
    await user.tab()
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Normal')
    await user.click(field)
    await user.tab({ shift: true })
    expect(document.activeElement?.textContent).toBe('Cambiar el nombre')
    await user.click(field)
    await user.click(document.body)
    expect(document.activeElement).toBe(document.body)
  })

  it('the focus moves into the shelf’s field and back; a colleague’s entry does not remove the field', async () => {
    script[PATCH] = becomes({ estante: 'C1' })
    await open({ estado: 'listo', estante: 'B3' })
    await press('Cambiar el estante')
    expect(document.activeElement).toBe(screen.getByLabelText('Estante'))
    await user.clear(screen.getByLabelText('Estante'))
    await user.keyboard('c1{Enter}')
    await screen.findByText('C1')
    expect(document.activeElement?.textContent).toBe('Cambiar el estante')

    cleanup()
    const cache = await open({ estado: 'en_produccion', estante: null })
    const field = screen.getByLabelText('Estante')
    await user.type(field, 'd')
    act(() => void cache.setQueryData(pedidoKey('P1'), { ...pedido, estante: 'A1' }))
    await user.keyboard('2')
    expect(document.activeElement).toBe(field)
    expect(screen.getByLabelText<HTMLInputElement>('Estante').value).toBe('d2')
  })

  it('a shelf that is only looked at follows a colleague’s, and is not sent when it is marked ready', async () => {
    script[post('estado')] = becomes({ estado: 'listo', estante: 'C1' })
    const cache = await open({ estado: 'en_produccion', estante: 'B3' })
    await screen.findByText('Sin imprimir')
    await press('Cambiar el estante')
    act(() => void cache.setQueryData(pedidoKey('P1'), { ...pedido, estante: 'C1' }))
    const field = screen.getByLabelText<HTMLInputElement>('Estante')
    await waitFor(() => expect(field.value).toBe('C1'))
    await press('Marcar listo')
    await estado('Listo')
    expect(sent('estado')).toEqual([{ estado: 'listo' }])
  })

  it('an invalid shelf is reported, and nothing is sent', async () => {
    await open({ estado: 'listo' })
    await user.type(screen.getByLabelText('¿En qué estante quedó?'), 'B<3{Enter}')
    expect(screen.getByRole('alert').textContent).toBe('El estante lleva letras y números: «B3».')
    expect(written()).toEqual([])
  })

  it('it becomes urgent with a press, and a work of several is ready with a tick', async () => {
    const [one] = pedido.trabajos
    const [file] = pedido.archivos
    if (!one || !file) throw new Error('no work')
    const two = {
      archivos: [file, { ...file, nombre: 'afiche.pdf' }],
      trabajos: [one, { ...one, id: 8, nombre: 'afiche.pdf', archivos: ['afiche.pdf'] }],
    }
    script[PATCH] = becomes({ urgente: true })
    await open(two)
    await press('Urgente')
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Urgente' }).getAttribute('aria-pressed')).toBe('true'),
    )
    script[PATCH] = becomes({ partes_listas: [8], partes: { listas: 1, de: 2 } })
    await user.click(screen.getByRole('checkbox', { name: /«afiche\.pdf»/ }))
    await screen.findByText(/parte lista: 1 de 2/)
    expect(written()).toEqual([{ urgente: true }, { parte: { trabajo: 8, lista: true } }])
  })

  it('a note of the staff shows its author and time, and that the customer does not see it', async () => {
    const texto = 'Hablamos: la paga mañana.'
    script[post('notas')] = becomes({
      notas_equipo: [{ cuando: '2030-03-01T12:00:00.000Z', quien: 'Carla', texto }],
    })
    await open({ nota: 'Tapa transparente.' })
    screen.getByText('Tapa transparente.')
    screen.getByText('El cliente no la ve.')
    await press('Nota del equipo')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Guardar nota' }))
    expect(asked.getByRole('alert').textContent).toBe('Escribí la nota.')
    await user.type(asked.getByLabelText('Nota'), texto)
    await user.click(asked.getByRole('button', { name: 'Guardar nota' }))
    await isClosed()
    screen.getByText(texto)
    screen.getByText('Carla')
    expect(sent('notas')).toEqual([{ texto }])
  })

  it('that were saved while the order was read stay, whatever that read still says', async () => {
    const texto = 'Llamó: pasa el lunes.'
    const notas_equipo = [{ cuando: '2030-03-01T12:00:00.000Z', quien: 'Carla', texto }]
    script[post('notas')] = becomes({ notas_equipo })
    const cache = await open()
    await press('Nota del equipo')
    const asked = await dialog()
    await user.type(asked.getByLabelText('Nota'), texto)
    const before = pedido
    let answer = (): void => undefined
    script[ORDER] = () => new Promise((resolve) => (answer = () => resolve({ status: 200, body: before })))
    act(() => void cache.invalidateQueries({ queryKey: pedidoKey('P1') }))
    await waitFor(() => expect(cache.isFetching()).toBe(1))
    script[ORDER] = () => ({ status: 200, body: pedido })
    await user.click(asked.getByRole('button', { name: 'Guardar nota' }))
    await isClosed()
    answer()
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    screen.getByText(texto)
  })

  it('of a closed one is only read', async () => {
    await open({ estado: 'entregado', urgente: true, estante: 'B3' })
    screen.getByText('B3')
    for (const name of [/^Cambiar/, 'Urgente', 'Normal'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('a step', () => {
  it('is taken with the keyboard and announced, and the focus stays on the order', async () => {
    script[post('estado')] = becomes({ estado: 'en_produccion' })
    await open()
    ;(await button('En producción')).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Pedido 1042 pasó a producción.')
    await button('Marcar listo')
    expect(sent('estado')).toEqual([{ estado: 'en_produccion' }])
    expect(document.activeElement).not.toBe(document.body)
  })

  it('after the last one the heading has the focus', async () => {
    script[post('estado')] = becomes({ estado: 'entregado' })
    await open({ estado: 'listo' })
    ;(await button('Entregar')).focus()
    await user.keyboard('{Enter}')
    await estado('Entregado')
    expect(document.activeElement).toBe(heading())
  })

  it('that a colleague took first is reported, and the order’s present state shown', async () => {
    script[post('estado')] = taken('El pedido ya está en producción.', { estado: 'en_produccion' })
    await open()
    await press('En producción')
    await screen.findByText('Pedido 1042. El pedido ya está en producción.')
    await button('Marcar listo')
  })

  it('without network is reported as perhaps not done: only the answer may be lost', async () => {
    script[post('estado')] = 'cut'
    await open()
    await press('En producción')
    await screen.findByText(
      'Pedido 1042. Se cortó la conexión y no sabemos si cambió el estado. Fijate antes de repetir.',
    )
    await button('En producción')
  })

  it('to ready waits for works being printed, and says why', async () => {
    script[PRINTS] = { status: 200, body: [impresionOf({ estado: 'imprimiendo' })] }
    await open({ estado: 'en_produccion' })
    await screen.findByText('Falta imprimir 1 trabajo')
    const ready = await button('Marcar listo')
    expect(ready.getAttribute('aria-disabled')).toBe('true')
    await user.click(ready)
    expect(sent('estado')).toEqual([])
  })
})

describe('cancelling', () => {
  it('of a paid order needs a reason, and says what is refunded', async () => {
    script[post('estado')] = becomes({ estado: 'cancelado', pagos: [] })
    await open()
    await press('Cancelar y devolver el pago')
    const asked = await dialog()
    asked.getByText(/^Se devuelven \$\s855,00 a lucia@gmail\.com\./)
    await user.click(asked.getByRole('button', { name: /^Sí, cancelar/ }))
    expect(asked.getByRole('alert').textContent).toBe('Elegí por qué, o contalo en una línea.')
    expect(sent('estado')).toEqual([])
    await user.type(asked.getByLabelText('Contalo en una línea'), ' Sin papel. ')
    await user.click(asked.getByRole('button', { name: /^Sí, cancelar/ }))
    await isClosed()
    await estado('Cancelado')
    expect(sent('estado')).toEqual([{ estado: 'cancelado', motivo: 'Sin papel.' }])
  })

  it('of an unpaid order needs none', async () => {
    script[post('estado')] = becomes({ estado: 'cancelado' })
    await open({ estado: 'confirmado', pagos: [], pago: null })
    await press('Cancelar pedido')
    const asked = await dialog()
    asked.getByText(/^El link de pago deja de funcionar\./)
    await user.click(asked.getByRole('button', { name: 'Sí, cancelar pedido' }))
    await estado('Cancelado')
  })

  it('without network keeps the reason, and says in the dialog that it may have happened', async () => {
    script[post('estado')] = 'cut'
    await open()
    await press('Cancelar y devolver el pago')
    const asked = await dialog()
    await user.type(asked.getByLabelText('Contalo en una línea'), 'Sin papel.')
    await user.click(asked.getByRole('button', { name: /^Sí, cancelar/ }))
    expect((await asked.findByRole('alert')).textContent).toMatch(
      /^Se cortó la conexión y no sabemos si se canceló/,
    )
    expect(asked.getByLabelText<HTMLInputElement>('Contalo en una línea').value).toBe('Sin papel.')
    script[post('estado')] = becomes({ estado: 'cancelado', pagos: [] })
    await user.click(asked.getByRole('button', { name: /^Sí, cancelar/ }))
    await isClosed()
    await estado('Cancelado')
  })

  it('a colleague’s earlier action is reported', async () => {
    script[post('estado')] = taken('El pedido ya se entregó.', { estado: 'entregado' })
    await open({ estado: 'listo' })
    await press('Cancelar y devolver el pago')
    await user.type((await dialog()).getByLabelText('Contalo en una línea'), 'Sin papel.')
    await user.click((await dialog()).getByRole('button', { name: /^Sí, cancelar/ }))
    await screen.findByText('Pedido 1042. El pedido ya se entregó.')
    await isClosed()
    await estado('Entregado')
  })
})

describe('money', () => {
  const UNPAID: Partial<PedidoMostrador> = { estado: 'confirmado', pagos: [], pago: null }
  const CASH = { id: 'c1', estado: 'approved', importe: 855, devuelto: 0, medio: 'efectivo', en_caja: true }
  const pagos = [{ ...CASH, cuando: '2030-03-01T12:00:00.000Z' }]

  const PRICE = 'POST /api/mostrador/ventas/cotizar'
  const SALE = 'POST /api/mostrador/ventas'
  const precio = (change: object = {}) => ({
    venta_id: null,
    impresion: 900,
    otros: 0,
    descuentos: [],
    total: 855,
    pagado: 0,
    resto: 855,
    vuelto: 0,
    puntos: 0,
    cliente: null,
    color_pendiente: false,
    init_point: null,
    pedidos: [{ pedido_id: 'P1', numero: 1042 }],
    ...change,
  })
  const charged = () => calls.filter(({ call }) => call === SALE).map(({ body }) => body)
  const charge = async () => (await dialog()).findByRole('button', { name: /^Cobrar \$\s855,00$/ })

  it('is taken at the counter by any means', async () => {
    script[PRICE] = { status: 200, body: precio() }
    script[SALE] = () => {
      becomes({ estado: 'pagado', pagos })()
      return { status: 200, body: precio({ venta_id: 7, pagado: 855, resto: 0 }) }
    }
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    const asked = await dialog()
    await user.click(await asked.findByRole('checkbox', { name: 'Efectivo' }))
    await user.click(asked.getByRole('checkbox', { name: 'Transferencia' }))
    await user.click(await charge())
    await screen.findByText(/^Pedido 1042: \$\s855,00 cobrados\.$/)
    await isClosed()
    expect(charged()).toMatchObject([
      {
        lineas: [{ pedido_id: 'P1' }],
        pagos: [{ medio: 'transferencia', importe: 855 }],
        sucursal: 'Alberdi',
      },
    ])
    await estado('Pagado')
  })

  it('is asked for at once where the board’s button led here, in the cash field, and an Enter pressed twice charges nothing', async () => {
    script[PRICE] = { status: 200, body: precio() }
    script[SALE] = () => {
      becomes({ estado: 'pagado', pagos })()
      return { status: 200, body: precio({ venta_id: 7, pagado: 855, resto: 0, vuelto: 145 }) }
    }
    await open(UNPAID, undefined, COBRAR)
    const field = await (await dialog()).findByLabelText('Paga con')
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('{Enter}') // the second one of two that opened it
    expect(charged()).toEqual([])
    await user.keyboard('1000')
    await user.click(await charge())
    await screen.findByText(/^Pedido 1042: \$\s855,00 cobrados\. Vuelto: \$\s145,00\.$/)
    await isClosed()
    expect(charged()).toHaveLength(1)
    cleanup()
    // Another clerk was faster
    await open({ estado: 'pagado', pagos }, undefined, COBRAR)
    await estado('Pagado')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  /** The price comes when the test says so. */
  function priceLater(): () => void {
    const priced = Promise.withResolvers<void>()
    script[PRICE] = async () => {
      await priced.promise
      return { status: 200, body: precio() }
    }
    return priced.resolve
  }

  it('takes the amount that is typed while the price is calculated', async () => {
    const price = priceLater()
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    await user.keyboard('1000{Enter}')
    const field = (await dialog()).getByLabelText<HTMLInputElement>('Paga con')
    expect(document.activeElement).toBe(field)
    expect(charged()).toEqual([])
    price()
    await (await dialog()).findByText('Vuelto')
    expect(field.value).toBe('1000')
  })

  /** An unpaid order that loads when the test says so. */
  function loadLate() {
    const loaded = Promise.withResolvers<void>()
    script[PRICE] = { status: 200, body: precio() }
    pedido = { ...pedido, ...UNPAID }
    script[ORDER] = async () => {
      await loaded.promise
      return { status: 200, body: pedido }
    }
    return loaded.resolve
  }

  it('takes the amount that is typed while the order is loading, and no digit of it is a shortcut', async () => {
    const load = loadLate()
    const shortcut = vi.fn()
    addEventListener('keydown', shortcut)
    openPedido(undefined, COBRAR)
    await screen.findByText('Cargando el pedido…')
    await user.keyboard('150{Backspace}00')
    removeEventListener('keydown', shortcut)
    load()
    const field = (await dialog()).getByLabelText<HTMLInputElement>('Paga con')
    await user.keyboard('0')
    expect(field.value).toBe('15000')
    expect(shortcut).not.toHaveBeenCalled()
    await (await dialog()).findByText('Vuelto')
    // Only what was typed for that order
    cleanup()
    await open(UNPAID, undefined, COBRAR)
    expect((await dialog()).getByLabelText<HTMLInputElement>('Paga con').value).toBe('')
  })

  it('takes a digit that is typed when the charge was just drawn, before its field has the focus', async () => {
    const load = loadLate()
    openPedido(undefined, COBRAR)
    await screen.findByText('Cargando el pedido…')
    await user.keyboard('15')
    // As it is drawn: effects follow later, and a busy browser hands over keys before them
    const { createElement } = document
    let isTyped = false
    vi.spyOn(document, 'createElement').mockImplementation(
      (name: string, options?: ElementCreationOptions) => {
        if (name === 'dialog' && !isTyped) {
          isTyped = true
          fireEvent.keyDown(document.body, { key: '0' })
        }
        return createElement.call(document, name, options)
      },
    )
    onTestFinished(() => void vi.restoreAllMocks())
    load()
    const field = (await dialog()).getByLabelText<HTMLInputElement>('Paga con')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(isTyped).toBe(true)
    expect(field.value).toBe('150')
  })

  it('leaves the focus in a code that is typed while the price is calculated', async () => {
    const price = priceLater()
    await open(UNPAID, undefined, COBRAR)
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Código' }))
    const field = asked.getByLabelText('Código, escaneado o escrito')
    await user.type(field, 'K7M2')
    price()
    await asked.findByRole('button', { name: /^Cobrar \$\s855,00$/ })
    expect(document.activeElement).toBe(field)
  })

  it('is not asked for again once the dialog was left, and the heading has the focus', async () => {
    script[PRICE] = { status: 200, body: precio() }
    await open(UNPAID, undefined, COBRAR)
    await user.click((await dialog()).getByRole('button', { name: 'No, volver' }))
    await isClosed()
    expect(document.activeElement).toBe(heading())
  })

  it('that remains of an order in work is taken before it is handed over', async () => {
    script[PRICE] = { status: 200, body: precio({ pagado: 355, resto: 500 }) }
    script['POST /api/mostrador/ventas/7/pagos'] = () => {
      becomes({ resta: 0 })()
      return { status: 200, body: precio({ venta_id: 7, pagado: 855, resto: 0, vuelto: 500 }) }
    }
    await open({ estado: 'listo', pagos, resta: 500, venta_id: 7 })
    expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull()
    await press(/^Cobrar \$\s500,00 que restan$/)
    const asked = await dialog()
    await user.type(await asked.findByLabelText('Paga con'), '1000')
    expect(asked.getByText('Vuelto').nextSibling?.textContent).toMatch(/500,00/)
    await user.click(asked.getByRole('button', { name: /^Cobrar \$\s500,00$/ }))
    await isClosed()
    await screen.findByText(/^Pedido 1042: \$\s500,00 cobrados\. Vuelto: \$\s500,00\.$/)
    await button('Entregar')
  })

  it('partly taken by a colleague is asked for with its present amount; the change is shown', async () => {
    const RESTO = { status: 200, body: precio({ pagado: 355, resto: 500 }) }
    script[PRICE] = RESTO
    await open({ estado: 'listo', pagos, resta: 500, venta_id: 7 })
    await press(/que restan$/)
    await (await dialog()).findByRole('button', { name: /^Cobrar \$\s500,00$/ })
    await user.click((await dialog()).getByRole('button', { name: 'No, volver' }))
    script[PRICE] = { status: 200, body: precio({ pagado: 555, resto: 300 }) }
    await press(/que restan$/)
    const asked = await dialog()
    await asked.findByRole('button', { name: /^Cobrar \$\s300,00$/ })
    // And once more while the dialog is open
    script['POST /api/mostrador/ventas/7/pagos'] = () => {
      becomes({ resta: 0 })()
      return { status: 200, body: precio({ venta_id: 7, pagado: 855, resto: 0, vuelto: 200 }) }
    }
    await user.click(asked.getByRole('button', { name: /^Cobrar \$\s300,00$/ }))
    await screen.findByText(/entraron \$\s100,00.*\$\s200,00 de vuelto/)
    await isClosed()
  })

  it('warns of a payment that is under way', async () => {
    script[PRICE] = { status: 200, body: precio() }
    await open({ ...UNPAID, pago: 'en_proceso' })
    await press('Cobrar en el mostrador')
    ;(await dialog()).getByText(/^Hay un pago por la web en proceso/)
  })

  it('is not charged while a code is typed and not applied', async () => {
    script[PRICE] = { status: 200, body: precio() }
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Código' }))
    const field = asked.getByLabelText('Código, escaneado o escrito')
    await user.type(field, 'K7M2-XQ9D-4RTB')
    await user.click(await charge())
    asked.getByText(/^Lo que está escrito ahí todavía no entra/)
    expect(document.activeElement).toBe(field)
    expect(calls.filter(({ call }) => call === SALE)).toEqual([])
    await user.keyboard('{Enter}') // the second one of two that were meant for the charge
    asked.getByText(/^Lo que está escrito ahí todavía no entra/)
    await user.keyboard('{Enter}')
    expect(asked.queryByText(/^Lo que está escrito ahí todavía no entra/)).toBeNull()
  })

  it('is charged without a code that was refused, once that is removed', async () => {
    script[PRICE] = ({ body }) =>
      (body as { codigos: string[] }).codigos.length > 0
        ? { status: 404, body: { codigos: ['El código K7M2-XQ9D-4RTB no existe.'] } }
        : { status: 200, body: precio() }
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Código' }))
    await user.type(asked.getByLabelText('Código, escaneado o escrito'), 'K7M2-XQ9D-4RTB{Enter}')
    await asked.findByText('El código K7M2-XQ9D-4RTB no existe.')
    await user.click(asked.getByRole('button', { name: 'Quitar el código K7M2-XQ9D-4RTB' }))
    await charge()
    expect(asked.queryByText('El código K7M2-XQ9D-4RTB no existe.')).toBeNull()
  })

  it('paid on the web meanwhile is reported in the dialog, which stays open', async () => {
    script[PRICE] = { status: 200, body: precio() }
    script[SALE] = taken('Ya se pagó por la web.', { estado: 'pagado' })
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    await user.click(await charge())
    ;(await dialog()).getByText('Ya se pagó por la web.')
  })

  it('without network may be tried again', async () => {
    script[PRICE] = { status: 200, body: precio() }
    script[SALE] = 'cut'
    await open(UNPAID)
    await press('Cobrar en el mostrador')
    await user.click(await charge())
    ;(await dialog()).getByText(/^No hubo respuesta\. Tocá otra vez/)
  })

  it('is refunded in part, with a reason; too much, or no amount, is reported at its field', async () => {
    await open({ pagos })
    await press('Devolver dinero')
    const asked = await dialog()
    const amount = asked.getByLabelText<HTMLInputElement>('Importe ($)')
    expect(amount.value).toBe('855')
    await user.clear(amount)
    await user.type(amount, '900')
    await user.click(asked.getByRole('button', { name: 'Devolver' }))
    expect(asked.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Como mucho se pueden devolver \$\s855,00\.$/),
      'Elegí por qué, o contalo en una línea.',
    ])
    expect(sent('devolver')).toEqual([])
    script[post('devolver')] = becomes({ pagos: pagos.map((one) => ({ ...one, devuelto: 100.5 })) })
    await user.clear(amount)
    await user.type(amount, '100,50')
    await user.type(asked.getByLabelText('Contalo en una línea'), 'Salió corrida.')
    await user.click(asked.getByRole('button', { name: 'Devolver' }))
    await isClosed()
    await screen.findByText(/^Pedido 1042: se devolvieron \$\s100,50\.$/)
    expect(sent('devolver')).toEqual([{ importe: 100.5, motivo: 'Salió corrida.' }])
  })

  it('is refunded whole or in part by one choice, with a usual or a typed reason', async () => {
    await open({ pagos })
    await press('Devolver dinero')
    const asked = await dialog()
    const amount = asked.getByLabelText<HTMLInputElement>('Importe ($)')
    expect(asked.getByRole<HTMLInputElement>('radio', { name: 'Todo' }).checked).toBe(true)
    await user.click(asked.getByRole('radio', { name: 'Una parte' }))
    expect(amount.value).toBe('')
    await user.click(asked.getByRole('radio', { name: 'Todo' }))
    expect(amount.value).toBe('855')
    // «Another reason» needs a text
    await user.click(asked.getByRole('radio', { name: 'Otro motivo' }))
    await user.click(asked.getByRole('button', { name: 'Devolver' }))
    expect(asked.getByRole('alert').textContent).toBe('Contalo en una línea.')
    expect(document.activeElement).toBe(asked.getByLabelText('Contalo en una línea'))
    script[post('devolver')] = 'cut'
    await user.click(asked.getByRole('radio', { name: 'Se cobró de más' }))
    await user.click(asked.getByRole('button', { name: 'Devolver' }))
    await asked.findByText(/^No hay conexión/)
    script[post('devolver')] = becomes({ pagos: [] })
    await user.type(asked.getByLabelText('Contalo en una línea'), 'Eran dos copias')
    await user.click(asked.getByRole('button', { name: 'Devolver' }))
    await isClosed()
    expect(sent('devolver')).toEqual([
      { importe: 855, motivo: 'Se cobró de más' },
      { importe: 855, motivo: 'Se cobró de más: Eran dos copias' },
    ])
  })

  describe('of a sale at the counter', () => {
    const LEFT = 'GET /api/mostrador/ventas/7/devolver'
    const BACK = 'POST /api/mostrador/ventas/7/devolver'
    const left = {
      venta_id: 7,
      mostrador: 855,
      mercadopago: 0,
      cuenta: 0,
      pedidos: [{ pedido_id: 'P1', numero: 1042 }],
    }
    const inCash = pagos.map((one) => ({ ...one, medio: 'efectivo', en_caja: true }))
    const returned = () => calls.flatMap(({ call, body, clave }) => (call === BACK ? [{ body, clave }] : []))

    it('is refunded by the chosen means, in full or in part, once however often it is sent', async () => {
      script[LEFT] = { status: 200, body: left }
      script[BACK] = 'cut'
      await open({ pagos: inCash, venta_id: 7 })
      await press('Devolver dinero')
      const asked = await dialog()
      await asked.findByText(/^Entregalo en mano/)
      expect(asked.getByRole<HTMLInputElement>('radio', { name: 'Efectivo' }).checked).toBe(true)
      expect(asked.queryByRole('radio', { name: 'Mercado Pago' })).toBeNull()
      await user.click(asked.getByRole('radio', { name: 'Transferencia' }))
      asked.getByText(/^Hacelo vos en el posnet o en el banco/)
      const amount = asked.getByLabelText<HTMLInputElement>('Importe ($)')
      expect(amount.value).toBe('855')
      await user.click(asked.getByRole('radio', { name: 'Una parte' }))
      await user.type(amount, '900')
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      expect(asked.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^Como mucho se pueden devolver \$\s855,00\.$/),
        'Elegí por qué, o contalo en una línea.',
      ])
      expect(returned()).toEqual([])
      await user.clear(amount)
      await user.type(amount, '100,50')
      await user.click(asked.getByRole('radio', { name: 'Se cobró de más' }))
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      await asked.findByText(/^No hay conexión/)
      script[BACK] = { status: 200, body: { venta_id: 7, devuelto: 100.5, queda: 754.5 } }
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      await isClosed()
      await screen.findByText(/^Se devolvieron \$\s100,50 de la venta 7\.$/)
      const body = { importe: 100.5, medio: 'transferencia', motivo: 'Se cobró de más' }
      expect(returned().map((one) => one.body)).toEqual([body, body])
      expect(new Set(returned().map(({ clave }) => clave)).size).toBe(1)
    })

    it('that the provider makes later is said, and there is nothing left to send', async () => {
      const detail = 'Mercado Pago todavía está procesando la devolución.'
      script[LEFT] = { status: 200, body: { ...left, mostrador: 0, mercadopago: 855 } }
      script[BACK] = { status: 502, codigo: 'devolucion_anotada', body: { detail } }
      await open({ pagos, venta_id: 7 })
      await press('Devolver dinero')
      const asked = await dialog()
      await user.click(await asked.findByRole('radio', { name: 'Se cobró de más' }))
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      await asked.findByText(detail)
      expect(asked.getByLabelText<HTMLInputElement>('Importe ($)').readOnly).toBe(true)
      expect(asked.queryByRole('button', { name: 'Devolver' })).toBeNull()
      await user.click(asked.getByRole('button', { name: 'Entendido' }))
      await isClosed()
      expect(returned()).toHaveLength(1)
    })

    it('charged on account is refunded to the account, and not from the drawer', async () => {
      script[LEFT] = { status: 200, body: { ...left, mostrador: 0, cuenta: 855 } }
      script[BACK] = { status: 200, body: { venta_id: 7, devuelto: 855, queda: 0 } }
      await open({ pagos: inCash.map((one) => ({ ...one, medio: 'cuenta' })), venta_id: 7 })
      await press('Devolver dinero')
      const asked = await dialog()
      await asked.findByText(/^Se descuenta de la cuenta corriente: no sale de la caja\./)
      expect(asked.queryByRole('radio', { name: 'Efectivo' })).toBeNull()
      await user.click(asked.getByRole('radio', { name: 'Se cobró de más' }))
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      await isClosed()
      expect(returned().map(({ body }) => body)).toEqual([
        { importe: 855, medio: 'cuenta', motivo: 'Se cobró de más' },
      ])
    })

    it('of several orders says which; split over the provider and the counter it asks how', async () => {
      const pedidos = [...left.pedidos, { pedido_id: 'P2', numero: 1043 }]
      script[LEFT] = { status: 200, body: { ...left, mercadopago: 300, pedidos } }
      const online = inCash.map((one) => ({ ...one, id: '98', medio: 'visa', en_caja: false }))
      await open({ pagos: [...inCash, ...online], venta_id: 7 })
      await press('Devolver dinero')
      const asked = await dialog()
      await asked.findByText(/^Es de los pedidos 1042 y 1043\. Elegí cómo se lo devolvés\./)
      await user.click(asked.getByRole('radio', { name: 'Se cobró de más' }))
      await user.click(asked.getByRole('button', { name: 'Devolver' }))
      expect(asked.getByRole('alert').textContent).toBe('Elegí cómo se devuelve.')
      await user.click(asked.getByRole('radio', { name: 'Mercado Pago' }))
      expect(asked.getByLabelText<HTMLInputElement>('Importe ($)').value).toBe('300')
      expect(returned()).toEqual([])
    })

    it.each([
      ['refused', { status: 404, body: { detail: 'Esa venta no existe.' } }, 'Esa venta no existe.'],
      ['without network', 'cut', 'No hay conexión con el servidor. Probá de nuevo.'],
    ] as const)('that cannot be looked at, %s, says so', async (_, answer, says) => {
      script[LEFT] = answer
      await open({ pagos: inCash, venta_id: 7 })
      await press('Devolver dinero')
      const asked = await dialog()
      expect((await asked.findByRole('alert')).textContent).toBe(says)
      await user.click(asked.getByRole('button', { name: 'No, volver' }))
      await isClosed()
    })
  })

  it.each([
    ['that another clerk gave back first', 409, undefined, 'Ya se devolvió todo.', 'No, volver'],
    ['whose provider is down', 502, 'devolucion_anotada', 'Quedó anotado y sale solo.', 'Entendido'],
    ['that a proxy refuses', 502, null, 'Bad gateway.', 'No, volver'],
  ] as const)('%s is told in the dialog, and stays to be read', async (_, status, codigo, detail, leave) => {
    script[post('devolver')] = () => {
      pedido = { ...pedido, estado: 'reembolsado', pagos: pagos.map((one) => ({ ...one, devuelto: 855 })) }
      return { status, codigo, body: { detail } }
    }
    await open({ pagos })
    await press('Devolver dinero')
    await user.type((await dialog()).getByLabelText('Contalo en una línea'), 'Sin papel.')
    await user.click((await dialog()).getByRole('button', { name: 'Devolver' }))
    await estado('Reembolsado')
    ;(await dialog()).getByText(detail)
    await user.click((await dialog()).getByRole('button', { name: leave }))
    await isClosed()
    expect(document.activeElement).toBe(heading())
  })

  it('of a cancelled order paid at the counter has to be handed over', async () => {
    await open({ estado: 'cancelado', pagos })
    screen.getByText(/^Se canceló y falta devolver \$\s855,00 en el mostrador\./)
  })
})

describe('to another branch', () => {
  it('it moves after a confirmation, and leaves a clerk’s board', async () => {
    script[post('sucursal')] = becomes({ sucursal: 'Aguilares' })
    await open()
    await press('Pasar a Aguilares')
    const asked = await dialog()
    asked.getByText(/Al cliente le avisamos por mail \(lucia@gmail\.com\)/)
    await user.click(asked.getByRole('button', { name: 'Sí, pasar a Aguilares' }))
    await screen.findByText('el tablero')
    expect(sent('sucursal')).toEqual([{ sucursal: 'Aguilares' }])
  })

  it('a delivery says how far it is from here, how far away the other branch is, and what the customer pays', async () => {
    const at = { lat: -27.58, lng: -65.62 }
    script['GET /api/sucursales'] = {
      status: 200,
      body: [
        { nombre: 'Alberdi', ...at },
        { nombre: 'Aguilares', ...at, lat: -27.43 },
        { nombre: 'Concepción', lat: null, lng: null },
      ],
    }
    await open({ modo_entrega: 'delivery', distancia_km: 0.88, costo_delivery: 2000 })
    await press('Pasar a Aguilares')
    const asked = await dialog()
    expect(asked.getByText(/^Es un envío/).textContent?.replaceAll(/\s/g, ' ')).toBe(
      'Es un envío a 0,9 km de Alberdi, y Aguilares está a unos 22 km de ahí. El cliente paga $ 2.000,00 al recibirlo, como se le dijo: fijate que desde Aguilares lleguen.',
    )
    await user.click(asked.getByRole('button', { name: 'No, volver' }))
    await press('Pasar a Concepción')
    expect((await dialog()).getByText(/^Es un envío/).textContent).toMatch(
      /^Es un envío a 0,9 km de Alberdi\. Desde Concepción no se hacen envíos todavía\. El cliente paga/,
    )
  })

  it('a move that is too late is reported, and the order’s present state shown', async () => {
    script[post('sucursal')] = taken('El pedido ya está listo.', { estado: 'listo' })
    await open()
    await press('Pasar a Aguilares')
    await user.click((await dialog()).getByRole('button', { name: 'Sí, pasar a Aguilares' }))
    await screen.findByText('Pedido 1042. El pedido ya está listo.')
    await isClosed()
    await button('Entregar')
  })

  it('without network it stays, and may be tried again', async () => {
    script[post('sucursal')] = 'cut'
    await open()
    await press('Pasar a Aguilares')
    await user.click((await dialog()).getByRole('button', { name: 'Sí, pasar a Aguilares' }))
    await (await dialog()).findByText('Se cortó la conexión y no sabemos si se pasó. Probá de nuevo.')
  })
})

describe('undoing a step', () => {
  const OWNER = { rol: 'dueno', sucursal: null } as const
  const READY = { estado: 'listo' } as const

  it('needs a reason', async () => {
    script[post('deshacer')] = () => {
      pedido = { ...pedido, estado: 'en_produccion' }
      return { status: 200, body: { estado: 'en_produccion' } }
    }
    await open(READY, OWNER)
    await press('Volver a «En producción»')
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Sí, volver atrás' }))
    expect(asked.getByRole('alert').textContent).toBe('Escribí por qué se deshace.')
    await user.type(asked.getByLabelText('Motivo'), 'Faltan hojas.{Enter}')
    await screen.findByText('Deshecho: el pedido 1042 está en producción.')
    await isClosed()
    await button('Marcar listo')
    expect(sent('deshacer')).toEqual([{ estado: 'listo', motivo: 'Faltan hojas.' }])
  })

  it('too late is reported, and the order’s present state shown', async () => {
    script[post('deshacer')] = taken('El último paso ya se deshizo.', { estado: 'en_produccion' })
    await open(READY, OWNER)
    await press('Volver a «En producción»')
    await user.type((await dialog()).getByLabelText('Motivo'), 'Faltan hojas.{Enter}')
    await screen.findByText('Pedido 1042. El último paso ya se deshizo.')
    await isClosed()
    await button('Marcar listo')
  })

  it('without network keeps the reason', async () => {
    script[post('deshacer')] = 'cut'
    await open(READY, OWNER)
    await press('Volver a «En producción»')
    const asked = await dialog()
    await user.type(asked.getByLabelText('Motivo'), 'Faltan hojas.{Enter}')
    await asked.findByText('Se cortó la conexión y no sabemos si se deshizo. Probá de nuevo.')
    expect(asked.getByLabelText<HTMLInputElement>('Motivo').value).toBe('Faltan hojas.')
  })
})

describe('printing', () => {
  it('i sends all works, once', async () => {
    script[post('imprimir')] = { status: 200, body: [] }
    await open()
    await button('Imprimir todo')
    await pressByHand(user, 'p')
    await screen.findByText('Pedido 1042: 1 trabajo a imprimir.')
    expect(sent('imprimir')).toEqual([{ trabajos: [7] }])
  })

  it('a printer is chosen by keyboard; an unsuitable one shows why', async () => {
    script['GET /api/mostrador/impresoras'] = {
      status: 200,
      body: {
        impresoras: [IMPRESORA, { ...IMPRESORA, id: 4, nombre: 'Vieja', perfil: { lados: ['una_cara'] } }],
        agentes: [],
      },
    }
    script[post('imprimir')] = { status: 200, body: [] }
    await open()
    await press('Elegir impresora')
    const asked = await dialog()
    expect(asked.getByRole('button', { name: /^Vieja/ }).getAttribute('aria-disabled')).toBe('true')
    asked.getByRole('button', { name: /^Ricoh/ }).focus()
    await user.keyboard('{Enter}')
    await screen.findByText('Pedido 1042: 1 trabajo a Ricoh.')
    expect(sent('imprimir')).toEqual([{ trabajos: [7], impresora: 3 }])
  })

  it('again needs a reason; a refusal is shown in the dialog, which keeps it', async () => {
    script[PRINTS] = { status: 200, body: [impresionOf({ estado: 'impresa' })] }
    script[post('imprimir')] = { status: 409, body: { detail: 'Ya hay una en la cola.' } }
    await open({ estado: 'en_produccion' })
    await press(/^Reimprimir/)
    const asked = await dialog()
    await user.click(asked.getByRole('button', { name: 'Reimprimir' }))
    expect(asked.getByRole('alert').textContent).toBe('Elegí por qué, o contalo en una línea.')
    await user.click(asked.getByRole('radio', { name: 'Otro motivo' }))
    await user.type(asked.getByLabelText('Contalo en una línea'), 'Falta tinta')
    await user.click(asked.getByRole('button', { name: 'Reimprimir' }))
    await asked.findByText('Ya hay una en la cola.')
    expect(asked.getByLabelText<HTMLInputElement>('Contalo en una línea').value).toBe('Falta tinta')
    script[post('imprimir')] = { status: 200, body: [] }
    await user.click(asked.getByRole('button', { name: 'Reimprimir' }))
    await isClosed()
    expect(sent('imprimir').at(-1)).toEqual({ trabajos: [7], motivo: 'Falta tinta' })
  })

  it('each tome of a volume is called by its own name', async () => {
    const [one] = pedido.trabajos
    if (!one) throw new Error('The order of the tests has a work.')
    await open({
      trabajos: [
        { ...one, tomo: '1/2' },
        { ...one, id: 8, tomo: '2/2' },
      ],
    })
    await screen.findByRole('button', { name: 'Imprimir «Tomo 1/2 · tesis.pdf»' })
    screen.getByRole('button', { name: 'Imprimir «Tomo 2/2 · tesis.pdf»' })
  })

  it('a doubt is asked at the top of the page, and answered once', async () => {
    const answer = 'POST /api/mostrador/impresiones/11/resolver'
    script[PRINTS] = { status: 200, body: [impresionOf({ estado: 'verificar', contadas: 4 })] }
    script[answer] = () => {
      script[PRINTS] = { status: 200, body: [impresionOf({ estado: 'impresa' })] }
      return { status: 200, body: {} }
    }
    await open({ estado: 'en_produccion' })
    await screen.findByText('Según la impresora salieron 2 de 9 hojas.')
    await screen.findByText('Falta resolver 1 trabajo')
    await press('Salió entero')
    await screen.findByText('«tesis.pdf» queda como impreso.')
    await waitFor(() => expect(screen.queryByText('Falta resolver 1 trabajo')).toBeNull())
    expect(calls.filter(({ call }) => call === answer).map(({ body }) => body)).toEqual([
      { respuesta: 'salio_bien' },
    ])
  })

  it.each([
    ['No imprimir', 'cancelar', '«tesis.pdf» no se imprime.', 'cancelada', 'Cancelada'],
    ['Imprimir ahora', 'confirmar', '«tesis.pdf» vuelve a la cola.', 'en_cola', 'En cola'],
  ] as const)('what waited for hours is asked about: %s', async (name, way, told, estado, shown) => {
    const call = `POST /api/mostrador/impresiones/11/${way}`
    const pedida = new Date(Date.now() - 9 * 3_600_000).toISOString()
    script[PRINTS] = { status: 200, body: [impresionOf({ consultar: true, pedida })] }
    script[call] = () => {
      script[PRINTS] = { status: 200, body: [impresionOf({ estado, pedida })] }
      return { status: 200, body: {} }
    }
    await open({ estado: 'en_produccion' })
    const old = within(await screen.findByRole('region', { name: 'Esperó muchas horas: ¿imprimir ahora?' }))
    old.getByText('«tesis.pdf» se mandó a Ricoh hace 9 h y todavía no salió.')
    await user.click(old.getByRole('button', { name }))
    await screen.findByText(told)
    await screen.findByText(shown)
    expect(screen.queryByRole('region', { name: /^Esperó muchas horas/ })).toBeNull()
    expect(screen.queryAllByRole('button', { name: 'Imprimir todo' })).toHaveLength(
      way === 'cancelar' ? 1 : 0,
    )
    expect(calls.filter((one) => one.call === call)).toHaveLength(1)
  })

  it.each([
    ['late', {}, 'Esperó muchas horas: ¿imprimir ahora?', true],
    ['without its paper', { papel_perdido: 'Ricoh ya no dice que tiene hojas A3.' }, /tiene hojas A3/, false],
  ])('a work that is asked about, %s, may go to another printer', async (_, change, name, canGoOn) => {
    const call = 'POST /api/mostrador/impresiones/11/mover'
    script[PRINTS] = { status: 200, body: [impresionOf({ consultar: true, ...change })] }
    script['GET /api/mostrador/impresoras'] = {
      status: 200,
      body: { impresoras: [IMPRESORA, { ...IMPRESORA, id: 2, nombre: 'Canon' }], agentes: [] },
    }
    script[call] = { status: 200, body: {} }
    await open({ estado: 'en_produccion' })
    const old = within(await screen.findByRole('region', { name }))
    expect(old.queryAllByRole('button', { name: 'Imprimir ahora' })).toHaveLength(canGoOn ? 1 : 0)
    await user.click(old.getByRole('button', { name: 'Pasar a otra impresora…' }))
    await user.click(await screen.findByRole('button', { name: /^Canon/ }))
    await screen.findByText('«tesis.pdf» pasa a Canon.')
    expect(calls.filter((one) => one.call === call).map(({ body }) => body)).toEqual([{ impresora: 2 }])
  })

  it('a PDF that cannot be made is reported in words', async () => {
    script['GET /api/mostrador/pedidos/P1/trabajos/7.pdf'] = {
      status: 409,
      body: { detail: 'Falta un archivo.' },
    }
    await open()
    await press(/^PDF de/)
    await screen.findByText('No se pudo traer «tesis.pdf». Falta un archivo.')
  })

  it('the customer is asked for a missing file, and a refusal is shown in words', async () => {
    script[post('reposiciones')] = { status: 409, body: { detail: 'Ya se pidió hace un minuto.' } }
    await open({
      reposicion: 'sin_pedir',
      reposiciones: [
        {
          n: 1,
          nombre: 'tesis.pdf',
          danado: 'no está',
          estado: 'sin_pedir',
          pedida: null,
          quien: null,
          enlace: null,
          vez: 1,
          paginas: 18,
          recibido: null,
        },
      ],
    })
    await screen.findByRole('heading', { name: '«tesis.pdf» ya no está en el disco' })
    await press(/^Pedírselo al cliente/)
    await screen.findByText('Ya se pidió hace un minuto.')
  })
})
