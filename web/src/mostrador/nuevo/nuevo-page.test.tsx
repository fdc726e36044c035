// @vitest-environment happy-dom
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { pressByHand } from '../atajos/testing.ts'
import { endSession, startSession, updateSession } from '../session/session.ts'
import { NuevoPage } from './nuevo-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

type Uploaded =
  | { ok: true; status: number; data: object }
  | { ok: false; status: number; codigo: Rechazo; errores: string | null }
type Sent = { nombre: string; subida?: string; duplicado: number; color: string }
// Uploads use a library of their own, and pricing uses XMLHttpRequest: each test replaces both
type Around = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  onWaiting: (waiting: boolean) => void
}
const travel = vi.hoisted(() => ({
  go: async (name: string, _: unknown): Promise<string> => `S ${name}`,
  foto: (_: File): object => ({ estado: 'lista', url: 'blob:x' }),
  sent: [] as [string, string][],
}))
const uploads = vi.hoisted(() => ({ answer: (): unknown => null, sent: [] as FormData[] }))
vi.mock('../../api/upload/upload.ts', () => ({
  upload: async (_: string, form: FormData) => {
    uploads.sent.push(form)
    const answer = uploads.answer()
    if (answer === 'cut') throw new TypeError('Network error')
    return answer
  },
}))

const CHARGE = 'POST /api/mostrador/ventas'
const MADE = 'GET /api/mostrador/ventas/hecha'
const PRICE = 'POST /api/mostrador/ventas/cotizar'
const CONTADO = { nombre: 'tesis.pdf', paginas: 11, paginas_impresas: 11, hojas: 6, color: 'blanco y negro' }
const priced: Uploaded = {
  ok: true,
  status: 200,
  data: { pedido_id: 'P1', archivos: [{ ...CONTADO, importe: 900, subida: 'S tesis.pdf' }] },
}
const pedido = {
  pedido_id: 'P1',
  numero: 1042,
  estado: 'pagado',
  sucursal: 'Alberdi',
  importe_final: 900,
  prometido: null,
  codigo_retiro: 'K5GN-4JS1-APAF',
  archivos: [CONTADO],
  resta: 0,
  pagos: [],
}
const precio = {
  venta_id: null,
  impresion: 900,
  otros: 0,
  descuentos: [],
  total: 900,
  pagado: 0,
  resto: 900,
  vuelto: 0,
  puntos: 0,
  cliente: null,
  color_pendiente: false,
  init_point: null,
  pedidos: [{ pedido_id: 'P1', numero: null }],
}
const venta = {
  ...precio,
  venta_id: 7,
  pagado: 900,
  resto: 0,
  pedidos: [{ pedido_id: 'P1', numero: 1042 }],
}
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  uploads.sent.length = 0
  uploads.answer = () => priced
  travel.sent.length = 0
  travel.go = async (name) => `S ${name}`
  travel.foto = () => ({ estado: 'lista', url: 'blob:x' })
  localStorage.clear()
  sessionStorage.clear()
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
  user = userEvent.setup({ applyAccept: false }) // browsers do not check dropped files
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

