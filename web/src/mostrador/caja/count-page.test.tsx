// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../api/testing.ts'
import { endSession } from '../session/session.ts'
import { CountPage } from './count-page.tsx'
import { ABIERTO, openTurno } from './testing.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

afterEach(() => {
  cleanup()
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function open(id: number, nombre: string): Promise<HTMLInputElement> {
  cleanup()
  endSession()
  openTurno(<CountPage />, { id, nombre })
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
