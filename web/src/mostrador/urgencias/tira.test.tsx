// @vitest-environment happy-dom
import type { Impresion } from '@imprimitodo/shared/api/impresion'
import type { Urgencia } from '@imprimitodo/shared/api/urgencias'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { pressByHand } from '../atajos/testing.ts'
import { Heading } from '../layout/heading.tsx'
import { markOwnDoing, takeOwnDoing } from '../live/own.ts'
import { urgenciasKey } from '../queries.ts'
import { endSession, startSession } from '../session/session.ts'
import { TiraDeUrgencias } from './tira.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const { chime } = vi.hoisted(() => ({ chime: vi.fn() }))
vi.mock('../live/sound.ts', () => ({ chime }))

const LIST = 'GET /api/mostrador/urgencias'
const RESOLVER = 'POST /api/mostrador/impresiones/7/resolver'
const HOUR = 3600_000

const impresion = (change: Partial<Impresion> = {}): Impresion => ({
  id: 7,
  pedido_id: 'P1041',
  numero: 1041,
  trabajo: 1,
  nombre: 'Anillado 1',
  copias: 1,
  hojas: 93,
  paginas: 186,
  desde_pagina: 1,
  lados: 2,
  borde: 'largo',
  color: false,
  estado: 'verificar',
  impresora: { id: 3, nombre: 'Láser color' },
  motivo: null,
  mensaje: null,
  contadas: 96,
  consultar: false,
  sin_noticias: null,
  pedida: '2026-11-24T13:00:00Z',
  pedida_por: 'Nadia',
  terminada: null,
  resuelta_por: null,
  ...change,
})
const duda = (change: Partial<Impresion> = {}, clave = 'duda:7'): Urgencia => ({
  tipo: 'duda',
  clave,
  sucursal: 'Alberdi',
  nombre: 'Facundo Medina',
  impresion: impresion(change),
})
const parada: Urgencia = {
  tipo: 'impresora',
  clave: 'impresora:4',
  id: 4,
  nombre: 'Copiadora grande',
  sucursal: 'Alberdi',
  texto: 'Sin papel',
  sin_noticias: null,
  pedidos: 5,
  hojas: 412,
}
const prometido = (numero: number, minutes: number) => ({
  pedido_id: `P${numero}`,
  numero,
  nombre: 'Rocío',
  sucursal: 'Alberdi',
  prometido: new Date(Date.now() + minutes * 60_000).toISOString(),
})
const tarde = (numero: number, minutes = -22): Urgencia => ({
  ...prometido(numero, minutes),
  tipo: 'tarde',
  clave: `tarde:P${numero}`,
})
const ayuda: Urgencia = {
  tipo: 'ayuda',
  clave: 'ayuda:P1208',
  pedido_id: 'P1208',
  numero: 1208,
  nombre: 'Tomás Ruiz',
  sucursal: 'Alberdi',
  rechazos: 2,
  desde: new Date(Date.now() - HOUR).toISOString(),
}
const sena = (numero: number, nombre: string | null, importe: number): Urgencia => ({
  tipo: 'sena',
  clave: `sena:P${numero}`,
  pedido_id: `P${numero}`,
  numero,
  nombre,
  importe,
  sucursal: 'Alberdi',
  desde: new Date(Date.now() - HOUR).toISOString(),
})
const asunto: Urgencia = {
  tipo: 'asunto',
  clave: 'asunto:respaldo',
  titulo: 'Respaldo',
  detalle: 'Tiene 3 días.',
  enlace: null,
}

let urgencias: Urgencia[]
let pronto: ReturnType<typeof prometido>[]
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent
let cache: ReturnType<typeof createQueryClient>

beforeEach(() => {
  urgencias = []
  pronto = []
  script = {
    [LIST]: () => ({ status: 200, body: { hora: new Date().toISOString(), urgencias, pronto } }),
    [RESOLVER]: () => {
      urgencias = urgencias.filter(({ tipo }) => tipo !== 'duda')
      return { status: 200, body: [] }
    },
  }
  calls = fakeServer(script)
  user = userEvent.setup()
  chime.mockClear()
  takeOwnDoing()
})
afterEach(async () => {
  // The effects of a step's end belong to another test
  await waitFor(() => expect(cache.isMutating()).toBe(0))
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const Address = () => <output aria-label="dirección">{useLocation().pathname}</output>

async function open(sucursal = '') {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: null })
  cache = createQueryClient()
  render(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={['/mostrador']}>
        <TiraDeUrgencias sucursal={sucursal} />
        <Address />
        <Heading title="Pedidos" />
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(cache.isFetching()).toBe(0))
}
/** Reloads as an event does. */
const refresh = () => act(() => cache.invalidateQueries({ queryKey: urgenciasKey }))

