// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { CountPage } from './count-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const ABIERTO = {
  turno_id: 1,
  sucursal: 'Alberdi',
  caja: 1,
  abierto: '2026-11-29T20:00:00Z',
  abrio: 'Nadia',
  cerrado: null,
  cerro: null,
  fondo: 100,
  esperado: null,
  contado: null,
  diferencia: null,
  queda: null,
  nota: null,
  efectivo: [],
  medios: [],
  personas: [],
  movimientos: [],
  billetes: [],
}

async function open(id: number, nombre: string): Promise<HTMLInputElement> {
  cleanup()
  endSession()
  startSession({ access: 'vale', id, nombre, rol: 'operador', sucursal: 'Alberdi' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/1']}>
        <Routes>
          <Route path="/:id" element={<CountPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.findByLabelText(/^\$\s1\.000$/)
}

it('a drawer half counted is still there after a reload or the end of the session, for the same person', async () => {
  fakeServer({ 'GET /api/mostrador/turnos/1': { status: 200, body: ABIERTO } })
  const user = userEvent.setup()
  await user.type(await open(1, 'Nadia'), '7')
  expect((await open(1, 'Nadia')).value).toBe('7')
  expect((await open(2, 'Ramón')).value).toBe('')
})

it('a closed drawer is forgotten', async () => {
  let turno: object = ABIERTO
  fakeServer({
    'GET /api/mostrador/turnos/1': () => ({ status: 200, body: turno }),
    'POST /api/mostrador/turnos/1/contar': {
      status: 200,
      body: { esperado: 7000, contado: 7000, diferencia: 0, efectivo: [] },
    },
    'POST /api/mostrador/turnos/1/cerrar': () => {
      turno = { ...ABIERTO, cerrado: '2026-11-29T23:00:00Z' }
      return { status: 200, body: turno }
    },
  })
  const user = userEvent.setup()
  await user.type(await open(1, 'Nadia'), '7')
  await user.click(screen.getByRole('button', { name: 'Ya conté' }))
  await user.click(await screen.findByRole('button', { name: /^Cerrar/ }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /^Cerrar/ })).toBeNull())
  expect(sessionStorage.getItem('conteo-escrito')).toBeNull()
})
