// @vitest-environment happy-dom
import type { RecepcionMostrador, Recibido } from '@imprimitodo/shared/api/recepciones'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { pressByHand } from '../atajos/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { DesdeElCelular } from './celular.tsx'
import type { RecepcionGuardada } from './guardada.ts'
import { PrecioSinArchivos, Presupuesto } from './presupuesto.tsx'
import { closeRecepcionOfVenta, useRecepcion } from './use-recepcion.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const OPEN = 'POST /api/mostrador/recepciones'
const QUOTE = 'POST /api/mostrador/presupuestos'
const recibido = (change: Partial<Recibido> = {}): Recibido => ({
  subida: 'S1',
  nombre: 'apunte.pdf',
  estado: 'listo',
  bytes: 100,
  llegado: 100,
  paginas: 19,
  problema: null,
  ...change,
})
let archivos: Recibido[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent
let guardada: RecepcionGuardada | null
const lista = { addRecibido: vi.fn(), removeRecibido: vi.fn() }

const recepcion = (recepcion_id: number): RecepcionMostrador => ({
  recepcion_id,
  cerrada: false,
  archivos,
  vence: new Date(Date.now() + 15 * 60_000).toISOString(),
})
const opened = (id: number, codigo: string) => ({
  status: 201,
  body: { ...recepcion(id), url: `https://imprimitodo.com.ar/subir/token-${id}`, codigo },
})

beforeEach(() => {
  archivos = []
  vi.clearAllMocks()
  script = {
    [OPEN]: opened(7, 'KX7M2R'),
    'GET /api/mostrador/recepciones/7': () => ({ status: 200, body: recepcion(7) }),
    'GET /api/precios': {
      status: 200,
      body: {
        byn: { una: 100, dos: 160 },
        color: { una: 400, dos: 700 },
        color_por_hoja: true,
        anillado: [{ hasta: 400, precio: 1200 }],
      },
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const around = (children: ReactNode) => (
  <QueryClientProvider client={createQueryClient()}>
    <MemoryRouter>{children}</MemoryRouter>
  </QueryClientProvider>
)
/** The component without the sale's list, whose functions are mocks. */
function Harness({ inicial = null }: { inicial?: RecepcionGuardada | null }) {
  const { addRecibido, removeRecibido } = lista
  const recepcion = useRecepcion({
    sucursal: 'Alberdi',
    inicial,
    onRecibido: addRecibido,
    onQuitado: removeRecibido,
  })
  guardada = recepcion.guardada
  return (
    <DesdeElCelular disabled={false} recepcion={recepcion}>
      <PrecioSinArchivos disabled={false} sucursal="Alberdi" />
    </DesdeElCelular>
  )
}
const open = (inicial?: RecepcionGuardada) => render(around(<Harness {...(inicial && { inicial })} />))
const sent = (call: string) => calls.filter((one) => one.call === call).map(({ body }) => body)
const dialog = async () => within(await screen.findByRole('dialog'))
const showCode = async () => {
  await user.click(screen.getByRole('button', { name: 'Desde el celular' }))
  const found = await dialog()
  await found.findByText('KX7 M2R')
  return found
}

describe('from the customer’s phone', () => {
  it('a code is shown with its time; each file is added to the list once, and removed if taken back', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    archivos = [recibido()]
    open()
    const code = await showCode()
    code.getByText('imprimitodo.com.ar/subir/')
    code.getByText(/^Vale 1[45]:\d\d min$/)
    await code.findByText('Listo, 19 páginas')
    await user.click(code.getByRole('button', { name: 'Seguir con la venta' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(lista.addRecibido.mock.calls.map(([one]) => one.subida)).toEqual(['S1'])
    // The same code again, and nothing is added twice
    await user.click(screen.getByRole('button', { name: 'Desde el celular' }))
    expect(sent(OPEN)).toEqual([{ sucursal: 'Alberdi', anterior: null }])
    archivos = [recibido({ estado: 'quitado' })]
    await act(() => vi.advanceTimersByTimeAsync(20_000)) // without live events it is polled
    await waitFor(() => expect(lista.removeRecibido).toHaveBeenCalledWith('S1'))
    expect(lista.addRecibido).toHaveBeenCalledTimes(1)
  })

  it('a file that cannot be printed is passed on with the reason; others under way are shown', async () => {
    archivos = [
      recibido({ estado: 'rechazado', paginas: null, problema: 'Está protegido con contraseña.' }),
      recibido({ subida: 'S2', nombre: 'guia.pdf', estado: 'en_camino', llegado: 62, paginas: null }),
    ]
    open()
    const code = await showCode()
    await code.findByText('Subiendo, 62 %')
    code.getByText('Está protegido con contraseña.')
    await user.click(code.getByRole('button', { name: 'Seguir con la venta' }))
    screen.getByText(/^Está llegando un archivo/)
    expect(lista.addRecibido.mock.calls).toMatchObject([
      [{ subida: 'S1', problema: 'Está protegido con contraseña.' }],
    ])
    archivos = [recibido({ subida: 'S2', nombre: 'guia.pdf' })]
    await waitFor(() => expect(lista.addRecibido).toHaveBeenCalledTimes(2))
  })

  it('a new code ends the one before; leaving the screen does not, but the end of its sale does', async () => {
    const { unmount } = open()
    const code = await showCode()
    script[OPEN] = opened(8, 'ABCDEF')
    await user.click(code.getByRole('button', { name: 'Nuevo código' }))
    await code.findByText('ABC DEF')
    expect(sent(OPEN)).toEqual([
      { sucursal: 'Alberdi', anterior: null },
      { sucursal: 'Alberdi', anterior: 7 },
    ])
    unmount()
    const CLOSE = 'POST /api/mostrador/recepciones/8/cerrar'
    expect(sent(CLOSE)).toHaveLength(0)
    if (guardada) closeRecepcionOfVenta(guardada)
    await waitFor(() => expect(sent(CLOSE)).toHaveLength(1))
  })

  it('continues after a reload with the same code, and adds no file twice', async () => {
    archivos = [recibido(), recibido({ subida: 'S2', nombre: 'guia.pdf' })]
    const { vence } = recepcion(7)
    const abierta = { recepcion_id: 7, url: 'https://imprimitodo.com.ar/subir/t', codigo: 'KX7M2R', vence }
    open({ abierta, vistos: ['S1'] })
    await waitFor(() => expect(lista.addRecibido).toHaveBeenCalledTimes(1))
    expect(lista.addRecibido.mock.calls).toMatchObject([[{ subida: 'S2' }]])
    await showCode()
    expect(sent(OPEN)).toEqual([])
    expect(guardada?.vistos).toEqual(['S1', 'S2'])
  })

  it('one key shows the code', async () => {
    open()
    await pressByHand(user, 'q')
    await (await dialog()).findByText('KX7 M2R')
  })

  it.each([
    [
      'refused',
      { status: 403, body: { detail: 'Solo podés recibir archivos en tu sucursal.' } },
      'Solo podés',
    ],
    ['without network', 'cut', 'No hay conexión. Probá de nuevo.'],
  ] as const)(
    'a code that is %s says so in the dialog, and may be asked for again',
    async (_, answer, says) => {
      script[OPEN] = answer
      open()
      await user.click(screen.getByRole('button', { name: 'Desde el celular' }))
      const found = await dialog()
      expect((await found.findByRole('alert')).textContent).toContain(says)
      script[OPEN] = opened(7, 'KX7M2R')
      await user.click(found.getByRole('button', { name: 'Nuevo código' }))
      await found.findByText('KX7 M2R')
      expect(found.queryByRole('alert')).toBeNull()
    },
  )
})

describe('a price without files', () => {
  it('follows the typed values, at list price, and becomes a link', async () => {
    script[QUOTE] = {
      status: 201,
      body: {
        url: 'https://imprimitodo.com.ar/presupuesto/abc',
        vence: '2026-12-04T12:00:00Z',
        importe: 17_480,
        texto: 'Tu pedido sale $ 17.480,00: https://imprimitodo.com.ar/presupuesto/abc',
      },
    }
    open()
    await user.click(screen.getByRole('button', { name: 'Precio sin archivos' }))
    const asked = await dialog()
    await user.clear(asked.getByLabelText('Páginas'))
    await user.type(asked.getByLabelText('Páginas'), '100')
    await user.click(asked.getByRole('radio', { name: 'Sí' }))
    await user.click(asked.getByRole('button', { name: 'Una más' }))
    await asked.findByText('2 copias de 50 hojas + anillado')
    expect(asked.getByRole('status').textContent).toMatch(/18\.400/)
    await user.click(asked.getByRole('button', { name: 'Mandar presupuesto' }))
    const quote = await dialog()
    await user.type(quote.getByLabelText('Celular, para mandarlo por WhatsApp'), '3865412233')
    await user.type(quote.getByLabelText('Nombre (si querés)'), 'Brenda')
    await user.click(quote.getByRole('button', { name: 'Hacer el enlace' }))
    const done = within(await screen.findByRole('dialog', { name: 'Presupuesto listo' }))
    done.getByText('https://imprimitodo.com.ar/presupuesto/abc')
    expect(done.getByRole('link', { name: 'Mandar por WhatsApp' }).getAttribute('href')).toMatch(
      /^https:\/\/wa\.me\/5493865412233\?text=Tu%20pedido/,
    )
    const calculo = { paginas: 100, duplicado: 2, doble_faz: true, color: 'blanco y negro', anillado: true }
    expect(sent(QUOTE)).toEqual([{ calculo, sucursal: 'Alberdi', nombre: 'Brenda' }])
  })

  it('without a valid number there is none, and nothing can be sent', async () => {
    open()
    await user.click(screen.getByRole('button', { name: 'Precio sin archivos' }))
    const asked = await dialog()
    await user.clear(asked.getByLabelText('Páginas'))
    await user.type(asked.getByLabelText('Páginas'), 'muchas')
    expect(asked.getByRole('alert').textContent).toBe('Escribí un número del 1 al 5.000')
    expect(asked.getByRole<HTMLButtonElement>('button', { name: 'Mandar presupuesto' }).disabled).toBe(true)
  })
})

describe('a quote of files', () => {
  const show = (pedido_id: string | null) =>
    render(
      around(<Presupuesto pedido_id={pedido_id} sucursal="Alberdi" quien={{ nombre: 'Ana', celular: '' }} />),
    )

  it('waits for their price', () => {
    show(null)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Presupuesto' }).disabled).toBe(true)
  })

  it.each([
    [
      'refused at its field',
      { status: 400, body: { nombre: ['Poné un nombre más corto.'] } },
      'Poné un nombre más corto.',
    ],
    [
      'refused as a whole',
      { status: 409, body: { detail: 'Ese pedido ya se cobró.' } },
      'Ese pedido ya se cobró.',
    ],
    ['without network', 'cut', 'No hay conexión. Probá de nuevo.'],
  ] as const)('that is %s is told, and keeps what was typed', async (_, answer, says) => {
    script[QUOTE] = answer
    show('P1')
    await user.click(screen.getByRole('button', { name: 'Presupuesto' }))
    const asked = await dialog()
    await user.type(asked.getByLabelText('Nombre (si querés)'), ' Paz')
    await user.click(asked.getByRole('button', { name: 'Hacer el enlace' }))
    expect((await asked.findByRole('alert')).textContent).toBe(says)
    expect(asked.getByLabelText<HTMLInputElement>('Nombre (si querés)').value).toBe('Ana Paz')
    expect(sent(QUOTE)).toEqual([{ pedido_id: 'P1', sucursal: 'Alberdi', nombre: 'Ana Paz' }])
  })
})
