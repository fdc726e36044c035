// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../api/testing.ts'
import { pressByHand } from '../atajos/testing.ts'
import { endSession } from '../session/session.ts'
import { ABIERTO, openTurno } from './testing.tsx'
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
  const cerrado = { cerrado: ABIERTO.abierto, cerro: 'Nadia', esperado: 100, contado: 100 }
  const turno = { ...ABIERTO, ...cerrado, diferencia: 0, queda: 100 }
  fakeServer({ 'GET /api/mostrador/turnos/1': { status: 200, body: turno } })
  openTurno(<TurnoPage />, { id: 1, nombre: 'Nadia' })
  await screen.findByRole('button', { name: 'Imprimir la hoja' })
  await user.keyboard('{Enter}')
  expect(print).not.toHaveBeenCalled()
  await pressByHand(user, 'p')
  expect(print).toHaveBeenCalledOnce()
})
