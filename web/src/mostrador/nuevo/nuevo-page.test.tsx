// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { type Call, fakeServer } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { NuevoPage } from './nuevo-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

type Uploaded =
  | { ok: true; status: number; data: object }
  | { ok: false; status: number; errores: string | null }
type Sent = { nombre: string; subida?: string; duplicado: number; color: string }
// Bytes go by XMLHttpRequest: each test says how they are answered, and reads what was sent
const uploads = vi.hoisted(() => ({ answer: (): unknown => null, sent: [] as FormData[] }))
vi.mock('../../api/upload.ts', () => ({
  upload: async (_: string, form: FormData) => {
    uploads.sent.push(form)
    const answer = uploads.answer()
    if (answer === 'cut') throw new TypeError('Network error')
    return answer
  },
}))

const CHARGE = 'POST /api/mostrador/ventas'
const PRICE = 'POST /api/mostrador/ventas/cotizar'
const CONTADO = { nombre: 'tesis.pdf', paginas: 11, paginas_impresas: 11, hojas: 6, color: 'blanco y negro' }
const priced: Uploaded = {
  ...{ ok: true, status: 200 },
  data: { pedido_id: 'P1', archivos: [{ ...CONTADO, importe: 900, subida: 'S1' }] },
}
const pedido = {
  ...{ pedido_id: 'P1', numero: 1042, estado: 'pagado', sucursal: 'Alberdi', importe_final: 900 },
  ...{ prometido: null, codigo_retiro: 'K5GN-4JS1-APAF', archivos: [CONTADO], resta: 0 },
}
const precio = {
  ...{ venta_id: null, impresion: 900, otros: 0, descuentos: [], total: 900, pagado: 0, resto: 900 },
  ...{ vuelto: 0, puntos: 0, cliente: null, color_pendiente: false, init_point: null },
  pedidos: [{ pedido_id: 'P1', numero: null }],
}
const venta = {
  ...{ ...precio, venta_id: 7, pagado: 900, resto: 0 },
  pedidos: [{ pedido_id: 'P1', numero: 1042 }],
}
let script: Parameters<typeof fakeServer>[0]
let calls: Call[]
let user: UserEvent

beforeEach(() => {
  uploads.sent.length = 0
  uploads.answer = () => priced
  script = {
    'GET /api/precios': { status: 200, body: { byn: { una: 100, dos: 160 } } },
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }, { nombre: 'Aguilares' }] },
    'GET /api/v1/productos/': {
      status: 200,
      body: [{ id: 5, producto: { nombre: 'Birome azul' }, importe_actual: 800 }],
    },
    [PRICE]: { status: 200, body: precio },
    [CHARGE]: { status: 200, body: venta },
    'GET /api/mostrador/pedidos/P1': { status: 200, body: pedido },
  }
  calls = fakeServer(script)
  user = userEvent.setup({ applyAccept: false }) // dropped files are not looked at by the browser
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

function open({
  sucursal = 'Alberdi',
  rol = 'operador',
}: {
  sucursal?: string | null
  rol?: 'dueno' | 'operador'
} = {}) {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol, sucursal })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <NuevoPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const pick = (...names: string[]) =>
  user.upload(
    screen.getByLabelText('Archivos del cliente', { selector: 'input' }),
    names.map((name) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })),
  )
const charge = () => screen.findByRole('button', { name: /^Cobrar \$ 900,00$/ })
const charged = () => calls.filter(({ call }) => call === CHARGE).map(({ body }) => body)
const lastSent = (): Sent[] => JSON.parse(String(uploads.sent.at(-1)?.get('archivos_data')))

