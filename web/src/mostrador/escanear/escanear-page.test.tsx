// @vitest-environment happy-dom
import type { CodigoMostrador } from '@imprimitodo/shared/api/mostrador'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Atajos } from '../atajos/atajos-dialog.tsx'
import { EscanearPage } from './escanear-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const CODIGO = 'K5GN-4JS1-APAF'
const LOOK = `GET /api/mostrador/codigos/${CODIGO}`
const USE = `POST /api/mostrador/codigos/${CODIGO}/usar`
const CUPON: CodigoMostrador = {
  codigo: CODIGO,
  tipo: 'cupon',
  estado: 'disponible',
  detail: null,
  descuento: 10,
  hojas: null,
  producto_nombre: null,
  cliente: 'lu***@gmail.com',
  vence: null,
  quien: null,
  cuando: null,
  numero: null,
  pedido_id: null,
}
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  script = {
    [LOOK]: { status: 200, body: CUPON },
    [USE]: { status: 200, body: { ...CUPON, estado: 'usado' } },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Atajos board="/mostrador" isOpen={false} onOpen={() => {}} />
        <EscanearPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const field = () => screen.getByLabelText<HTMLInputElement>('Código')
const read = (text = CODIGO) => user.type(field(), `${text}{Enter}`)
const result = () => screen.findByRole('region', { name: 'Resultado' })
const named = async (title: string) => within(await result()).findByRole('heading', { name: title })
const button = (name: string) => screen.findByRole('button', { name })
const last = () => within(screen.getByRole('region', { name: 'Últimos escaneos' })).getAllByRole('listitem')
const callsOf = (key: string) => calls.filter(({ call }) => call === key)

describe('a code that is good', () => {
  it('is looked at without being used, and used by its button', async () => {
    await read('k5gn4js1apaf')
    await named('Sirve: usalo en la venta')
    expect(within(await result()).getByRole('status').textContent).toBe('Sirve: usalo en la venta')
    within(await result()).getByText('Cupón 10 %')
    expect(field().value).toBe('') // for the next one
    expect(callsOf(USE)).toEqual([])
    await user.click(await button('Marcar usado'))
    await named('Quedó usado')
    expect(callsOf(USE).map(({ body }) => body)).toEqual([{ email: null }])
    expect(screen.queryByRole('button', { name: 'Marcar usado' })).toBeNull()
    expect(last().map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Cupón 10 %: quedó usado'),
    ])
  })

  it('of an order shows its name, its shelf and what to hand over, no masked address, and leads to it', async () => {
    const retiro = { ...CUPON, tipo: 'retiro', numero: 1042, pedido_id: 'P1', cliente: 'lu***@gmail.com' }
    script[LOOK] = { status: 200, body: retiro }
    const trabajo = { id: 1, nombre: 'Anillado 1', copias: 2, hojas: 12, anillado: true, tomo: null }
    const pedido = { nombre: 'Brenda Acosta', estante: 'B3', email: '' }
    const trabajos = [{ ...trabajo, archivos: ['portada.pdf', 'tesis.pdf'] }]
    script['GET /api/mostrador/pedidos/P1'] = { status: 200, body: { ...pedido, trabajos } }
    script[USE] = { status: 200, body: { ...retiro, estado: 'usado' } }
    await read()
    await named('Pagado y listo: entregalo')
    await screen.findByText(/2 anillados, 12 hojas: Anillado 1/)
    for (const text of ['Brenda Acosta', 'B3', 'portada.pdf + tesis.pdf']) screen.getByText(text)
    expect(screen.queryByText(/lu\*\*\*/)).toBeNull()
    const link = screen.getByRole('link', { name: 'Ver el pedido completo' })
    expect(link.getAttribute('href')).toBe('/mostrador/pedidos/P1')
    await user.click(await button('Entregar'))
    await named('Pedido entregado')
  })

  it('of the wheel asks for the e-mail, keeps a wrong one, and is used with the right one', async () => {
    script[LOOK] = { status: 200, body: { ...CUPON, tipo: 'ruleta' } }
    script[USE] = { status: 400, body: { email: ['No es de ese correo.'] } }
    await read()
    const email = await screen.findByLabelText<HTMLInputElement>('Correo del cliente')
    await user.type(email, 'otra@gmail.com{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('No es de ese correo.')
    expect([email.value, email.getAttribute('aria-invalid')]).toEqual(['otra@gmail.com', 'true'])
    script[USE] = { status: 200, body: { ...CUPON, tipo: 'ruleta', estado: 'usado' } }
    await user.clear(email)
    await user.type(email, 'lucia@gmail.com{Enter}')
    await named('Quedó usado')
    expect(callsOf(USE).map(({ body }) => body)).toEqual([
      { email: 'otra@gmail.com' },
      { email: 'lucia@gmail.com' },
    ])
  })
})

describe('a code that is not', () => {
  it('of the shop does not exist', async () => {
    script[LOOK] = { status: 404, codigo: 'codigo_desconocido', body: { detail: 'No existe ese código.' } }
    await read()
    expect(within(await result()).getByRole('alert').textContent).toBe('No existe')
    within(await result()).getByText('No existe ese código.')
    expect(last()[0]?.textContent).toContain('No existe')
  })

  it.each([
    ['usado', 'cupon', 'Ya se usó'],
    ['usado', 'retiro', 'Ya se entregó'],
    ['vencido', 'cupon', 'Venció'],
    ['ocupado', 'cupon', 'Todavía no'],
  ] as const)('good any more (%s, %s) says why, and offers no button', async (estado, tipo, title) => {
    script[LOOK] = { status: 200, body: { ...CUPON, estado, tipo, numero: 7, detail: 'Lo marcó Nadia.' } }
    await read()
    await named(title)
    within(await result()).getByText('Lo marcó Nadia.')
    expect(screen.queryByRole('button', { name: /^(?:Marcar|Entregar)/ })).toBeNull()
    expect(last()[0]?.textContent).toContain('Lo marcó Nadia.')
  })

  it('used in the meantime by another is looked at again, and says so', async () => {
    await read()
    await named('Sirve: usalo en la venta')
    script[USE] = { status: 409, body: { detail: 'Ya se usó.' } }
    script[LOOK] = { status: 200, body: { ...CUPON, estado: 'usado', detail: 'Lo marcó Nadia a las 10:12.' } }
    await user.click(await button('Marcar usado'))
    await named('Ya se usó')
    within(await result()).getByText('Lo marcó Nadia a las 10:12.')
  })

  it.each([
    ['hola', /^Eso no es un código: son 12 letras y números/],
    ['https://example.com/', /^Eso no es un código: son 12 letras y números/],
    ['1234', /^Eso no es un código: son 12 letras y números/],
    ['cliente:ana@example.com', 'Eso es la cuenta de un cliente: usalo en una venta.'],
    ['036000291452', /^Eso es el código de barras de un producto/],
  ])('a code at all is not asked of the server: %s', async (text, says) => {
    await read(text)
    await screen.findByText(says)
    expect(calls).toEqual([])
    expect(screen.queryByRole('region', { name: 'Resultado' })).toBeNull()
  })

  it('reached, without network, takes away the one before, and its button', async () => {
    await read()
    await button('Marcar usado')
    script[LOOK] = 'cut'
    await read()
    await screen.findByText('No hay conexión. Probá de nuevo.')
    expect(screen.queryByRole('region', { name: 'Resultado' })).toBeNull()
    script[LOOK] = { status: 200, body: CUPON }
    await read()
    await button('Marcar usado')
    expect(screen.queryByText('No hay conexión. Probá de nuevo.')).toBeNull()
  })

  it('allowed to be asked for so often is told in the words of the server', async () => {
    script[LOOK] = { status: 429, body: { detail: 'Esperá un minuto.' } }
    await read()
    await screen.findByText('Esperá un minuto.', { selector: '[role] *, [role]' })
    expect(screen.queryByRole('region', { name: 'Resultado' })).toBeNull()
  })
})

describe('the hand scanner, which types', () => {
  it('is heard wherever the focus is not in a field', async () => {
    await read()
    await button('Marcar usado')
    screen.getByRole('button', { name: 'Usar la cámara' }).focus()
    await user.keyboard('https://imprimitodo.example/c/K5GN-4JS1-APAF{Enter}')
    await waitFor(() => expect(callsOf(LOOK)).toHaveLength(2))
  })

  it('is heard there though the code begins with the key of a shortcut', async () => {
    const N = 'N5GN-4JS1-APAF'
    script[`GET /api/mostrador/codigos/${N}`] = { status: 200, body: { ...CUPON, codigo: N } }
    screen.getByRole('button', { name: 'Usar la cámara' }).focus()
    await user.keyboard(`${N.toLowerCase()}{Enter}`)
    await named('Sirve: usalo en la venta')
  })

  it('on a Spanish layout is understood', async () => {
    await user.keyboard("httpsÑ--imprimitodo.example-c-K5GN'4JS1'APAF{Enter}")
    await named('Sirve: usalo en la venta')
  })

  it('that reads twice asks once; an empty line asks nothing', async () => {
    let answer = () => {}
    script[LOOK] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ status: 200, body: CUPON })
      })
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(field())
    await read()
    await read()
    await button('Buscando…')
    answer()
    await named('Sirve: usalo en la venta')
    expect(callsOf(LOOK)).toHaveLength(1)
  })
})

it('the camera that is turned off while it starts stays off', async () => {
  const [allowed, playing] = [Promise.withResolvers<MediaStream>(), Promise.withResolvers<void>()]
  const mediaDevices = { getUserMedia: () => allowed.promise }
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: mediaDevices } }))
  vi.stubGlobal('isSecureContext', true)
  class Detector {
    static getSupportedFormats = async () => ['qr_code']
    detect = async () => []
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  await user.click(await button('Usar la cámara'))
  const play = vi.fn(() => playing.promise)
  await waitFor(() => Object.assign(document.querySelector('video') ?? expect.fail('no video'), { play }))
  allowed.resolve(Object.assign(new MediaStream(), { getTracks: () => [] }))
  await waitFor(() => expect(play).toHaveBeenCalled())
  await user.click(await button('Apagar la cámara'))
  playing.resolve()
  await playing.promise
  await new Promise((resolve) => setTimeout(resolve))
  await button('Usar la cámara')
  expect(screen.queryByText('Buscando un QR…')).toBeNull()
})
