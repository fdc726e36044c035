// @vitest-environment happy-dom
import type { Agente, Impresion } from '@imprimitodo/shared/api/impresion'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { IMPRESORA, impresionOf } from '../pedido/testing.tsx'
import { endSession, startSession } from '../session/session.ts'
import { ImpresorasPage } from './impresoras-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const VIVAS = 'GET /api/mostrador/impresiones'
const CANCEL = 'POST /api/mostrador/impresiones/11/cancelar'
const AGENTE: Agente = {
  id: 7,
  nombre: 'PC mostrador',
  sucursal: 'Alberdi',
  visto: new Date().toISOString(),
  duplicado: null,
  computadora: null,
  encontradas: [],
  sin_vincular: true,
}
const prueba = (change: Partial<Impresion> = {}) =>
  impresionOf({ pedido_id: null, numero: null, nombre: 'Página de prueba', copias: 2, ...change })

let vivas: Impresion[]
let calls: ReceivedCall[]
beforeEach(() => {
  vivas = []
  calls = fakeServer({
    'GET /api/mostrador/impresoras': { status: 200, body: { impresoras: [IMPRESORA], agentes: [AGENTE] } },
    'GET /api/sucursales': { status: 200, body: [{ nombre: 'Alberdi' }] },
    [VIVAS]: () => ({ status: 200, body: vivas }),
    [CANCEL]: () => {
      vivas = []
      return { status: 200, body: {} }
    },
  })
})
afterEach(async () => {
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar aviso' })) await userEvent.click(close)
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

async function open(rol: 'dueno' | 'operador' = 'dueno') {
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol, sucursal: null })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Toasts />
        <ImpresorasPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Ricoh' })
  return userEvent.setup()
}
const changes = () =>
  calls.filter(({ call }) => call === 'PATCH /api/mostrador/impresoras/3').map(({ body }) => body)
const cancelled = () => calls.filter(({ call }) => call === CANCEL)

describe('a printer in its form', () => {
  it('sends only what changed, so that a certificate that its agent found meanwhile stays', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /^Cambiar/ }))
    await user.type(screen.getByLabelText('Nombre'), ' color')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(changes()).toEqual([{ nombre: 'Ricoh color' }]))
  })

  it('takes the account by which the printer counts who prints', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /^Cambiar/ }))
    await user.type(screen.getByLabelText('Cuenta'), '4410')
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(changes()).toEqual([{ cuenta: '4410' }]))
  })

  it('that is as it was is not sent, and closes', async () => {
    const user = await open()
    await user.click(screen.getByRole('button', { name: /^Cambiar/ }))
    await user.click(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([])
  })
})

describe('a test page, which has no order', () => {
  it('is cancelled in its printer’s queue', async () => {
    vivas = [prueba()]
    const user = await open()
    const queue = within(await screen.findByRole('list', { name: 'En Ricoh' }))
    queue.getByText('Prueba')
    await user.click(queue.getByRole('button', { name: 'Cancelar la prueba' }))
    await screen.findByText('Ricoh: no se imprime la prueba.')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar la prueba' })).toBeNull())
    expect(cancelled()).toHaveLength(1)
  })

  it('must be confirmed once it waited until the next day', async () => {
    vivas = [prueba({ consultar: true })]
    const user = await open()
    const old = await screen.findByRole('region', { name: 'Esperó muchas horas: ¿imprimir ahora?' })
    within(old).getByText(/^«Página de prueba» se mandó a Ricoh/)
    await user.click(within(old).getByRole('button', { name: 'No imprimir' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Esperó muchas horas/ })).toBeNull())
    expect(cancelled()).toHaveLength(1)
  })
})

describe('printers and agents', () => {
  const changing = () => screen.queryAllByRole('button', { name: /^(?:Agregar|Cambiar|Retirar|Revocar)/ })

  it('can be added, changed and removed by the owner', async () => {
    await open('dueno')
    expect(changing().map(({ textContent }) => textContent)).toEqual([
      'Agregar impresora',
      'Cambiar Ricoh',
      'Retirar Ricoh',
      'Agregar agente',
      'Revocar PC mostrador',
    ])
  })

  it('have no such buttons for others, who can only test them', async () => {
    await open('operador')
    expect(changing()).toEqual([])
    screen.getByRole('button', { name: 'Página de prueba en Ricoh' })
  })
})