function open({
  id = 1,
  sucursal = 'Alberdi',
  rol = 'operador',
  at = '/mostrador/nuevo',
}: {
  id?: number
  at?: string
  sucursal?: string | null
  rol?: 'dueno' | 'operador'
} = {}) {
  startSession({ access: 'vale', id, nombre: 'Nadia', rol, sucursal })
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <NuevoPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const pick = (...names: string[]) =>
  user.upload(
    screen.getByLabelText('Archivos del cliente', { selector: 'input' }),
    names.map((name) => new File(['%PDF-1.7'], name, { type: /pdf$/.test(name) ? 'application/pdf' : '' })),
  )
const charge = () => screen.findByRole('button', { name: /^Cobrar \$ 900,00$/ })
/** The same once the price of the present sale is shown, which comes after a pause if a customer was typed. */
async function chargeSoon(): Promise<HTMLElement> {
  const button = await charge()
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  return button
}
/** The Idempotency-Keys of all calls. */
const keys = () => calls.flatMap(({ clave }) => clave ?? [])
const charged = () => calls.filter(({ call }) => call === CHARGE).map(({ body }) => body)
const lastSent = (): Sent[] => JSON.parse(String(uploads.sent.at(-1)?.get('archivos_data')))

vi.mock('../../api/upload/upload-in-parts.ts', () => ({
  uploadInParts: (archivo: { name: string }, file: File, callbacks: Around) => {
    travel.sent.push([archivo.name, file.type])
    return travel.go(archivo.name, callbacks)
  },
}))
// There is no canvas either: the PDF of a picture is made by this mock
vi.mock('../../ui/fotos/read-foto.ts', () => ({
  readFoto: async (_: string, file: File) => travel.foto(file),
}))
vi.mock('../../ui/fotos/convert.ts', () => ({
  convertFotos: async (_: unknown, { nombre }: { nombre: string }) =>
    new File(['%PDF-1.7 foto'], nombre, { type: 'application/pdf' }),
}))

describe('a sale at the counter', () => {
  it('of a file is priced and charged by keyboard, with the change shown before', async () => {
    open()
    screen.getByText('Agregá archivos, productos o un importe para ver el precio.')
    await pick('tesis.pdf')
    await charge()
    screen.getByText('11 páginas · 6 hojas')
    screen.getByText('$ 900,00', { selector: 'b' })
    await user.type(screen.getByLabelText('Paga con'), '2000')
    expect(screen.getByText('Vuelto').nextSibling?.textContent).toBe('$ 1.100,00')
    script[CHARGE] = { status: 200, body: { ...venta, vuelto: 1100 } }
    await user.type(screen.getByLabelText('Nombre'), 'Carla{Enter}')
    expect(charged()).toEqual([])
    expect(document.activeElement).toBe(screen.getByLabelText('Paga con'))
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    await screen.findByText('K5GN-4JS1-APAF')
    expect(charged()).toEqual([
      {
        lineas: [{ pedido_id: 'P1' }],
        codigos: [],
        descuento: null,
        cliente: null,
        nombre: 'Carla',
        sucursal: null,
        total: 900,
        pagos: [{ medio: 'efectivo', importe: 900, recibido: 2000 }],
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
        url: 'https://tienda.example/presupuesto/abc',
        vence: '2026-12-04T12:00:00Z',
        importe: 855,
        texto: 'Tu pedido sale $ 855,00',
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
    await user.click(await chargeSoon())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toEqual([
      {
        lineas: [
          { producto_id: 5, cantidad: 2 },
          { texto: 'Plastificado', importe: 1800, cantidad: 1 },
        ],
        codigos: ['K7M2-XQ9D-4RTB'],
        descuento: { importe: 500, motivo: 'alumna' },
        cliente: { dni: '30111222' },
        nombre: null,
        sucursal: null,
        total: 900,
        pagos: [
          { medio: 'efectivo', importe: 600, recibido: null },
          { medio: 'posnet', importe: 300, referencia: '4512' },
        ],
      },
    ])
  })

  it('takes the product found with Enter, even where its name could be read as a code', async () => {
    script['GET /api/v1/productos/'] = {
      status: 200,
      body: [{ id: 6, producto: { nombre: 'Plastificado A4' }, importe_actual: 1500 }],
    }
    open()
    const add = screen.getByLabelText('Producto, código escaneado o importe')
    await user.type(add, 'Plastificado')
    await screen.findByRole('button', { name: 'Plastificado A4 · $ 1.500,00' })
    await user.type(add, '{Enter}')
    await screen.findByText('$ 1.500,00 cada uno')
    expect(screen.queryByText('P1AS-T1F1-CAD0')).toBeNull()
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
      expect(lastSent()).toMatchObject([
        { nombre: 'tesis.pdf', subida: 'S tesis.pdf', duplicado: 2, color: 'color' },
      ]),
    )
    expect(travel.sent).toEqual([['tesis.pdf', 'application/pdf']])
    await charge()
    await user.click(screen.getByRole('button', { name: 'Quitar tesis.pdf' }))
    screen.getByText('Agregá archivos, productos o un importe para ver el precio.')
  })

  it('for Mercado Pago shows the code that the customer scans, until it is paid', async () => {
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

  it('whose link could not be made is not shown as charged', async () => {
    const waits = { ...venta, pagado: 0, resto: 900 }
    script[CHARGE] = { status: 502, body: { detail: 'Mercado Pago no responde.' } }
    script[MADE] = { status: 200, body: { venta: waits } }
    script['GET /api/mostrador/pedidos/P1'] = { status: 200, body: { ...pedido, estado: 'confirmado' } }
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042: falta el pago' })
    await screen.findByText(/No se pudo hacer el enlace/)
    expect(screen.queryByText(/cobrados/)).toBeNull()
  })

  it('whose link was paid before a reload is shown with the payment', async () => {
    script[CHARGE] = () => new Promise(() => {})
    const { unmount } = open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await waitFor(() => expect(charged()).toHaveLength(1))
    unmount()
    script[MADE] = { status: 200, body: { venta: { ...venta, pagado: 0, resto: 900 } } }
    open()
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    await screen.findByText('$ 900,00')
  })

  it('of a person who works for all branches names its branch', async () => {
    open({ sucursal: null })
    await pick('tesis.pdf')
    await user.selectOptions(await screen.findByLabelText('Sucursal'), 'Aguilares')
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ sucursal: 'Aguilares' }])
  })
})

describe('refusals', () => {
  it('before it is priced, the sale cannot be charged', async () => {
    open()
    await user.type(screen.getByLabelText('Nombre'), 'Carla{Enter}')
    expect(screen.getByRole('button', { name: 'Cobrar' }).getAttribute('aria-disabled')).toBe('true')
    expect(charged()).toEqual([])
  })

  it('a file already in the list is named, and the others are added', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await pick('tesis.pdf', 'anexo.pdf')
    screen.getByText('«tesis.pdf» ya está en la lista.')
    screen.getByText('anexo.pdf')
    await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
    expect(screen.queryByText('«tesis.pdf» ya está en la lista.')).toBeNull()
  })

  it.each([
    [
      'in its words',
      { ok: false, status: 400, codigo: 'datos', errores: 'Está protegido.' },
      'Está protegido.',
    ],
    [
      'without a word',
      { ok: false, status: 500, codigo: 'error_interno', errores: null },
      'No se pudo calcular el precio.',
    ],
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

  it('a refused code is shown at its place, and can be removed', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    script[PRICE] = { status: 409, body: { detail: 'Ese código ya se usó: Nadia, ayer.' } }
    await user.click(screen.getByRole('button', { name: 'Código' }))
    await user.type(screen.getByLabelText('Código, escaneado o escrito'), 'K7M2XQ9D4RTB{Enter}')
    await screen.findByText('Ese código ya se usó: Nadia, ayer.')
    expect(screen.queryByRole('button', { name: /^Cobrar \$/ })).toBeNull()
    script[PRICE] = { status: 200, body: precio }
    await user.click(screen.getByRole('button', { name: 'Quitar el código K7M2-XQ9D-4RTB' }))
    await charge()
  })

  it('a refused discount by hand is shown at its place, and can be removed', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    script[PRICE] = { status: 400, body: { descuento: ['El descuento es más que el total.'] } }
    await user.click(screen.getByRole('button', { name: 'Descuento' }))
    await user.type(screen.getByLabelText('Cuánto se descuenta, en pesos'), '90000')
    await user.type(screen.getByLabelText('Por qué'), 'Manchadas{Enter}')
    await screen.findByText('El descuento es más que el total.')
    script[PRICE] = { status: 200, body: precio }
    await user.click(screen.getByRole('button', { name: 'Quitar el descuento a mano' }))
    await charge()
    screen.getByRole('button', { name: 'Descuento' })
  })

  it('a refused payment is reported, and may be tried again with the same key', async () => {
    script[CHARGE] = { status: 409, body: { detail: 'Ya se cobró.' } }
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByText('Ya se cobró.')
    script[CHARGE] = { status: 200, body: venta }
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
  })

  it('a sale whose answer is lost is looked up, and shown with its change', async () => {
    script[CHARGE] = 'cut'
    script[MADE] = 'cut'
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByText(/^No hay conexión, y no sabemos si la venta se cobró/)
    script[MADE] = { status: 200, body: { venta: { ...venta, vuelto: 1100 } } }
    await user.click(screen.getByRole('button', { name: 'Reintentar' }))
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    screen.getByText('$ 1.100,00')
    expect(charged()).toHaveLength(1)
    expect(new Set(keys()).size).toBe(1)
  })

  it('a sale is looked up after a server error, too', async () => {
    script[CHARGE] = { status: 503, body: { detail: 'Se cortó justo cuando lo guardábamos.' } }
    script[MADE] = { status: 200, body: { venta } }
    open()
    await pick('tesis.pdf')
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toHaveLength(1)
  })

  it('a sale that did not arrive is unchanged, and is charged with the same key', async () => {
    script[CHARGE] = 'cut'
    script[MADE] = { status: 200, body: { venta: null } }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Nombre'), 'Carla')
    await user.click(await charge())
    await screen.findByText(/^La venta no se llegó a cobrar/)
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Carla')
    script[CHARGE] = { status: 200, body: venta }
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toHaveLength(2)
    expect(new Set(keys()).size).toBe(1)
    // Its file was neither uploaded nor priced again
    expect(travel.sent).toHaveLength(1)
    expect(uploads.sent).toHaveLength(1)
  })

  it('whose price changed meanwhile is charged at the price that the clerk sees, after a second look', async () => {
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

  it('whose product became dearer meanwhile shows the new price in its line, too', async () => {
    open()
    await user.type(screen.getByLabelText('Producto, código escaneado o importe'), 'birome{Enter}')
    await screen.findByText('$ 800,00 cada uno')
    const detail = 'El precio cambió: ahora son $ 950,00. Fijate y cobrá de nuevo.'
    script[CHARGE] = { status: 409, body: { detail, total: 950 } }
    script['GET /api/v1/productos/'] = {
      status: 200,
      body: [{ id: 5, producto: { nombre: 'Birome azul' }, importe_actual: 950 }],
    }
    await user.click(await charge())
    await screen.findByText(detail)
    await screen.findByText('$ 950,00 cada uno')
  })

  it('is not charged at the old price while a new one is loading', async () => {
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

  it('without prices no file is taken; the owner gets a link to them, a clerk does not', async () => {
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

const contado = (nombre: string) => ({ ...CONTADO, nombre, importe: 450, subida: `S ${nombre}` })
const row = (nombre: string) => {
  const found = screen.getByText(nombre, { selector: 'b' }).closest('li')
  if (!found) throw new Error(`No row of ${nombre}`)
  return within(found)
}
/** Answers as the server does: all problems at once, else a price of the named files. */
const pricing = (bad: Record<string, string>) => () => {
  const names = lastSent().map(({ nombre }) => nombre)
  const archivos = names.flatMap((nombre) => (bad[nombre] ? [`«${nombre}»: ${bad[nombre]}`] : []))
  const refused = { ok: false, status: 400, codigo: 'archivo_rechazado' } as const
  if (archivos.length > 0) return { ...refused, data: { archivos }, errores: archivos.join(' ') }
  return { ok: true, status: 200, data: { pedido_id: 'P1', archivos: names.map(contado) } }
}

describe('a file that cannot be printed', () => {
  it('shows the reason in its row, and the others are priced; it must be removed before the charge', async () => {
    uploads.answer = pricing({ 'recibos.pdf': 'está protegido con contraseña' })
    open()
    await pick('tesis.pdf', 'recibos.pdf')
    await screen.findByText('Está protegido con contraseña.')
    screen.getByText('«recibos.pdf» no se puede imprimir: cambialo o quitalo para cobrar.')
    const button = await charge()
    expect(row('tesis.pdf').getByText('$ 450,00')).toBeTruthy()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await user.click(button)
    expect(charged()).toEqual([])
    await user.click(row('recibos.pdf').getByRole('button', { name: 'Quitar recibos.pdf' }))
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    // No file was uploaded twice
    expect(travel.sent.map(([nombre]) => nombre)).toEqual(['tesis.pdf', 'recibos.pdf'])
  })

  it('is replaced by another one, which keeps its options', async () => {
    uploads.answer = pricing({ 'roto.pdf': 'está dañado y no se puede leer. Probá exportarlo de nuevo' })
    open()
    await pick('tesis.pdf', 'roto.pdf')
    await user.selectOptions(await screen.findByLabelText('Color de roto.pdf'), 'Color')
    await screen.findByText('Está dañado y no se puede leer. Probá exportarlo de nuevo.')
    await user.upload(
      screen.getByLabelText('Archivo en lugar de roto.pdf', { selector: 'input' }),
      new File(['%PDF-1.7'], 'sano.pdf', { type: 'application/pdf' }),
    )
    await waitFor(() =>
      expect(lastSent()).toMatchObject([{ nombre: 'tesis.pdf' }, { nombre: 'sano.pdf', color: 'color' }]),
    )
    expect(screen.queryByText('roto.pdf')).toBeNull()
    expect((await charge()).getAttribute('aria-disabled')).toBeNull()
  })

  it('because of its options shows them, and is priced once they are right', async () => {
    const bad: Record<string, string> = {}
    uploads.answer = pricing(bad)
    open()
    await pick('tesis.pdf')
    await charge()
    bad['tesis.pdf'] = 'no tiene la página 40'
    await user.click(screen.getByRole('button', { name: 'Una más, tesis.pdf' }))
    await screen.findByText('No tiene la página 40.')
    delete bad['tesis.pdf']
    await user.click(screen.getByRole('button', { name: 'Una menos, tesis.pdf' }))
    expect((await charge()).getAttribute('aria-disabled')).toBeNull()
  })

  it.each([
    ['plano.docx', 'Es un documento de Word: guardalo como PDF y cambialo.'],
    ['lista.xlsx', 'Es una planilla de cálculo: guardala como PDF y cambiala.'],
    ['cosa.exe', 'No es un PDF ni una foto: guardalo como PDF y cambialo.'],
  ])('by its name, as %s, does not travel', async (nombre, says) => {
    open()
    await pick('tesis.pdf', nombre)
    await charge()
    expect(row(nombre).getByRole('alert').textContent).toBe(says)
    expect(travel.sent).toHaveLength(1)
  })

  it('several are removed with one click', async () => {
    open()
    await pick('tesis.pdf', 'a.docx', 'b.docx')
    await charge()
    screen.getByText('2 archivos no se pueden imprimir: cambialos o quitalos para cobrar.')
    await user.click(screen.getByRole('button', { name: 'Quitar los 2 que no se pueden imprimir' }))
    expect((await charge()).getAttribute('aria-disabled')).toBeNull()
  })

  it('because its bytes were cut is sent again with one click', async () => {
    travel.go = async () => {
      throw new Error('Stalled')
    }
    open()
    await pick('tesis.pdf')
    await screen.findByText('Se cortó la conexión y no terminó de subir.')
    travel.go = async (name) => `S ${name}`
    await user.click(screen.getByRole('button', { name: 'Mandarlo de nuevo tesis.pdf' }))
    await charge()
  })

  it('because the server lost its bytes is uploaded again automatically', async () => {
    const refused = { ok: false, status: 409, codigo: 'faltan_archivos', errores: 'Faltan.' } as const
    uploads.answer = () => ({ ...refused, data: { faltan: ['tesis.pdf'] } })
    travel.go = async (name) => {
      if (travel.sent.length > 1) uploads.answer = () => priced
      return `S ${name} ${travel.sent.length}`
    }
    open()
    await pick('tesis.pdf')
    await charge()
    expect(travel.sent).toHaveLength(2)
  })
})

describe('a picture', () => {
  it('becomes a PDF in its row, and is priced as any other', async () => {
    uploads.answer = pricing({})
    open()
    await pick('IMG 11.HEIC')
    await charge()
    expect(travel.sent).toEqual([['IMG 11.pdf', 'application/pdf']])
    row('IMG 11.pdf').getByText('Foto en A4 · 11 páginas · 6 hojas')
  })

  it.each([
    ['heic', 'Este navegador no abre fotos HEIC. Que la mande desde su celular: ahí se convierte sola.'],
    ['rota', 'Está dañada o no es una foto.'],
  ])('that cannot be opened (%s) says what to do', async (motivo, says) => {
    travel.foto = () => ({ estado: 'no', text: '', motivo })
    open()
    await pick('tesis.pdf', 'a.jpg')
    await screen.findByText(says)
    await charge()
    expect(travel.sent).toHaveLength(1)
  })
})

describe('a sale in progress', () => {
  async function begun() {
    const view = open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Nombre'), 'Carla')
    await user.selectOptions(screen.getByLabelText('Color de tesis.pdf'), 'Color')
    await waitFor(() => expect(lastSent()).toMatchObject([{ color: 'color' }]))
    await charge()
    await user.type(screen.getByLabelText('Paga con'), '2000')
    return view
  }

  it('survives leaving or reloading the page, and its bytes are not uploaded twice', async () => {
    const { unmount } = await begun()
    const before = uploads.sent.length
    unmount()
    open()
    await charge()
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Carla')
    expect(screen.getByLabelText<HTMLSelectElement>('Color de tesis.pdf').value).toBe('color')
    expect(screen.getByText('Vuelto').nextSibling?.textContent).toBe('$ 1.100,00')
    expect(travel.sent).toHaveLength(1)
    expect(uploads.sent).toHaveLength(before)
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
  })

  it('belongs to one person', async () => {
    const { unmount } = await begun()
    unmount()
    open({ id: 2 })
    expect(screen.queryByText('tesis.pdf')).toBeNull()
    expect(screen.queryByText(/^Hay una venta sin cobrar/)).toBeNull()
  })

  it('goes on while its person is moved to another branch, and names none', async () => {
    await begun()
    const moved = { nombre: 'Nadia', rol: 'operador', sucursal: 'Aguilares', id: 1 } as const
    act(() => updateSession('vale', moved))
    screen.getByText('tesis.pdf')
    await user.click(await charge())
    await waitFor(() => expect(charged()).toMatchObject([{ sucursal: null }]))
  })

  it('that was charged during a reload is shown with its change, and is charged once', async () => {
    // The answer never comes, and the page is reloaded
    script[CHARGE] = () => new Promise(() => {})
    const { unmount } = await begun()
    await user.click(await charge())
    await waitFor(() => expect(charged()).toHaveLength(1))
    unmount()
    script[MADE] = { status: 200, body: { venta: { ...venta, vuelto: 1100 } } }
    open()
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    screen.getByText('$ 1.100,00')
    expect(charged()).toHaveLength(1)
    expect(new Set(keys()).size).toBe(1)
    await user.click(await screen.findByRole('button', { name: 'Otra venta' }))
    expect(screen.queryByText('tesis.pdf')).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('venta:'))).toEqual([])
  })

  it('that was sent is looked up however often its button was pressed meanwhile', async () => {
    let cut = () => {}
    script[CHARGE] = () => new Promise((_, reject) => (cut = () => reject(new TypeError('Failed to fetch'))))
    await begun()
    await user.click(await charge())
    await waitFor(() => expect(charged()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: 'Cobrando…' }))
    const entry = () => Object.entries(localStorage).find(([key]) => key.startsWith('venta:'))?.[1]
    expect(JSON.parse(entry() ?? '{}')).toMatchObject({ cobro: 'enviada' })
    script[MADE] = { status: 200, body: { venta } }
    cut()
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toHaveLength(1)
  })

  it('that another tab charges just now is not dropped here', async () => {
    const { unmount } = await begun()
    unmount()
    sessionStorage.removeItem('venta-en-curso') // another tab
    open()
    await screen.findByText(/^Hay una venta sin cobrar/)
    const [[key = '', text = ''] = []] = Object.entries<string>(localStorage).filter(([name]) =>
      name.startsWith('venta:'),
    )
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(text), cobro: 'enviada' }))
    await user.click(screen.getByRole('button', { name: 'Descartarla' }))
    screen.getByRole('button', { name: 'Ver si se cobró' })
    expect(localStorage.getItem(key)).not.toBeNull()
  })

  it('shows its products at today’s prices', async () => {
    const { unmount } = open()
    await user.type(screen.getByLabelText('Producto, código escaneado o importe'), 'birome{Enter}')
    await screen.findByText('$ 800,00 cada uno')
    unmount()
    script['GET /api/v1/productos/'] = {
      status: 200,
      body: [{ id: 5, producto: { nombre: 'Birome azul' }, importe_actual: 900 }],
    }
    open()
    await screen.findByText('$ 900,00 cada uno')
  })

  it('is emptied after a confirmation', async () => {
    await begun()
    await user.click(screen.getByRole('button', { name: 'Vaciar' }))
    await user.click(screen.getByRole('button', { name: 'No, seguir' }))
    screen.getByText('tesis.pdf')
    await user.click(screen.getByRole('button', { name: 'Vaciar' }))
    await user.click(screen.getByRole('button', { name: 'Sí, vaciar' }))
    expect(screen.queryByText('tesis.pdf')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('')
    expect(screen.queryByRole('button', { name: 'Vaciar' })).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('venta:'))).toEqual([])
  })

  it('of a tab that was closed is offered to the next one, which takes it or drops it', async () => {
    const { unmount } = await begun()
    unmount()
    sessionStorage.removeItem('venta-en-curso') // another tab
    const other = open()
    await screen.findByText(/^Hay una venta sin cobrar de las .*: 1 archivo, de Carla\.$/)
    expect(screen.queryByText('tesis.pdf')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Seguirla acá' }))
    await charge()
    screen.getByText('tesis.pdf')
    other.unmount()
    sessionStorage.removeItem('venta-en-curso')
    open()
    await user.click(await screen.findByRole('button', { name: 'Descartarla' }))
    expect(screen.queryByText(/^Hay una venta sin cobrar/)).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('venta:'))).toEqual([])
  })

  it('that another tab took over can no longer be charged here', async () => {
    await begun()
    const [key = ''] = Object.keys(localStorage).filter((one) => one.startsWith('venta:'))
    const taken = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), pagina: 'otra' })
    localStorage.setItem(key, taken)
    // This page is not notified yet: what is typed here does not overwrite the other tab's sale
    await user.type(screen.getByLabelText('Nombre'), 's')
    await screen.findByRole('heading', { name: 'Esta venta sigue en otra pestaña' })
    expect(localStorage.getItem(key)).toBe(taken)
    await user.click(screen.getByRole('button', { name: 'Seguirla acá' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Nombre')).value).toBe('Carla')
    await charge()
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: taken }))
    await screen.findByRole('heading', { name: 'Esta venta sigue en otra pestaña' })
    await user.click(screen.getByRole('button', { name: 'Empezar otra venta' }))
    expect(screen.queryByText('tesis.pdf')).toBeNull()
    expect(localStorage.getItem(key)).not.toBeNull()
  })
})

