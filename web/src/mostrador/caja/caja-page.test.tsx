// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { CajaPage } from './caja-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

it('the focus is on the heading once the till is open, and the button that opened it gone', async () => {
  const user = userEvent.setup()
  const turnos = { sucursal: 'Alberdi', abiertos: [] as object[], anteriores: [], fuera: [] }
  let close = () => {}
  const closed = new Promise<void>((resolve) => {
    close = resolve
  })
  fakeServer({
    'GET /api/mostrador/turnos': async () => {
      if (turnos.abiertos.length > 0) await closed
      return { status: 200, body: turnos }
    },
    'POST /api/mostrador/turnos': () => {
      turnos.abiertos = [{ turno_id: 1, caja: 1, sucursal: 'Alberdi', abrio: 'Nadia' }]
      return { status: 201, body: { turno_id: 1 } }
    },
    'GET /api/mostrador/turnos/1': () => new Promise(() => {}),
  })
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CajaPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await user.click(await screen.findByRole('button', { name: 'Abrir la caja' }))
  await user.click(screen.getAllByRole('button', { name: 'Abrir la caja' }).at(-1) ?? document.body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  close()
  await screen.findByText('Turno abierto')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Caja' })))
})
