// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { pressByHand } from '../atajos/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { TurnoPage } from './turno-page.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

it('is not printed by a second Enter of the close, but by its key', async () => {
  const user = userEvent.setup()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const cuando = '2026-11-29T20:00:00Z'
  const turno = {
    turno_id: 1,
    sucursal: 'Alberdi',
    caja: 1,
    abierto: cuando,
    abrio: 'Nadia',
    cerrado: cuando,
    cerro: 'Nadia',
    fondo: 100,
    esperado: 100,
    contado: 100,
    diferencia: 0,
    queda: 100,
    nota: null,
    efectivo: [],
    medios: [],
    personas: [],
    movimientos: [],
    billetes: [],
  }
  fakeServer({ 'GET /api/mostrador/turnos/1': { status: 200, body: turno } })
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/1']}>
        <Routes>
          <Route path="/:id" element={<TurnoPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Imprimir la hoja' })
  await user.keyboard('{Enter}')
  expect(print).not.toHaveBeenCalled()
  await pressByHand(user, 'p')
  expect(print).toHaveBeenCalledOnce()
})
