// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'
import { AjustesPage } from './ajustes-page.tsx'
import { AJUSTES } from './testing.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const SAVE = 'PUT /api/mostrador/ajustes'
let answer: (reply: { status: number; body: unknown }) => void
let calls: ReceivedCall[]
let script: Parameters<typeof fakeServer>[0]
beforeEach(async () => {
  sessionStorage.clear()
  script = {
    'GET /api/mostrador/ajustes': { status: 200, body: AJUSTES },
    [SAVE]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  }
  calls = fakeServer(script)
  await open()
})
async function open({ id = 1 } = {}) {
  startSession({ access: 'vale', id, nombre: 'Dueño', rol: 'dueno', sucursal: null })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Toasts />
      <AjustesPage />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Guardar ajustes' })
}
/** Another page of the counter, or the login: the form is no longer there. */
const leave = cleanup
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar ajustes' }))
const sent = () => calls.filter(({ call }) => call === SAVE).map(({ body }) => body)

it('a field typed while another is being saved stays, and is saved next', async () => {
  type('Radio de envío (km)', '7')
  save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  type('Precio del envío ($)', '2500')
  answer({ status: 200, body: { ...AJUSTES, radioPermitido: 7 } })
  await screen.findByText('Ajustes guardados')
  expect([field('Radio de envío (km)').value, field('Precio del envío ($)').value]).toEqual(['7', '2500'])
  save()
  await waitFor(() => expect(sent()).toEqual([{ radioPermitido: 7 }, { precioDelivery: 2500 }]))
})

const BACK = 'Estos cambios los escribiste antes y no están guardados.'

it('typed values are there again after another page or a new login, marked as not saved', async () => {
  type('Precio del envío ($)', '7777')
  leave()
  endSession()
  await open()
  expect(field('Precio del envío ($)').value).toBe('7777')
  screen.getByText(BACK)
  save()
  await waitFor(() => expect(sent()).toEqual([{ precioDelivery: 7777 }]))
  answer({ status: 200, body: { ...AJUSTES, precioDelivery: 7777 } })
  await waitFor(() => expect(screen.queryByText(BACK)).toBeNull())
})

it('typed values do not undo another person’s changes of other fields', async () => {
  type('Precio del envío ($)', '7777')
  leave()
  script['GET /api/mostrador/ajustes'] = { status: 200, body: { ...AJUSTES, radioPermitido: 44 } }
  await open()
  expect([field('Precio del envío ($)').value, field('Radio de envío (km)').value]).toEqual(['7777', '44'])
})

it('also of one pair of prices the other one stays as another person saved it', async () => {
  type('Blanco y negro, simple faz, en pesos', '110')
  leave()
  const precios = { ...AJUSTES.precios, byn: { una: AJUSTES.precios?.byn?.una, dos: 190 } }
  script['GET /api/mostrador/ajustes'] = { status: 200, body: { ...AJUSTES, precios } }
  await open()
  save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()).toEqual([{ precios: { byn: { una: 110 } } }])
})

it('bindings are one list: where another person saved another one, that is shown', async () => {
  const precio = 'Anillado 1: precio en pesos'
  type(precio, '999')
  leave()
  await open()
  expect(field(precio).value).toBe('999')
  leave()
  const anillado = [{ hasta: 10, precio: 555 }]
  script['GET /api/mostrador/ajustes'] = { status: 200, body: { ...AJUSTES, anillado } }
  await open()
  expect(field(precio).value).toBe('555')
})

it('discarded values do not come back', async () => {
  type('Precio del envío ($)', '7777')
  fireEvent.click(screen.getByRole('button', { name: 'Descartar cambios' }))
  leave()
  await open()
  expect(field('Precio del envío ($)').value).not.toBe('7777')
  expect(screen.queryByText(BACK)).toBeNull()
})

it('a person’s typed values are not shown to another', async () => {
  type('Precio del envío ($)', '7777')
  leave()
  await open({ id: 2 })
  expect(field('Precio del envío ($)').value).not.toBe('7777')
})

it('a number that can be read in two ways is refused with both of them', () => {
  type('Precio del envío ($)', '2,500')
  save()
  screen.getByText('«2,500» puede ser 2500 o 2,5: escribí uno de los dos.')
  expect(sent()).toEqual([])
})

it('a price with its sign and a percentage with its own are read', async () => {
  type('Precio del envío ($)', '$ 2.500')
  type('Descuento por la web (%)', '7 %')
  save()
  await waitFor(() => expect(sent()).toEqual([{ precioDelivery: 2500, descuentoCompra: 7 }]))
})
