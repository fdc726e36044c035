// @vitest-environment happy-dom
import { SIN_ABRIR } from '@imprimitodo/shared/rules/gestion/apertura'
import { act, cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { withCotizacionKeys } from '../../api/upload/cotizacion-keys.ts'
import { setOpciones } from '../carrito/archivos.ts'
import { forgetCarrito, getCarrito, startOver, updateCarrito } from '../carrito/carrito.ts'
import { noteCodigo, noteCotizacion } from '../carrito/recien-cotizado.ts'
import { ACCOUNT, borradorOf, LUCIA, openPaso3, payButton, payOf, SHOP, whyBlocked } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

// Files are neither read nor sent here
vi.mock('../lectura/read.ts', () => ({ readPdf: () => {} }))
vi.mock('../../api/upload/upload-in-parts.ts', () => ({ uploadInParts: () => new Promise(() => {}) }))
// The map has its journeys
vi.mock('./mapa.tsx', () => ({ Paso3Mapa: () => null }))

const ORDER = 'GET /api/pedidos/P1'
const BUY = 'POST /api/completar_compra'
const LINK = 'POST /api/crear-preferencia'
const MEASURE = 'POST /api/entregas/cotizar'
const CONFIG = 'GET /api/get_config_delivery/'
const RECIEN = withCotizacionKeys({ pedido_id: 'P1', total_impresion: 1003, total_anillado: 501 })

let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent
const goneTo = vi.fn()

beforeEach(() => {
  script = {
    ...SHOP,
    [ORDER]: { status: 200, body: borradorOf() },
    [BUY]: { status: 200, body: { pedido_id: 'P1', importe_final: 900, estado: 'confirmado' } },
    [LINK]: { status: 200, body: { init_point: 'https://pagar.example/1' } },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
  goneTo.mockClear()
  vi.spyOn(window.location, 'assign').mockImplementation(goneTo)
})
afterEach(() => {
  noteCotizacion(null)
  cleanup()
  startOver()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const bought = () => calls.filter(({ call }) => call === BUY).map(({ body }) => body)
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const press = async () => user.click(await payButton())
const pay = async () => user.click(await payOf('900,00'))

describe('the order', () => {
  it('that is loading is waited for: its receipt and the Pay button appear together', async () => {
    let answer = () => {}
    script[ORDER] = () =>
      new Promise((done) => {
        answer = () => done({ status: 200, body: borradorOf() })
      })
    openPaso3()
    await screen.findByLabelText('E-mail')
    await screen.findByRole('radiogroup', { name: 'Sucursal' })
    expect(screen.queryByText('Estimado')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Pagar/ })).toBeNull()
    answer()
    await payOf('900,00')
    screen.getByText('Total a pagar')
  })

  it('without its answer has no price, and Pay says that it waits for it', async () => {
    script[ORDER] = { status: 500, body: {} }
    openPaso3()
    expect(await whyBlocked()).toBe('Esperá a que carguemos el precio.')
    expect((await payButton()).textContent).toBe('Pagar')
    await press()
    expect(bought()).toEqual([])
  })

  it.each([
    ['fails', { status: 500, body: {} }],
    ['knows no such order', { status: 404, body: { detail: 'No encontramos ese pedido.' } }],
  ])('is paid at the price of its upload’s answer where the load %s', async (_, answer) => {
    script[ORDER] = answer
    script[CONFIG] = { status: 200, body: { radioPermitido: 5, precioDelivery: 2000, descuentoCompra: 5 } }
    noteCotizacion(RECIEN)
    openPaso3()
    await payOf('1.429,00')
    screen.getByText('Impresión $ 953,00 + anillado $ 476,00')
    expect(screen.queryByRole('button', { name: 'Volver a calcular' })).toBeNull()
    script[BUY] = { status: 409, codigo: 'importe_cambio', body: { detail: 'Cambió.', importe_final: 1400 } }
    await press()
    await payOf('1.400,00')
  })

  it.each([
    ['codes of an earlier quote may have moved over', () => noteCotizacion(RECIEN, true)],
    [
      'a code was applied',
      () => {
        noteCotizacion(RECIEN)
        noteCodigo()
      },
    ],
  ])('is not paid at that price where %s: they would be lost', async (_, note) => {
    script[ORDER] = { status: 500, body: {} }
    note()
    openPaso3()
    expect(await whyBlocked()).toBe('Esperá a que carguemos el precio.')
    await press()
    expect(bought()).toEqual([])
  })

  it('that was uploaded half an hour ago and is gone is priced anew', async () => {
    script[ORDER] = { status: 404, body: { detail: 'No encontramos ese pedido.' } }
    noteCotizacion(RECIEN)
    const now = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => now + 31 * 60_000)
    openPaso3()
    await screen.findByRole('button', { name: 'Volver a calcular' })
  })

  it('that is gone when it is to be paid is priced anew', async () => {
    script[ORDER] = { status: 404, body: { detail: 'No encontramos ese pedido.' } }
    script[CONFIG] = { status: 200, body: { radioPermitido: 5, precioDelivery: 2000, descuentoCompra: 5 } }
    noteCotizacion(RECIEN)
    openPaso3()
    await payOf('1.429,00')
    script[BUY] = { status: 404, codigo: 'no_existe', body: { detail: 'No encontramos ese pedido.' } }
    await press()
    await screen.findByRole('button', { name: 'Volver a calcular' })
  })

  it('whose proof is awaited says that there is no connection, until it is back', async () => {
    script[ORDER] = { status: 200, body: borradorOf([], { prueba_pendiente: true }) }
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    openPaso3()
    await waitFor(async () =>
      expect(await whyBlocked()).toBe('Sin conexión: cuando vuelva internet, seguís desde acá.'),
    )
    line.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(async () => expect(await whyBlocked()).toMatch(/^Esperá a que terminemos de revisar/))
  })

  it('that could not be loaded says so, and can be loaded again', async () => {
    script[ORDER] = { status: 500, body: {} }
    openPaso3()
    const retry = await screen.findByRole('button', { name: 'Reintentar' })
    screen.getByText(/^No pudimos cargar el precio de tu pedido\./)
    script[ORDER] = { status: 200, body: borradorOf() }
    await user.click(retry)
    await payOf('900,00')
    expect(screen.queryByText(/^No pudimos cargar/)).toBeNull()
  })

  it.each([
    ['is gone', { status: 404, body: {} }],
    ['expired', { status: 200, body: borradorOf([], { estado: 'vencido' }) }],
    ['was cancelled', { status: 200, body: borradorOf([], { estado: 'cancelado' }) }],
  ])('that %s is priced anew with the files and options that are still here', async (_, answer) => {
    script[ORDER] = answer
    openPaso3()
    await user.click(await screen.findByRole('button', { name: 'Volver a calcular' }))
    await screen.findByText('el paso 2')
    expect(getCarrito()).toMatchObject({ cotizado: null, archivos: [{ name: 'a.pdf' }] })
  })

  it.each([
    ['paid', { estado: 'pagado' as const }],
    ['being paid', { estado: 'confirmado' as const, pago: 'en_proceso' as const }],
  ])('that is %s is told on its own page, and not paid twice', async (_, change) => {
    script[ORDER] = { status: 200, body: borradorOf([], change) }
    openPaso3()
    await screen.findByText('la página del pedido')
  })

  it('that is paid in another tab meanwhile leads to its page; an order that was only forgotten there leads to step 1', async () => {
    openPaso3()
    await payOf('900,00')
    script[ORDER] = { status: 200, body: borradorOf([], { estado: 'pagado' }) }
    act(() => startOver('P1'))
    await screen.findByText('la página del pedido')
    cleanup()
    script[ORDER] = { status: 200, body: borradorOf() }
    openPaso3()
    await payOf('900,00')
    act(() => forgetCarrito())
    await screen.findByText('el paso 1')
  })

  it('without one it leads to step 1, and with other options than were priced to step 2', async () => {
    openPaso3(LUCIA, null)
    await screen.findByText('el paso 1')
    cleanup()
    openPaso3()
    await payOf('900,00')
    updateCarrito((carrito) => setOpciones(carrito, 'a', { duplicado: 2 }))
    await screen.findByText('el paso 2')
  })

  it.each([
    [{ color_pendiente: true }, 'Esperá a que terminemos de buscar páginas con color.'],
    [{ prueba_pendiente: true }, 'Esperá a que terminemos de revisar cómo sale cada página.'],
  ])('that is still looked at waits: %o', async (change, why) => {
    script[ORDER] = { status: 200, body: borradorOf([], change) }
    openPaso3()
    await payOf('900,00')
    expect(await whyBlocked()).toBe(why)
    await press()
    expect(bought()).toEqual([])
  })
})

it('during a long search for colour it shows the progress and the highest price, and then charges less', async () => {
  const change = { total: 1400, total_impresion: 1400, importe_final: 1400, final_impresion: 1400 }
  const color_progreso = { hechas: 12, total: 40 }
  script[ORDER] = {
    status: 200,
    body: borradorOf([], { ...change, color_pendiente: true, prueba_pendiente: true, color_progreso }),
  }
  openPaso3()
  const bar = await screen.findByRole('progressbar', { name: 'Páginas revisadas' })
  expect(bar.getAttribute('aria-valuenow')).toBe('30')
  screen.getByText('12 de 40 páginas')
  screen.getByText(/^Hasta terminar contamos todo como color/)
  expect((await payOf('1.400,00')).getAttribute('aria-disabled')).toBe('true')
  script[ORDER] = { status: 200, body: borradorOf([], { prueba_pendiente: true }) }
  expect((await payOf('900,00')).getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('progressbar')).toBeNull()
  screen.getByText('Revisando cómo sale impresa cada página…')
  script[ORDER] = { status: 200, body: borradorOf() }
  await waitFor(async () => expect(await whyBlocked()).toBeNull())
  screen.getByText('Ya revisamos cómo sale impresa cada página.')
  await pay()
  await waitFor(() => expect(bought()).toMatchObject([{ importe_total: 900 }]))
})

describe('missing fields', () => {
  it('is listed under Pay, stands at its fields once pressed, and takes the focus one after the other', async () => {
    openPaso3({})
    await payOf('900,00')
    await screen.findByRole('radio', { name: 'Aguilares' })
    expect(await whyBlocked()).toBe('Para pagar completá: E-mail, Celular y Sucursal.')
    expect((await payButton()).getAttribute('aria-disabled')).toBe('true')
    expect(alerts()).toEqual([])
    await press()
    const email = screen.getByLabelText<HTMLInputElement>('E-mail')
    const celular = screen.getByLabelText<HTMLInputElement>('Celular')
    expect([email.readOnly, celular.readOnly]).toEqual([false, false])
    expect(document.activeElement).toBe(email)
    expect(alerts()).toHaveLength(3)
    await user.keyboard('lucia@gmail.com')
    expect(await whyBlocked()).toBe('Para pagar completá: Celular y Sucursal.')
    await press()
    expect(document.activeElement).toBe(celular)
    await user.keyboard('3865412233')
    expect(await whyBlocked()).toBe('Para pagar completá: Sucursal.')
    await press()
    expect(alerts()).toEqual(['Elegí una sucursal.'])
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Alberdi' }))
    expect(screen.getByRole('radiogroup', { name: 'Sucursal' }).getAttribute('aria-invalid')).toBe('true')
    await user.keyboard('{ArrowRight}')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Aguilares' }).checked).toBe(true)
    expect(alerts()).toEqual([])
    expect(await whyBlocked()).toBeNull()
    expect((await payButton()).getAttribute('aria-disabled')).toBe('false')
    expect(bought()).toEqual([])
    await pay()
    await waitFor(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith('https://pagar.example/1'))
    expect(bought()).toMatchObject([
      { email: 'lucia@gmail.com', celular: '3865412233', sucursal: 'Aguilares', importe_total: 900 },
    ])
  })

  it('problems are shown at their fields, and Pay leads to the first', async () => {
    openPaso3({ ...LUCIA, email: 'ana@', celular: '38654' })
    await payOf('900,00')
    await press()
    expect(alerts()).toEqual([
      'Por favor ingresa un email válido',
      'El celular debe tener al menos 10 dígitos',
    ])
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    expect(bought()).toEqual([])
  })

  it.each([
    ['0381 15 412-3456', '3814123456'],
    ['+54 9 3865 41-2233', '3865412233'],
  ])('a mobile typed %s is no mistake, and sent as %s', async (written, sent) => {
    openPaso3({ ...LUCIA, celular: '' })
    await payOf('900,00')
    await user.type(screen.getByLabelText('Celular'), written)
    await pay()
    await waitFor(() => expect(bought()).toMatchObject([{ celular: sent }]))
  })

  it('branches that cannot be loaded say so, and can be loaded again', async () => {
    const branches = script['GET /api/sucursales']
    script['GET /api/sucursales'] = { status: 500, body: {} }
    openPaso3({ ...LUCIA, sucursal: '' })
    await screen.findByText('No pudimos cargar las sucursales.')
    expect(screen.queryByRole('radio', { name: 'Alberdi' })).toBeNull()
    if (branches) script['GET /api/sucursales'] = branches
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await user.click(await screen.findByRole('radio', { name: 'Alberdi' }))
    await pay()
    await waitFor(() => expect(bought()).toMatchObject([{ sucursal: 'Alberdi' }]))
  })

  it('a branch that no longer exists counts as none', async () => {
    openPaso3({ ...LUCIA, sucursal: 'Concepción' })
    await screen.findByRole('radio', { name: 'Alberdi' })
    expect(await whyBlocked()).toBe('Para pagar completá: Sucursal.')
  })

  it('a note that is too long is reported at the field, which is unfolded', async () => {
    openPaso3({ ...LUCIA, nota: 'x'.repeat(301) })
    await payOf('900,00')
    await press()
    expect(alerts()).toEqual(['La nota puede tener hasta 300 caracteres.'])
    expect(document.activeElement).toBe(screen.getByLabelText('Nota para el local'))
    expect(bought()).toEqual([])
  })
})

describe('delivery', () => {
  const entrega = {
    direccion: 'Mitre 1',
    lat: -27.6,
    lng: -65.6,
    distancia_km: 1.8,
    costo: 2000,
    dentro_de_radio: true,
    estimada: true,
    precision: 'puerta',
    duda: null,
    ruta: null,
  }
  const AWAY = { ...LUCIA, modo: 'delivery' as const, direccion: 'Mitre 1' }
  const address = () => screen.findByLabelText('Dirección de entrega')

  it('with a door that is known is measured, paid apart, and sent with its address', async () => {
    script[MEASURE] = { status: 200, body: entrega }
    openPaso3(AWAY)
    await screen.findByText('1,8 km')
    const away = within(screen.getByText('Se paga al recibir').closest('div') as HTMLElement)
    away.getByText('$ 2.000,00')
    await pay()
    await waitFor(() =>
      expect(bought()).toMatchObject([
        { modo_entrega: 'delivery', direccion_entrega: 'Mitre 1', distancia_km: 1.8, costo_delivery: 2000 },
      ]),
    )
  })

  it('whose price changed shows the new one, and is paid only when pressed again', async () => {
    script[MEASURE] = { status: 200, body: entrega }
    script[CONFIG] = { status: 200, body: { radioPermitido: 5, precioDelivery: 2000, descuentoCompra: 0 } }
    const body = { pedido_id: 'P1', importe_final: 900, costo_delivery: 3500, estado: 'confirmado' }
    script[BUY] = { status: 200, body }
    openPaso3(AWAY)
    await screen.findByText('1,8 km')
    script[MEASURE] = { status: 200, body: { ...entrega, costo: 3500 } }
    script[CONFIG] = { status: 200, body: { radioPermitido: 5, precioDelivery: 3500, descuentoCompra: 0 } }
    await pay()
    const told = await screen.findByText(/^El envío ahora cuesta/)
    expect(told.textContent).toBe(
      'El envío ahora cuesta $\u00a03.500,00 y se paga al recibir. Si estás de acuerdo, tocá Pagar otra vez.',
    )
    await waitFor(() => expect(screen.getAllByText('$ 3.500,00')).toHaveLength(2))
    await screen.findByText('Desde $ 3.500,00 · se paga al recibir')
    expect(calls.filter(({ call }) => call === LINK)).toEqual([])
    await pay()
    await waitFor(() => expect(goneTo).toHaveBeenCalledWith('https://pagar.example/1'))
    expect(bought()).toMatchObject([{ costo_delivery: 2000 }, { costo_delivery: 3500 }])
  })

  it('without an address leads to it', async () => {
    openPaso3({ ...AWAY, direccion: '' })
    await payOf('900,00')
    expect(await whyBlocked()).toBe('Para pagar completá: Dirección de entrega.')
    await press()
    expect(document.activeElement).toBe(await address())
    expect(alerts()).toEqual(['Escribí la dirección de entrega.'])
  })

  it('of which only the town is known wants a pin, and leads to where it is set', async () => {
    script[MEASURE] = { status: 200, body: { ...entrega, precision: 'localidad' } }
    openPaso3(AWAY)
    await screen.findByText(/^De la dirección sabemos la localidad/, { exact: false })
    expect(await whyBlocked()).toBe('Marcá tu puerta en el mapa.')
    await press()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Dónde queda' }))
    expect(bought()).toEqual([])
  })

  it('with a pin that may be wrong asks once, and sends the answer', async () => {
    script[MEASURE] = { status: 200, body: { ...entrega, duda: 'El pin está a 3 km de esa dirección.' } }
    openPaso3({ ...AWAY, lat: -27.6, lng: -65.6 })
    const yes = await screen.findByRole('button', { name: 'Es acá' })
    expect(await whyBlocked()).toBe('Decinos si el pin está bien.')
    yes.focus()
    await user.keyboard('{Enter}')
    screen.getByText(/^Lo llevamos adonde está el pin/)
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Dónde queda' }))
    await pay()
    await waitFor(() => expect(bought()).toMatchObject([{ pin_confirmado: true, lat: -27.6, lng: -65.6 }]))
  })

  it('beyond the shop’s radius is reported at the address, and pickup still works', async () => {
    script[MEASURE] = { status: 200, body: { ...entrega, distancia_km: 5.04, dentro_de_radio: false } }
    openPaso3(AWAY)
    await screen.findByText('5,04 km')
    await press()
    expect(document.activeElement).toBe(await address())
    expect(bought()).toEqual([])
    await user.click(screen.getByRole('radio', { name: 'Retiro en el local' }))
    await pay()
    await waitFor(() => expect(bought()).toMatchObject([{ modo_entrega: 'retiro', direccion_entrega: null }]))
  })

  it.each([
    ['by the map service', { status: 502, body: {} }, 'No se pudo trazar la ruta. Verificá la dirección.'],
    ['by no network', 'cut', 'No se pudo trazar la ruta. Verificá la dirección.'],
    ['by the limit', { status: 429, body: { detail: 'Esperá un minuto.' } }, 'Esperá un minuto.'],
  ] as const)('that cannot be measured %s says so, and is tried again', async (_, answer, text) => {
    script[MEASURE] = answer
    openPaso3(AWAY)
    await waitFor(() => expect(alerts().join()).toContain(text))
    expect(await whyBlocked()).toBe(text)
    script[MEASURE] = { status: 200, body: entrega }
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByText('1,8 km')
    expect(await whyBlocked()).toBeNull()
  })

  it('from a branch that delivers nowhere says so at the branch, and is measured from another one', async () => {
    script['GET /api/sucursales'] = {
      status: 200,
      body: [
        { nombre: 'Alberdi', direccion: null, whatsapp: null, horario: null, lat: null, lng: null },
        { nombre: 'Aguilares', direccion: null, whatsapp: null, horario: null, lat: -27.43, lng: -65.61 },
      ],
    }
    const text = 'Desde Alberdi todavía no hacemos envíos.'
    script[MEASURE] = { status: 400, codigo: 'sin_envios', body: { detail: text } }
    openPaso3(AWAY)
    await waitFor(() => expect(alerts().join()).toContain(text))
    expect(await whyBlocked()).toBe(text)
    const alberdi = screen.getByRole('radio', { name: 'Alberdi' })
    within(screen.getByRole('radiogroup', { name: 'Sucursal' })).getByText('No hace envíos')
    await press()
    expect(document.activeElement).toBe(alberdi)
    script[MEASURE] = { status: 200, body: entrega }
    await user.click(screen.getByRole('radio', { name: 'Aguilares' }))
    await screen.findByText('1,8 km')
    expect(await whyBlocked()).toBeNull()
    expect(screen.queryByRole('radio', { name: 'Alberdi' })).toBeNull()
  })

  it('the radius and the price come from the shop’s settings', async () => {
    script[CONFIG] = {
      status: 200,
      body: { radioPermitido: 8, precioDelivery: 3500, descuentoCompra: 0 },
    }
    openPaso3(AWAY)
    await screen.findByText('Llegamos hasta 8 km de la sucursal. El envío se paga al recibir.')
    screen.getByText('Desde $ 3.500,00 · se paga al recibir')
    expect(screen.queryByText(/^No se pudo cargar la configuración/)).toBeNull()
  })

  it('settings that cannot be loaded are reported, 10 km and 2000 shown, and the server’s answer decides', async () => {
    script[CONFIG] = { status: 500, body: {} }
    // Inside those 10 km, and outside the shop's own radius
    script[MEASURE] = { status: 200, body: { ...entrega, distancia_km: 7.6, dentro_de_radio: false } }
    openPaso3(AWAY)
    await screen.findByText(
      'No se pudo cargar la configuración de entrega. Se usarán valores predeterminados.',
    )
    screen.getByText('Llegamos hasta 10 km de la sucursal. El envío se paga al recibir.')
    screen.getByText('Desde $ 2.000,00 · se paga al recibir')
    await screen.findByText('7,6 km')
    expect(await whyBlocked()).toMatch(/^Hasta esa dirección no llegamos\./)
  })
})

const FAILS = ['Fallo al iniciar el pago', 'Revisá tu conexión o intentá más tarde.'] as const
const NO_LINK = [
  'No se pudo generar el enlace de pago.',
  'El servicio de pagos no respondió. Probá de nuevo en un momento.',
] as const

describe('paying', () => {
  it('sends the payload of the call, and asks for the link of the amount that was shown', async () => {
    openPaso3()
    await pay()
    await waitFor(() => expect(goneTo).toHaveBeenCalledOnce())
    expect(bought()).toEqual([
      {
        pedido_id: 'P1',
        email: 'lucia@gmail.com',
        celular: '3865412233',
        sucursal: 'Alberdi',
        modo_entrega: 'retiro',
        importe_total: 900,
        codigosAplicados: [],
        nombre: null,
        nota: null,
        direccion_entrega: null,
        distancia_km: null,
        costo_delivery: 0,
        lat: null,
        lng: null,
      },
    ])
    expect(calls.find(({ call }) => call === LINK)?.body).toEqual({ pedido_id: 'P1', total: 900 })
  })

  it('for another amount than the one shown asks again, and charges nothing', async () => {
    script[LINK] = { status: 409, codigo: 'importe_cambio', body: { importe_final: 950 } }
    openPaso3()
    await pay()
    await screen.findByText(/^El total cambió de \$\s900,00 a \$\s950,00\./)
    expect(goneTo).not.toHaveBeenCalled()
  })

  it('goes to the checkout once, however often it is pressed, and says so meanwhile', async () => {
    let answer = () => {}
    script[LINK] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: { init_point: 'https://pagar.example/1' } })
      })
    openPaso3()
    await user.dblClick(await payOf('900,00'))
    const busy = await screen.findByRole('button', { name: 'Confirmando…' })
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    await user.click(busy)
    await waitFor(() => expect(calls.filter(({ call }) => call === LINK)).toHaveLength(1))
    answer()
    await screen.findByRole('button', { name: 'Te llevamos al pago…' })
    expect(bought()).toHaveLength(1)
    expect(goneTo).toHaveBeenCalledExactlyOnceWith('https://pagar.example/1')
  })

  it.each([
    ['with the network gone', BUY, 'cut', ...FAILS],
    ['with a server that fails', BUY, { status: 500, body: {} }, ...FAILS],
    ['with the network gone half-way', LINK, 'cut', ...FAILS],
    ['with a provider that is down', LINK, { status: 502, body: {} }, ...NO_LINK],
    ['with a provider that answers no link', LINK, { status: 200, body: { init_point: '' } }, ...NO_LINK],
  ] as const)(
    '%s says that nothing was charged, and is tried again there',
    async (_, call, answer, title, text) => {
      const before = script[call]
      script[call] = answer
      openPaso3()
      await pay()
      const dialog = await screen.findByRole('dialog', { name: title })
      within(dialog).getByText(text)
      within(dialog).getByText(/^No se cobró nada\./)
      if (before) script[call] = before
      await user.click(within(dialog).getByRole('button', { name: 'Reintentar' }))
      await waitFor(() => expect(goneTo).toHaveBeenCalledOnce())
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it('the closed dialog returns the focus to the Pay button', async () => {
    script[BUY] = 'cut'
    openPaso3()
    await pay()
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getAllByRole('button', { name: 'Cerrar' }).at(-1) as HTMLElement)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(await payOf('900,00'))
  })

  it('of a price that changed shows the new one, says why, and takes it only when pressed again', async () => {
    script[BUY] = () => {
      script[ORDER] = { status: 200, body: borradorOf([], { importe_final: 950, final_impresion: 950 }) }
      const body = { detail: 'El cupón ya se usó.', importe_final: 950 }
      return { status: 409, codigo: 'codigo_usado', body }
    }
    openPaso3()
    await pay()
    await screen.findByText(
      /^El cupón ya se usó\. El total cambió de \$\s900,00 a \$\s950,00\. Si estás de acuerdo, tocá Pagar otra vez\.$/,
    )
    const again = await payOf('950,00')
    expect(goneTo).not.toHaveBeenCalled()
    script[BUY] = { status: 200, body: { pedido_id: 'P1', importe_final: 950, estado: 'confirmado' } }
    await user.click(again)
    await waitFor(() => expect(goneTo).toHaveBeenCalledOnce())
    expect(bought()).toMatchObject([{ importe_total: 900 }, { importe_total: 950 }])
  })

  it('a refusal at a field is shown there until the field is edited', async () => {
    script[BUY] = { status: 400, codigo: 'datos', body: { celular: ['Ese número no existe.'] } }
    openPaso3()
    await pay()
    await waitFor(() => expect(alerts()).toEqual(['Ese número no existe.']))
    expect(document.activeElement).toBe(screen.getByLabelText('Celular'))
    await user.keyboard('{Backspace}4')
    expect(alerts()).toEqual([])
  })

  it.each([
    ['of another e-mail', 403, 'pedido_ajeno', 'Ya está confirmado con otro e-mail.'],
    ['of too many orders', 429, 'muchos_pedidos', 'Tenés demasiados pedidos sin pagar.'],
    ['of an order in use', 409, 'pago_en_camino', 'Se está pagando en otra pestaña.'],
  ] as const)('is refused in the words of the server: because %s', async (_, status, codigo, detail) => {
    script[BUY] = { status, codigo, body: { detail } }
    openPaso3()
    await pay()
    await screen.findByText(detail)
    expect(goneTo).not.toHaveBeenCalled()
    await payOf('900,00')
  })

  it('of pages that cannot be printed names them, and leads to the file', async () => {
    const archivos = ['«a.pdf»: la página 3 no se puede imprimir.']
    script[BUY] = { status: 400, codigo: 'no_se_imprime', body: { archivos } }
    openPaso3()
    await pay()
    await screen.findByText('«a.pdf»: la página 3 no se puede imprimir.')
    expect(getCarrito().imposibles).toEqual(['«a.pdf»: la página 3 no se puede imprimir.'])
    await user.click(screen.getByRole('link', { name: 'Ver el archivo' }))
    await screen.findByText('el paso 2')
  })

  it('of an order paid meanwhile leads to its page', async () => {
    script[BUY] = { status: 409, codigo: 'pedido_pagado', body: { detail: 'Ya está pagado.' } }
    openPaso3()
    await pay()
    await screen.findByText('la página del pedido')
  })

  it('by a customer who went back to the options meanwhile asks for no link, and leads nowhere', async () => {
    let answer = () => {}
    script[BUY] = () =>
      new Promise((done) => {
        answer = () =>
          done({ status: 200, body: { pedido_id: 'P1', importe_final: 900, estado: 'confirmado' } })
      })
    openPaso3()
    await pay()
    await waitFor(() => expect(bought()).toHaveLength(1))
    await user.click(screen.getByRole('link', { name: 'Volver a las opciones' }))
    await screen.findByText('el paso 2')
    await act(async () => answer())
    expect(calls.some(({ call }) => call === LINK)).toBe(false)
    expect(goneTo).not.toHaveBeenCalled()
  })

  it.each([
    ['its link', LINK, { status: 200, body: { init_point: 'https://pagar.example/1' } }],
    ['that it was paid', BUY, { status: 409, codigo: 'pedido_pagado', body: {} }],
  ] as const)('of who went back before %s is answered leads nowhere', async (_, call, late) => {
    let answer = () => {}
    script[call] = () =>
      new Promise((done) => {
        answer = () => done(late)
      })
    openPaso3()
    await pay()
    await waitFor(() => expect(calls.some((one) => one.call === call)).toBe(true))
    await user.click(screen.getByRole('link', { name: 'Volver a las opciones' }))
    await screen.findByText('el paso 2')
    await act(async () => answer())
    expect(goneTo).not.toHaveBeenCalled()
    screen.getByText('el paso 2')
  })

  it('of a free order where nothing may be stored leads to its page instead of the celebration', async () => {
    script[ORDER] = { status: 200, body: borradorOf([], { importe_final: 0, final_impresion: 0 }) }
    script[BUY] = { status: 200, body: { pedido_id: 'P1', importe_final: 0, estado: 'confirmado' } }
    script['POST /api/registrar_compra_sin_pago'] = {
      status: 200,
      body: { pedido_id: 'P1', importe_final: 0, estado: 'pagado' },
    }
    const forbidden = () => {
      throw new DOMException('Forbidden', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden })
    openPaso3()
    await user.click(await screen.findByRole('button', { name: 'Pagar $ 0,00: es gratis' }))
    await screen.findByText('la página del pedido')
  })

  it('of a free order needs no checkout', async () => {
    script[ORDER] = { status: 200, body: borradorOf([], { importe_final: 0, final_impresion: 0 }) }
    script[BUY] = { status: 200, body: { pedido_id: 'P1', importe_final: 0, estado: 'confirmado' } }
    script['POST /api/registrar_compra_sin_pago'] = {
      status: 200,
      body: { pedido_id: 'P1', importe_final: 0, estado: 'pagado' },
    }
    openPaso3()
    await user.click(await screen.findByRole('button', { name: 'Pagar $ 0,00: es gratis' }))
    await screen.findByText('el trofeo')
    expect(calls.some(({ call }) => call === LINK)).toBe(false)
  })
})

