// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer, type ReceivedCall } from '../../api/testing.ts'
import { endSession, startSession } from '../session/session.ts'
import { MoveCashDialog } from './move-cash.tsx'

configure({ asyncUtilTimeout: 20_000 }) // a loaded machine is no failure

const MOVE = 'POST /api/mostrador/turnos/1/movimientos'
const TOO_MUCH = { status: 409, codigo: 'caja_no_alcanza', body: { detail: 'No hay tanto.' } } as const
const onClose = vi.fn()
let script: Parameters<typeof fakeServer>[0]
let calls: ReceivedCall[]
let user: UserEvent

beforeEach(() => {
  onClose.mockReset()
  user = userEvent.setup()
  script = { [MOVE]: TOO_MUCH }
  calls = fakeServer(script)
  startSession({ access: 'vale', id: 1, nombre: 'Nadia', rol: 'operador', sucursal: 'Alberdi' })
})
afterEach(() => {
  cleanup()
  endSession()
  vi.unstubAllGlobals()
})

async function withdraw() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MoveCashDialog id={1} tipo="retiro" onClose={onClose} />
    </QueryClientProvider>,
  )
  await user.type(screen.getByLabelText('Importe ($)'), '500000')
  await user.type(screen.getByLabelText('Motivo'), 'al banco')
  await user.click(screen.getByRole('button', { name: 'Anotar el retiro' }))
  await screen.findByRole('alertdialog', { name: /^¿Retiro de \$\s500\.000,00\?$/ })
}
const bodies = () => calls.filter(({ call }) => call === MOVE).map(({ body }) => body)

it('more than the drawer should hold is asked about; the amount is still there to be corrected', async () => {
  await withdraw()
  await user.click(screen.getByRole('button', { name: 'No, corregir' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  const field = screen.getByLabelText<HTMLInputElement>('Importe ($)')
  expect(field.value).toBe('500000')
  expect(document.activeElement).toBe(field)
  await user.keyboard('50000') // it is selected, so what is typed at once replaces it
  expect(field.value).toBe('50000')
  expect(bodies()).toHaveLength(1)
})

it('more than the drawer should hold is written where the clerk means it', async () => {
  await withdraw()
  script[MOVE] = { status: 201, body: { movimiento_id: 7 } }
  await user.click(screen.getByRole('button', { name: 'Sí, anotarlo' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const sent = { tipo: 'retiro', importe: 500_000, motivo: 'al banco' }
  expect(bodies()).toEqual([
    { ...sent, si_alcanza: true },
    { ...sent, si_alcanza: false },
  ])
})