it('a code in the address is applied once: after its removal a reload does not bring it back', async () => {
  script[PRICE] = ({ body }) => {
    const { codigos } = body as { codigos: string[] }
    const descuentos = codigos.map((codigo) => ({ codigo, motivo: null, importe: 90 }))
    return { status: 200, body: { ...precio, descuentos } }
  }
  const { unmount } = open({ at: '/mostrador/nuevo?codigo=K7M2XQ9D4RTB' })
  await pick('tesis.pdf')
  await user.click(await screen.findByRole('button', { name: 'Quitar el código K7M2-XQ9D-4RTB' }))
  await waitFor(() => expect(screen.queryByText('K7M2-XQ9D-4RTB')).toBeNull())
  unmount()
  open()
  await charge()
  expect(screen.queryByText('K7M2-XQ9D-4RTB')).toBeNull()
})

describe('a customer', () => {
  const FIND = 'POST /api/mostrador/clientes/buscar'
  const mili = { id: 9, nombre: 'Milagros Fernández', email: 'm•••••@x.com', celular: '•• •••• 6123' }

  it('is found by the name, and the sale is theirs by the id', async () => {
    script[FIND] = { status: 200, body: [mili, { ...mili, id: 10, nombre: 'Milagros Paz', celular: null }] }
    script[PRICE] = () => ({
      status: 200,
      body: { ...precio, cliente: { nombre: mili.nombre, puntos: 1240 } },
    })
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Cliente'), 'Milagros')
    await user.click(await screen.findByRole('button', { name: /^Milagros Fernández/ }))
    screen.getByText(/•• •••• 6123/)
    await screen.findByText(/1\.240 puntos/)
    await user.click(await charge())
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ cliente: { id: 9 } }])
    expect(calls.filter(({ call }) => call === FIND).map(({ body }) => body)).toEqual([{ texto: 'milagros' }])
  })

  it('is chosen with Enter where there is one, and can be taken off again', async () => {
    script[FIND] = { status: 200, body: [mili] }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Cliente'), 'mila fer')
    await screen.findByRole('button', { name: /^Milagros Fernández/ })
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Quitar a Milagros Fernández' }))
    expect(screen.getByLabelText<HTMLInputElement>('Cliente').value).toBe('')
    expect(charged()).toEqual([])
  })

  it('scanned with its Enter is looked up before anything is charged', async () => {
    let answer = () => {}
    open()
    await pick('tesis.pdf')
    await charge()
    script[PRICE] = () =>
      new Promise((resolve) => {
        const ana = { nombre: 'Ana', puntos: 20 }
        answer = () => resolve({ status: 200, body: { ...precio, cliente: ana } })
      })
    await user.type(screen.getByLabelText('Cliente'), 'cliente:ana@x.com{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Paga con'))
    await user.keyboard('{Enter}')
    expect(charged()).toEqual([])
    const asked = () =>
      calls.some(({ call, body }) => call === PRICE && JSON.stringify(body).includes('ana@x.com'))
    await waitFor(() => expect(asked()).toBe(true))
    answer()
    await screen.findByText('Ana · 20 puntos')
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ cliente: { email: 'ana@x.com' } }])
  })

  it.each([
    ['ana@x.com', 'Ninguna cuenta lo tiene: los puntos son suyos si crea una con ese e-mail.'],
    ['3865 41-6123', 'Ninguna cuenta lo tiene: la venta no suma puntos.'],
  ])('without an account is told: %s', async (typed, says) => {
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Cliente'), `${typed}{Enter}`)
    await screen.findByText(says)
    expect(charged()).toEqual([])
  })

  it('typed with Enter at once is chosen when the answer comes', async () => {
    script[FIND] = { status: 200, body: [mili] }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Cliente'), 'mila fer{Enter}')
    await screen.findByRole('button', { name: 'Quitar a Milagros Fernández' })
    expect(document.activeElement).toBe(screen.getByLabelText('Paga con'))
    expect(charged()).toEqual([])
  })

  it('of several with that name is not guessed by Enter, and nothing is charged', async () => {
    script[FIND] = { status: 200, body: [mili, { ...mili, id: 10, nombre: 'Milagros Paz' }] }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(screen.getByLabelText('Cliente'), 'milagros{Enter}')
    await screen.findByText('Elegí cuál es.')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByLabelText('Cliente'))
    expect(charged()).toEqual([])
  })

  it.each([
    [
      'finds no account',
      { status: 200, body: [] },
      'Ninguna cuenta se llama así. Con el nombre solo, igual podés cobrar.',
    ],
    [
      'is refused as too frequent',
      { status: 429, body: {} },
      'No se pudo buscar. Seguí escribiendo para probar de nuevo.',
    ],
    ['does not reach the server', 'cut', 'No se pudo buscar. Seguí escribiendo para probar de nuevo.'],
  ] as const)('a search for a customer that %s says so', async (_, answer, says) => {
    script[FIND] = answer
    open()
    await user.type(screen.getByLabelText('Cliente'), 'nadie así')
    await screen.findByText(says)
  })
})

