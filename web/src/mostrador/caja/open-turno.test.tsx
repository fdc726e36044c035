// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { fakeServer } from '../../api/testing.ts'
import { OpenTurnoDialog } from './open-turno.tsx'

const OPEN = 'POST /api/mostrador/turnos'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('opens no other drawer than the one that a colleague has just opened, until one is chosen', async () => {
  const user = userEvent.setup()
  const calls = fakeServer({ [OPEN]: { status: 409, body: { detail: 'El cajón 1 ya está abierto.' } } })
  const cache = createQueryClient()
  const dialog = (abiertas: number[]) => (
    <QueryClientProvider client={cache}>
      <OpenTurnoDialog
        sucursal="Alberdi"
        abiertas={abiertas}
        quedo={new Map([[2, 500]])}
        onClose={() => {}}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(dialog([]))
  await user.click(screen.getByRole('button', { name: 'Abrir la caja' }))
  await screen.findByText('El cajón 1 ya está abierto.')
  rerender(dialog([1]))
  const select = screen.getByLabelText<HTMLSelectElement>('Cajón')
  expect(select.selectedOptions[0]?.text).toBe('Elegí cuál')
  const sent = () => calls.filter(({ call }) => call === OPEN).map(({ body }) => body)
  await user.click(screen.getByRole('button', { name: 'Abrir la caja' }))
  await screen.findByText('Elegí el cajón.')
  expect(sent()).toMatchObject([{ caja: 1 }])
  await user.selectOptions(select, 'Cajón 2')
  screen.getByText(/^Al cerrar quedaron/)
  await user.click(screen.getByRole('button', { name: 'Abrir la caja' }))
  expect(sent()).toMatchObject([{ caja: 1 }, { caja: 2, fondo: 500 }])
})
