// @vitest-environment happy-dom
import type { Encontrada } from '@imprimitodo/shared/api/agente'
import type { Agente } from '@imprimitodo/shared/api/impresion'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import VincularPage from './vincular-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const LIST = 'GET /api/mostrador/impresoras'
const PAQUETE = 'POST /api/mostrador/agentes/7/paquete'
const CODIGO = 'POST /api/mostrador/agentes/7/codigo'
const ADD = 'POST /api/mostrador/impresoras'

const ricoh: Encontrada = {
  uri: 'ipp://192.168.0.31:631/ipp/print',
  nombre: 'RICOH-31',
  modelo: 'Ricoh MP 5055',
  perfil: {
    uuid: null,
    modelo: 'Ricoh',
    pdf: true,
    dos_pasos: true,
    color: false,
    copias_max: 9,
    copias: 'impresora',
    ppm: null,
    ppm_color: null,
    escala: true,
    lados: ['one-sided', 'two-sided-long-edge'],
  },
}
const apagada: Encontrada = {
  uri: 'ipp://192.168.0.9:631/x',
  nombre: 'HP',
  modelo: 'HP DeskJet',
  perfil: null,
}

const agente = (change: Partial<Agente> = {}): Agente => ({
  id: 7,
  nombre: 'PC mostrador',
  sucursal: 'Alberdi',
  visto: null,
  duplicado: null,
  computadora: null,
  encontradas: [],
  sin_vincular: true,
  ...change,
})
const paired = (change: Partial<Agente> = {}) =>
  agente({
    sin_vincular: false,
    visto: new Date().toISOString(),
    computadora: { nombre: 'PC-MOSTRADOR', sistema: 'Windows 11 Pro', version: '0.1.0-a', problema: null },
    ...change,
  })

const assign = vi.fn()
beforeEach(() => vi.stubGlobal('location', { origin: 'https://tienda.example', assign }))
afterEach(() => {
  cleanup()
  assign.mockClear()
  vi.unstubAllGlobals()
})

function open(one: Agente, script: Parameters<typeof fakeServer>[0] = {}, state: unknown = null) {
  const calls = fakeServer({
    [LIST]: { status: 200, body: { impresoras: [], agentes: [one] } },
    'GET /api/sucursales': { status: 200, body: [] },
    ...script,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: '/mostrador/impresoras/agentes/7', state }]}>
        <Routes>
          <Route path="/mostrador/impresoras/agentes/:id" element={<VincularPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { calls, user: userEvent.setup() }
}

it('shows the code that was just made, as long as it is valid, and makes another', async () => {
  const vence = new Date(Date.now() + 12 * 60_000 + 40_000).toISOString()
  const fresh = { codigo: 'WXYZ-WXYZ-WXYZ', vence }
  const { user } = open(
    agente(),
    { [CODIGO]: { status: 200, body: fresh } },
    { codigo: 'ABCD-EFGH-JKMN', vence },
  )
  await screen.findByText('ABCD-EFGH-JKMN')
  screen.getByText(/^Vale 12:[34]\d min$/)
  await user.click(screen.getByRole('button', { name: 'Otro código' }))
  await screen.findByText('WXYZ-WXYZ-WXYZ')
  expect(screen.queryByText('ABCD-EFGH-JKMN')).toBeNull()
})

it('after a reload, or fifteen minutes, offers another code and shows none', async () => {
  open(agente())
  await screen.findByRole('button', { name: 'Pedir un código' })
  cleanup()
  open(agente(), {}, { codigo: 'ABCD-EFGH-JKMN', vence: new Date(Date.now() - 1).toISOString() })
  await screen.findByText('Venció: valía 15 minutos. Pedí otro.')
  expect(screen.queryByText('ABCD-EFGH-JKMN')).toBeNull()
})