describe('by hand scanner', () => {
  const add = () => screen.getByLabelText<HTMLInputElement>('Producto, código escaneado o importe')

  it('an article’s barcode is no amount, neither of a line nor of the money handed over', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(add(), '7791234567898{Enter}')
    await screen.findByText('Eso es un código de barras: buscá el producto por su nombre.')
    expect(screen.queryByLabelText('Qué es')).toBeNull()
    await user.type(screen.getByLabelText('Paga con'), '77912343{Enter}')
    const tooMuch = 'Fijate con cuánto paga: es mucho más que la parte en efectivo.'
    await screen.findByText(tooMuch)
    await user.clear(screen.getByLabelText('Paga con'))
    expect(screen.queryByText(tooMuch)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Posnet' }))
    await user.type(screen.getByLabelText('Con efectivo'), '77912343{Enter}')
    await screen.findByText(tooMuch)
    expect(charged()).toEqual([])
  })

  it('a customer’s QR fills in the customer, and a code is applied, outside a field too', async () => {
    script[PRICE] = { status: 200, body: { ...precio, cliente: { nombre: 'Ana', puntos: 20 } } }
    open()
    await pick('tesis.pdf')
    await charge()
    await user.type(add(), 'clienteÑana"x.com{Enter}')
    expect(screen.getByLabelText<HTMLInputElement>('Cliente').value).toBe('clienteÑana"x.com')
    await screen.findByText('Ana · 20 puntos')
    screen.getByRole('button', { name: 'Elegir archivos' }).focus()
    await pressByHand(user, 'x')
    await user.keyboard('https://tienda.com.ar/c/K7M2-XQ9D-4RTB{Enter}')
    await waitFor(() =>
      expect(calls.findLast(({ call }) => call === PRICE)?.body).toMatchObject({
        codigos: ['K7M2-XQ9D-4RTB'],
        cliente: { email: 'ana@x.com' },
      }),
    )
    expect(charged()).toEqual([])
  })
})