describe('while an answer that failed is asked for again, and fails again', () => {
  const COUPON = 'GET /api/cupones/'
  const FAILED = { status: 404, body: {} }

  beforeEach(() => {
    sessionStorage.setItem('access', 'vale')
    Object.assign(script, ACCOUNT)
  })

  /** From now on the call waits, until it is told to fail. */
  function hold(call: string) {
    const before = calls.length
    let fail = () => {}
    script[call] = () =>
      new Promise((done) => {
        fail = () => done(FAILED)
      })
    return {
      fail: () => act(async () => fail()),
      asked: () => waitFor(() => expect(calls.slice(before).map((one) => one.call)).toContain(call)),
    }
  }
  const comeBack = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')))

  it.each([
    ['the session', 'GET /api/auth/cliente-actual/'],
    ['the shop’s own data', 'GET /api/vidriera'],
    ['the account’s codes', 'GET /api/codigos-canje/pendientes/'],
    ['the account’s coupon', COUPON],
  ])('Pay stays, and a payment under way ends at the checkout: %s', async (_, call) => {
    script[call] = FAILED
    let answer = () => {}
    script[BUY] = () =>
      new Promise((done) => {
        answer = () =>
          done({ status: 200, body: { pedido_id: 'P1', importe_final: 900, estado: 'confirmado' } })
      })
    openPaso3()
    await pay()
    await waitFor(() => expect(bought()).toHaveLength(1))
    const again = hold(call)
    await comeBack()
    await again.asked()
    screen.getByRole('button', { name: 'Confirmando…' })
    await again.fail()
    answer()
    await waitFor(() => expect(goneTo).toHaveBeenCalledExactlyOnceWith('https://pagar.example/1'))
  })

  it('Pay stays, and says that the price has changed', async () => {
    const { importe_final, codigos } = borradorOf(['9XR2-C4VN-60KE'])
    script[COUPON] = FAILED
    script[ORDER] = { status: 200, body: borradorOf(['9XR2-C4VN-60KE']) }
    script['POST /api/puntos/canjear-impresion/'] = { status: 200, body: { importe_final, codigos } }
    openPaso3()
    await payOf('800,00')
    await waitFor(async () => expect(await whyBlocked()).toBeNull())
    script[BUY] = { status: 409, codigo: 'importe_cambio', body: { importe_final: 850 } }
    const again = hold(COUPON)
    await press()
    await again.asked()
    await screen.findByText(/^El total cambió de \$\s800,00 a \$\s850,00\./)
    await again.fail()
    screen.getByText(/^El total cambió/)
  })

  it('Pay stays where the order itself is tried again', async () => {
    script[ORDER] = { status: 400, body: {} }
    openPaso3()
    const button = await payButton()
    const again = hold(ORDER)
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await again.asked()
    expect(button.isConnected).toBe(true)
    await again.fail()
    expect(button.isConnected).toBe(true)
  })
})

describe('a shop that is not open yet', () => {
  beforeEach(() => {
    script['GET /api/vidriera'] = {
      status: 200,
      body: { abierta: false, vendedor: { condicion_iva: null } },
    }
  })

  it('says at the top that nothing can be paid, and sends nothing', async () => {
    openPaso3()
    await screen.findAllByText(SIN_ABRIR)
    await waitFor(async () => expect(await whyBlocked()).toBe(SIN_ABRIR))
    await user.click(await payButton())
    expect(calls.some(({ call }) => call === BUY || call === LINK)).toBe(false)
  })
})