const strip = () => screen.findByRole('region', { name: 'Necesita a alguien' })
const cells = async () =>
  within(await strip())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
/** The strip's own announcement; toasts come after it. */
const spoken = () => screen.getAllByRole('status')[0]?.textContent
const answers = () => calls.filter(({ call }) => call === RESOLVER).map(({ body }) => body)

describe('the strip', () => {
  it('is absent without urgencias', async () => {
    await open()
    expect(screen.queryByRole('region', { name: 'Necesita a alguien' })).toBeNull()
    expect(document.title).toBe('Pedidos · Mostrador')
  })

  it('shows an order that expired after a payment at the till, with a link; for several, a link to each', async () => {
    urgencias = [sena(1107, 'Milagros', 300)]
    await open()
    expect(await cells()).toEqual(['$Venció con seña: 1107Milagros: $ 300,00 sin devolverVer el pedido 1107'])
    urgencias = [sena(1107, 'Milagros', 300), sena(1111, null, 1250.5)]
    await refresh()
    await user.click(await screen.findByRole('link', { name: '1111 sin nombre' }))
    expect(await cells()).toEqual(['$2 pedidos vencidos con seña1107, 11111107Milagros1111sin nombre'])
    expect(screen.getByLabelText('dirección').textContent).toBe('/mostrador/pedidos/P1111')
  })

  it('shows each kind with its button, and the number in the title', async () => {
    urgencias = [duda(), parada, tarde(1038), tarde(1044, -8)]
    pronto = [prometido(1051, 22), prometido(1046, 40)]
    await open()
    const [first, second, third] = await cells()
    expect(first).toContain('¿Salió entero? 1041Facundo Medina: 48 de 93 hojasResolver')
    expect(second).toContain('Sin papel: Copiadora grande5 pedidos esperan, 412 hojasPasar a otra')
    expect(third).toContain('2 tardey 2 en la hora')
    expect(third).toContain('103822 min tarde')
    expect(document.title).toBe('(4) Pedidos · Mostrador')
    await user.click(screen.getByRole('link', { name: /1044/ }))
    expect(screen.getByLabelText('dirección').textContent).toBe('/mostrador/pedidos/P1044')
  })

  it('shows three kinds; a button opens a list of all', async () => {
    urgencias = [duda(), parada, tarde(1038), ayuda, asunto]
    await open()
    expect(await cells()).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Ver las 5' }))
    const all = within(screen.getByRole('list', { name: 'Todo lo que necesita a alguien' }))
    expect(all.getAllByRole('listitem')).toHaveLength(5)
    all.getByText('Pago rechazado: 1208')
    all.getByText('Tomás Ruiz: 2 veces, hace 1 h')
    await user.click(all.getByRole('link', { name: /Qué hacer/ }))
    expect(screen.getByLabelText('dirección').textContent).toBe('/mostrador/salud')
  })

  it('shows orders due within the hour if none is late, without counting them', async () => {
    pronto = [prometido(1051, 22)]
    await open()
    expect((await cells())[0]).toContain('1 en la hora')
    expect(document.title).toBe('Pedidos · Mostrador')
  })

  it('asks for the chosen branch', async () => {
    await open('Aguilares')
    expect(calls.find(({ call }) => call === LIST)?.query).toBe('?sucursal=Aguilares')
  })
})

