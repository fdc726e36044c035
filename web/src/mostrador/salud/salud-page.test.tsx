// @vitest-environment happy-dom
import type { Asunto } from '@imprimitodo/shared/api/salud'
import type { Rol } from '@imprimitodo/shared/rules/mostrador/rol'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { SaludPage } from './salud-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const ASUNTO: Asunto = {
  cual: 'pago-sin-pedido:77',
  titulo: 'Pago 77 sin pedido',
  estado: 'urgente',
  detalle: 'Entró un pago.',
  hacer: 'Devolvelo.',
  sucursal: null,
  enlace: null,
  pedir: null,
  resolver: '77',
}
type Script = Parameters<typeof fakeServer>[0]
const salud = (...asuntos: Asunto[]) => ({
  status: 200,
  body: { estado: 'bien', hora: '2026-11-24T12:00:00.000Z', asuntos },
})

afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

function open(rol: Rol, answer: Script[string] = salud(ASUNTO)) {
  const script: Script = { 'GET /api/mostrador/salud': answer }
  const calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Marta', rol, sucursal: null })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SaludPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { script, calls }
}

it('the owner marks a payment without an order as dealt with, and it is gone', async () => {
  const { script, calls } = open('dueno')
  const button = await screen.findByRole('button', { name: 'Ya está resuelto (Pago 77 sin pedido)' })
  script['GET /api/mostrador/salud'] = salud()
  await userEvent.click(button)
  await screen.findByText(/Anda todo bien/)
  expect(calls.map(({ call }) => call)).toContain('POST /api/mostrador/pagos-sin-pedido/77/resolver')
})

it('others read of a payment without an order, and cannot mark it', async () => {
  open('operador')
  await screen.findByText('Entró un pago.')
  expect(screen.queryByRole('button', { name: /Ya está resuelto/ })).toBeNull()
})

it('what could not be loaded is told before the backup, in its place', async () => {
  open('dueno', { status: 500 })
  const again = await screen.findByRole('button', { name: 'Reintentar' })
  const respaldo = screen.getByRole('heading', { name: 'Tu respaldo' })
  expect(again.compareDocumentPosition(respaldo)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
