import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { createQueryClient } from '../../api/query-client.ts'
import { startSession } from '../session/session.ts'

/** An open shift as the server answers it, for the tests of the till's pages. */
export const ABIERTO = {
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

/** The page of that shift, to a person at the counter. */
export function openTurno(page: ReactNode, { id, nombre }: { id: number; nombre: string }): void {
  startSession({ access: 'vale', id, nombre, rol: 'operador', sucursal: 'Alberdi' })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/1']}>
        <Routes>
          <Route path="/:id" element={page} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