describe('a sale at the counter', () => {
  it('of a file is priced, and charged by keyboard, with the change in sight before', async () => {
    open()
    screen.getByText('Agregá archivos, productos o un importe para ver el precio.')
    await pick('tesis.pdf')
    await charge()
    screen.getByText(/11 páginas · 6 hojas · \$ 900,00/)
    await user.type(screen.getByLabelText('Paga con'), '2000')
    expect(screen.getByText('Vuelto').nextSibling?.textContent).toBe('$ 1.100,00')
    script[CHARGE] = { status: 200, body: { ...venta, vuelto: 1100 } }
    await user.type(screen.getByLabelText('Nombre'), 'Carla{Enter}')
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    await screen.findByText('K5GN-4JS1-APAF')
    expect(charged()).toEqual([
      {
        ...{ lineas: [{ pedido_id: 'P1' }], codigos: [], descuento: null, cliente: null },
        ...{ nombre: 'Carla', sucursal: 'Alberdi' },
        ...{ total: 900, pagos: [{ medio: 'efectivo', importe: 900, recibido: 2000 }] },
      },
    ])
    await user.click(screen.getByRole('button', { name: 'Otra venta' }))
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('')
    expect(screen.queryByText('tesis.pdf')).toBeNull()
  })

  it('is quoted as a link, and nothing is charged by that', async () => {
    script['POST /api/mostrador/presupuestos'] = {
      status: 201,
      body: {
        ...{ url: 'https://tienda.example/presupuesto/abc', vence: '2026-12-04T12:00:00Z' },
        ...{ importe: 855, texto: 'Tu pedido sale $ 855,00' },
      },
    }
    open()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Presupuesto' }).disabled).toBe(true)
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Nombre'), 'Carla')
    await user.click(screen.getByRole('button', { name: 'Presupuesto' }))
    await user.click(screen.getByRole('button', { name: 'Hacer el enlace' }))
    await screen.findByText('https://tienda.example/presupuesto/abc')
    const quoted = calls.filter(({ call }) => call === 'POST /api/mostrador/presupuestos')
    expect(quoted.map(({ body }) => body)).toEqual([
      { pedido_id: 'P1', sucursal: 'Alberdi', nombre: 'Carla' },
    ])
    expect(charged()).toEqual([])
    expect(document.querySelectorAll('form form')).toHaveLength(0)
  })

  it('has products, services, a code, a discount, an account, and is split over two ways', async () => {
    open()
    const add = screen.getByLabelText('Producto, código escaneado o importe')
    await user.type(add, 'biro')
    await screen.findByRole('button', { name: 'Birome azul · $ 800,00' })
    await user.type(add, '{Enter}')
    await user.click(screen.getByRole('button', { name: 'Uno más, Birome azul' }))
    await user.type(add, '1.800{Enter}')
    await user.type(screen.getByLabelText('Qué es'), 'Plastificado{Enter}')
    await user.type(add, 'k7m2xq9d4rtb{Enter}')
    await user.click(screen.getByRole('button', { name: 'Descuento' }))
    await user.type(screen.getByLabelText('Cuánto se descuenta, en pesos'), '500')
    await user.type(screen.getByLabelText('Por qué'), 'alumna{Enter}')
    await user.type(screen.getByLabelText('Cliente'), '30.111.222')
    await user.click(screen.getByRole('checkbox', { name: 'Posnet' }))
    await user.type(screen.getByLabelText('Con efectivo'), '600')
    await user.type(screen.getByLabelText('Número del cupón'), '4512')
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toEqual([
      {
        lineas: [
          { producto_id: 5, cantidad: 2 },
          { texto: 'Plastificado', importe: 1800, cantidad: 1 },
        ],
        ...{ codigos: ['K7M2-XQ9D-4RTB'], descuento: { importe: 500, motivo: 'alumna' } },
        ...{ cliente: { dni: '30111222' }, nombre: null, sucursal: 'Alberdi', total: 900 },
        pagos: [
          { medio: 'efectivo', importe: 600, recibido: null },
          { medio: 'posnet', importe: 300, referencia: '4512' },
        ],
      },
    ])
  })

  it('may be begun with a seña, and says what remains', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await user.click(screen.getByRole('radio', { name: 'Dejar seña' }))
    await user.click(screen.getByRole('button', { name: 'Mitad' }))
    expect(screen.getByText('Resta al retirar').nextSibling?.textContent).toBe('$ 450,00')
    await user.click(screen.getByRole('button', { name: 'Cobrar la seña, $ 450,00' }))
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ pagos: [{ medio: 'efectivo', importe: 450 }] }])
  })

  it('that changes is priced anew without sending the bytes again', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await user.selectOptions(screen.getByLabelText('Color de tesis.pdf'), 'Color')
    await user.click(screen.getByRole('button', { name: 'Una más, tesis.pdf' }))
    await waitFor(() =>
      expect(lastSent()).toMatchObject([{ nombre: 'tesis.pdf', subida: 'S1', duplicado: 2, color: 'color' }]),
    )
    expect(uploads.sent.map((form) => form.getAll('archivos').length)).toEqual([
      1,
      ...uploads.sent.slice(1).map(() => 0),
    ])
    await charge()
    await user.click(screen.getByRole('button', { name: 'Quitar tesis.pdf' }))
    screen.getByText('Agregá archivos, productos o un importe para ver el precio.')
  })

  it('for Mercado Pago shows what the customer scans, until it is paid', async () => {
    const waiting = { ...pedido, estado: 'confirmado' }
    script[CHARGE] = {
      status: 200,
      body: { ...venta, pagado: 0, resto: 900, init_point: 'https://pagar.example/1' },
    }
    script['GET /api/mostrador/pedidos/P1'] = { status: 200, body: waiting }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.click(screen.getByRole('checkbox', { name: 'Efectivo' }))
    await user.click(screen.getByRole('checkbox', { name: 'Mercado Pago' }))
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042: falta el pago' })
    expect(screen.getByRole('link', { name: 'Abrir el enlace de pago' }).getAttribute('href')).toBe(
      'https://pagar.example/1',
    )
    expect(charged()).toMatchObject([{ pagos: [{ medio: 'mercadopago', importe: 900 }] }])
    script['GET /api/mostrador/pedidos/P1'] = { status: 200, body: pedido }
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
  })

  it('of who works for all branches says for which it is', async () => {
    open({ sucursal: null })
    await pick('tesis.pdf')
    await user.selectOptions(await screen.findByLabelText('Sucursal'), 'Aguilares')
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ sucursal: 'Aguilares' }])
  })
})

