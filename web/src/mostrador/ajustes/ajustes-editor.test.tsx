// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { type Call, fakeServer } from '../../api/testing.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'
import { AjustesPage } from './ajustes-page.tsx'
import { AJUSTES } from './testing.ts'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const SAVE = 'PUT /api/mostrador/ajustes'
let answer: (reply: { status: number; body: unknown }) => void
let calls: Call[]
beforeEach(async () => {
  calls = fakeServer({
    'GET /api/mostrador/ajustes': { status: 200, body: AJUSTES },
    [SAVE]: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  })
  startSession({ access: 'vale', id: 1, nombre: 'Dueño', rol: 'dueno', sucursal: null })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Toasts />
      <AjustesPage />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Guardar ajustes' })
})
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