describe('a question', () => {
  it('is opened and answered by two actions, and the strip shows the rest', async () => {
    urgencias = [duda(), parada]
    await open()
    await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
    const question = screen.getByRole('region', { name: '¿Salió entero «Anillado 1» del 1041?' })
    within(question).getByText(/Según la impresora salieron 48 de 93 hojas/)
    await user.click(within(question).getByRole('button', { name: 'Reimprimir desde la 97' }))
    expect(answers()).toEqual([{ respuesta: 'reimprimir_desde', desde: 97 }])
    await waitFor(async () => expect(await cells()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Salió entero' })).toBeNull()
  })

  it.each([
    ['1', {}, { respuesta: 'reimprimir_desde', desde: 97 }],
    ['2', {}, { respuesta: 'salio_bien' }],
    ['3', {}, { respuesta: 'reimprimir' }],
    ['1', { contadas: null }, { respuesta: 'salio_bien' }],
    ['3', { contadas: null }, { respuesta: 'cancelar' }],
    ['1', { copias: 50, paginas: 6, contadas: 23 * 6 }, { respuesta: 'reimprimir', copias: 27 }],
  ])('key %s, %o: answers it once', async (key, change, body) => {
    urgencias = [duda(change)]
    await open()
    const button = await screen.findByRole('button', { name: /^Resolver/ })
    button.focus()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /¿Salió entero «Anillado 1»/ }))
    await pressByHand(user, key, key)
    await waitFor(() => expect(screen.queryByRole('heading', { name: /¿Salió entero «/ })).toBeNull())
    expect(answers()).toEqual([body])
  })

  it('that waited for hours has its own answers', async () => {
    urgencias = [duda({ estado: 'en_cola', consultar: true })]
    script['POST /api/mostrador/impresiones/7/confirmar'] = { status: 200, body: {} }
    await open()
    await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
    expect(screen.queryByRole('button', { name: 'Salió entero' })).toBeNull()
    await pressByHand(user, '1')
    await waitFor(() =>
      expect(calls.some(({ call }) => call === 'POST /api/mostrador/impresiones/7/confirmar')).toBe(true),
    )
  })

  it('without its paper is not sent back to the same printer, and no key takes it away', async () => {
    const papel_perdido = 'Ricoh ya no dice que tiene hojas A3.'
    urgencias = [duda({ estado: 'en_cola', consultar: true, papel_perdido })]
    await open()
    await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
    screen.getByRole('heading', {
      name: /^Ricoh ya no dice que tiene hojas A3\. ¿Qué hacemos con «Anillado 1»/,
    })
    expect(screen.queryByRole('button', { name: 'Imprimir ahora' })).toBeNull()
    await pressByHand(user, '1')
    expect(calls.filter(({ call }) => call.startsWith('POST /api/mostrador/impresiones'))).toEqual([])
    screen.getByRole('link', { name: 'Ver el pedido' })
  })

  it('is closed by Escape, with the focus back where it was opened; keys then answer nothing', async () => {
    urgencias = [duda()]
    await open()
    await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
    await user.keyboard('{Escape}')
    expect(document.activeElement?.textContent).toContain('Resolver')
    await pressByHand(user, '1', '2', '3')
    expect(answers()).toEqual([])
  })

  it('that a colleague answered meanwhile says so', async () => {
    urgencias = [duda()]
    script[RESOLVER] = { status: 409, body: { detail: 'Ese trabajo ya se resolvió.' } }
    await open()
    await user.click(await screen.findByRole('button', { name: /^Resolver/ }))
    await pressByHand(user, '2')
    await screen.findByText('Ese trabajo ya se resolvió.')
  })
})

describe('new urgencias', () => {
  it('are heard and announced once, except those of the first answer', async () => {
    urgencias = [tarde(1038)]
    await open()
    expect([chime.mock.calls.length, spoken()]).toEqual([0, ''])
    urgencias = [duda(), tarde(1038)]
    await refresh()
    await waitFor(() => expect(spoken()).toBe('Necesita a alguien: ¿Salió entero? 1041.'))
    expect(chime).toHaveBeenCalledTimes(1)
    await refresh()
    await refresh()
    expect(chime).toHaveBeenCalledTimes(1)
    urgencias = [tarde(1038)]
    await refresh()
    await waitFor(() => expect(document.title).toBe('(1) Pedidos · Mostrador'))
    urgencias = [duda(), parada, tarde(1038)]
    await refresh()
    await waitFor(() => expect(chime).toHaveBeenCalledTimes(2))
    expect(spoken()).toBe('Necesita a alguien: ¿Salió entero? 1041. Sin papel: Copiadora grande.')
  })

  it('are silent if they result from the clerk’s own action', async () => {
    await open()
    markOwnDoing()
    urgencias = [parada]
    await refresh()
    await waitFor(() => expect(spoken()).toBe('Necesita a alguien: Sin papel: Copiadora grande.'))
    expect(chime).not.toHaveBeenCalled()
  })

  it('do not move the screen under a finger: they appear once it is lifted', async () => {
    await open()
    window.dispatchEvent(new Event('pointerdown'))
    urgencias = [tarde(1038)]
    await refresh()
    await waitFor(() => expect(document.title).toBe('(1) Pedidos · Mostrador'))
    expect(screen.queryByRole('region', { name: 'Necesita a alguien' })).toBeNull()
    window.dispatchEvent(new Event('pointerup'))
    await strip()
  })
})

describe('without the server', () => {
  it('shows how old the data is, and the urgencias again once the server is back', async () => {
    urgencias = [tarde(1038)]
    await open()
    const answer = script[LIST]
    script[LIST] = 'cut'
    cache.setDefaultOptions({ queries: { retry: false } })
    await refresh()
    const gone = await screen.findByRole('region', { name: 'Conexión' })
    within(gone).getByText(/^Sin conexión: lo que ves es de recién/)
    expect(spoken()).toBe('Sin conexión.')
    expect(screen.queryByRole('region', { name: 'Necesita a alguien' })).toBeNull()
    if (answer) script[LIST] = answer
    await user.click(within(gone).getByRole('button', { name: 'Probar ahora' }))
    await strip()
    expect(screen.queryByRole('region', { name: 'Conexión' })).toBeNull()
  })
})