describe('what is refused', () => {
  it('before it is priced, nothing is charged', async () => {
    open()
    await user.type(screen.getByLabelText('Nombre'), 'Carla{Enter}')
    expect(screen.getByRole('button', { name: 'Cobrar' }).getAttribute('aria-disabled')).toBe('true')
    expect(charged()).toEqual([])
  })

  it('files that are no PDF or are there already are named, and the others are taken', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await pick('tesis.pdf', 'foto.jpg', 'anexo.pdf')
    screen.getByText('«tesis.pdf» ya está en la lista. «foto.jpg» no es un PDF.')
    screen.getByText('anexo.pdf')
  })

  it.each([
    ['in its words', { ok: false, status: 400, errores: 'Está protegido.' }, 'Está protegido.'],
    ['without a word', { ok: false, status: 500, errores: null }, 'No se pudo calcular el precio.'],
    ['by no network', 'cut', 'No hay conexión.'],
  ])('a price %s is told, and asked for again', async (_, answer, text) => {
    uploads.answer = () => answer
    open()
    await pick('tesis.pdf')
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: /^Cobrar \$/ })).toBeNull()
    uploads.answer = () => priced
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await charge()
    expect(screen.queryByText(text)).toBeNull()
  })

  it('a code that does not go is told at its place, and can be taken out', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    script[PRICE] = { status: 409, body: { detail: 'Ese código ya se usó: Nadia, ayer.' } }
    await user.click(screen.getByRole('button', { name: 'Código' }))
    await user.type(screen.getByLabelText('Código, escaneado o escrito'), 'K7M2XQ9D4RTB{Enter}')
    await screen.findByText('Ese código ya se usó: Nadia, ayer.')
    expect(screen.queryByRole('button', { name: /^Cobrar \$/ })).toBeNull()
    script[PRICE] = { status: 200, body: precio }
    await user.click(screen.getByRole('button', { name: /^Sacar el código/ }))
    await charge()
  })

  it.each([
    ['refused as a whole', { status: 409, body: { detail: 'Ya se cobró.' } }, 'Ya se cobró.'],
    ['lost', 'cut', 'No hubo respuesta. Tocá otra vez: aunque haya llegado, se cobra una sola vez.'],
  ] as const)('a payment that is %s is told, and may be tried again', async (_, answer, text) => {
    script[CHARGE] = answer
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByText(text)
    script[CHARGE] = { status: 200, body: venta }
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    // One key for both tries: it is charged once
    expect(charged()).toHaveLength(2)
    const keys = calls.flatMap(({ call, clave }) => (call === CHARGE ? (clave ?? '') : []))
    expect(new Set(keys).size).toBe(1)
  })

  it('that was made although its answer was lost is not made again where something was changed since', async () => {
    script[CHARGE] = 'cut'
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByText(/^No hubo respuesta/)
    const detail = 'Esa venta ya se cargó con otros datos: es el pedido 1042.'
    script[CHARGE] = { status: 409, body: { detail } }
    await user.type(screen.getByLabelText('Paga con'), '2000')
    await user.click(await charge())
    await screen.findByText(detail)
    const sent = calls.filter(({ call }) => call === CHARGE)
    expect(sent.map(({ body }) => body)).toMatchObject([
      { pagos: [{ recibido: null }] },
      { pagos: [{ recibido: 2000 }] },
    ])
    expect(new Set(sent.map(({ clave }) => clave)).size).toBe(1)
  })

  it('whose price changed meanwhile is charged at what the clerk sees, after a second look', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    const detail = 'El precio cambió: ahora son $ 950,00. Fijate y cobrá de nuevo.'
    script[CHARGE] = { status: 409, body: { detail, total: 950 } }
    script[PRICE] = { status: 200, body: { ...precio, total: 950, resto: 950 } }
    await user.click(await charge())
    await screen.findByText(detail)
    await user.click(await screen.findByRole('button', { name: 'Cobrar $ 950,00' }))
    expect(charged()).toMatchObject([{ total: 900 }, { total: 950, pagos: [{ importe: 950 }] }])
  })

  it('is not charged at the price of before while a new one is on its way', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    let tell = () => {}
    const told = new Promise<void>((resolve) => {
      tell = resolve
    })
    script[PRICE] = async () => {
      await told
      return { status: 200, body: { ...precio, otros: 800, total: 1700, resto: 1700 } }
    }
    const add = screen.getByLabelText('Producto, código escaneado o importe')
    await user.type(add, 'biro')
    await screen.findByRole('button', { name: 'Birome azul · $ 800,00' })
    await user.type(add, '{Enter}')
    await user.click(await charge())
    expect(charged()).toEqual([])
    tell()
    await user.click(await screen.findByRole('button', { name: 'Cobrar $ 1.700,00' }))
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ pagos: [{ importe: 1700 }] }])
  })

  it('without prices nothing is taken; the owner is led to them, a clerk is not', async () => {
    script['GET /api/precios'] = { status: 200, body: { byn: null } }
    open({ sucursal: null, rol: 'dueno' })
    const link = await screen.findByRole('link', { name: 'Cargar los precios' })
    expect(link.getAttribute('href')).toBe('/mostrador/ajustes')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Elegir archivos' }).disabled).toBe(true)
    cleanup()
    open()
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Elegir archivos' }).disabled).toBe(true),
    )
    expect(screen.queryByRole('link', { name: 'Cargar los precios' })).toBeNull()
  })
})