describe('by keyboard', () => {
  it('the amount handed over says why it does not suffice, once it is typed', async () => {
    const why = 'Con lo que entregó no alcanza para la parte en efectivo.'
    open()
    await pick('tesis.pdf')
    await charge()
    const cash = screen.getByLabelText<HTMLInputElement>('Paga con')
    await user.type(cash, '500')
    expect(screen.queryByText(why)).toBeNull()
    await user.keyboard('{Enter}')
    await screen.findByText(why)
    expect(cash.getAttribute('aria-describedby')).toBe(screen.getByText(why).id)
    await user.clear(cash)
    await user.type(cash, 'abc')
    await user.tab()
    await screen.findByText('Escribí los importes en pesos, como 12.500 o 99,90.')
    expect(charged()).toEqual([])
  })

  it('the focus stays in the sale: after a free line, a removed one, and a refused charge', async () => {
    open()
    const add = screen.getByLabelText('Producto, código escaneado o importe')
    await user.type(add, '1.800{Enter}')
    await user.type(screen.getByLabelText('Qué es'), 'Copias{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Venta' }))
    await user.type(add, 'birome{Enter}')
    screen.getByRole('button', { name: 'Quitar Birome azul' }).focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Venta' }))
    await charge()
    let refuse = () => {}
    script[CHARGE] = () =>
      new Promise((resolve) => {
        refuse = () => resolve({ status: 409, body: { detail: 'Ya se cobró.' } })
      })
    const cash = screen.getByLabelText<HTMLInputElement>('Paga con')
    await user.type(cash, '1000{Enter}')
    expect([cash.disabled, cash.readOnly]).toEqual([false, true])
    refuse()
    await screen.findByText('Ya se cobró.')
    expect(document.activeElement).toBe(cash)
  })

  it('single keys lead to each part of the sale, and Enter charges', async () => {
    open()
    await pick('tesis.pdf')
    await charge()
    await pressByHand(user, '/')
    expect(document.activeElement).toBe(screen.getByLabelText('Producto, código escaneado o importe'))
    await user.click(screen.getByRole('heading', { name: 'Venta' }))
    await pressByHand(user, 'i')
    expect(document.activeElement).toBe(screen.getByLabelText('Qué es'))
    await user.click(screen.getByRole('button', { name: 'No, volver' }))
    const picker = vi.spyOn(screen.getByLabelText('Archivos del cliente', { selector: 'input' }), 'click')
    await pressByHand(user, 'a')
    expect(picker).toHaveBeenCalledTimes(1)
    await pressByHand(user, 'c')
    expect(document.activeElement).toBe(screen.getByLabelText('Paga con'))
    await user.keyboard('1000{Enter}')
    await screen.findByRole('heading', { name: 'Pedido 1042 cobrado' })
    expect(charged()).toMatchObject([{ pagos: [{ recibido: 1000 }] }])
  })
})

it('the promised time is shown before the charge', async () => {
  const prometido = '2099-12-04T15:40:00Z'
  script['GET /api/pedidos/P1/para-pagar'] = {
    status: 200,
    body: {
      promesas: [
        { sucursal: 'Aguilares', prometido: null },
        { sucursal: 'Alberdi', prometido },
      ],
      pago: null,
    },
  }
  open()
  await pick('tesis.pdf')
  await charge()
  await screen.findByText(/a las 12:40/)
})