it('leaves the download to the browser once the program is built', async () => {
  let asked = 0
  const { calls, user } = open(agente(), {
    [PAQUETE]: () =>
      ++asked < 2
        ? { status: 200, body: { paquete: null } }
        : { status: 200, body: { paquete: { url: '/api/agente/paquete/x', bytes: 36_000_000 } } },
  })
  await user.click(await screen.findByRole('button', { name: 'Linux' }))
  await screen.findByText(/Bajando 36 MB/)
  expect(assign.mock.calls).toEqual([['/api/agente/paquete/x']])
  expect(calls.filter(({ call }) => call === PAQUETE).map(({ body }) => body)).toEqual([
    { plataforma: 'linux' },
    { plataforma: 'linux' },
  ])
  expect(screen.getByRole('link', { name: 'Este enlace' }).getAttribute('href')).toBe('/api/agente/paquete/x')
})

it('shows the server’s reason when it cannot build the program, and downloads nothing', async () => {
  const { user } = open(agente(), {
    [PAQUETE]: { status: 503, body: { detail: 'El servidor no pudo bajar Node para Windows.' } },
  })
  await user.click(await screen.findByRole('button', { name: 'Windows de 64 bits' }))
  await screen.findByText('El servidor no pudo bajar Node para Windows.')
  expect(assign).not.toHaveBeenCalled()
})

it('adds the printers that were found and chosen, each with its name, and prints a test page on each', async () => {
  const { calls, user } = open(paired({ encontradas: [apagada, ricoh] }), {
    [ADD]: { status: 201, body: { id: 3, nombre: 'Copiadora' } },
    'POST /api/mostrador/impresoras/3/prueba': { status: 200, body: {} },
  })
  await screen.findByText(/PC-MOSTRADOR, Windows 11 Pro, versión 0.1.0-a/)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /HP DeskJet/ })
  expect(box.disabled).toBe(true)
  screen.getByText(/192\.168\.0\.31 · A4 · blanco y negro · doble faz$/)
  expect(screen.queryByRole('button', { name: /^Agregar la/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /Ricoh MP 5055/ }))
  const name = screen.getByLabelText('Cómo la llaman')
  await user.clear(name)
  await user.type(name, 'Copiadora')
  await user.click(screen.getByRole('button', { name: 'Agregar la que elegiste' }))
  await waitFor(() => expect(calls.some(({ call }) => call.endsWith('/3/prueba'))).toBe(true))
  expect(calls.find(({ call }) => call === ADD)?.body).toEqual({
    uri: ricoh.uri,
    nombre: 'Copiadora',
    sucursal: 'Alberdi',
  })
})

it('keeps printers chosen that could not be added, with the reason at their names', async () => {
  const { calls, user } = open(paired({ encontradas: [ricoh] }), {
    [ADD]: { status: 400, body: { nombre: ['Poné un nombre.'] } },
  })
  await user.click(await screen.findByRole('checkbox', { name: /Ricoh/ }))
  await user.clear(screen.getByLabelText('Cómo la llaman'))
  await user.click(screen.getByRole('checkbox', { name: 'Imprimir una página de prueba en cada una' }))
  await user.click(screen.getByRole('button', { name: 'Agregar la que elegiste' }))
  await within(screen.getByRole('region', { name: 'Impresoras que encontró' })).findByText('Poné un nombre.')
  expect(calls.some(({ call }) => call.endsWith('/prueba'))).toBe(false)
})

it('says that the computer does not answer, why it has no new version, and that an agent is gone', async () => {
  const problema = 'La versión 0.1.0-b no anduvo en esta computadora, y volvió a la de antes.'
  open(
    paired({
      visto: new Date(Date.now() - 300_000).toISOString(),
      computadora: { nombre: 'PC', sistema: 'Debian', version: null, problema },
    }),
  )
  await screen.findByText('Se vinculó, y ahora no contesta.')
  screen.getByText(problema)
  cleanup()
  open(agente({ id: 8 }))
  await screen.findByRole('heading', { name: 'Ese agente no está' })
})

it('tells two of one model apart by their names, and shows selectable ones first', async () => {
  const other = { ...ricoh, uri: 'ipp://192.168.0.32:631/ipp/print', nombre: 'طابعة المكتب' }
  open(paired({ encontradas: [apagada, ricoh, other] }))
  await screen.findByRole('heading', { name: 'Impresoras que encontró' })
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ disabled }) => disabled)).toEqual([false, false, true])
  // In an element of its own, so that right-to-left letters do not reverse the text beside them
  expect(screen.getByText('طابعة المكتب').tagName).toBe('BDI')
  screen.getByText('RICOH-31')
})
