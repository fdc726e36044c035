import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { createQueryClient } from '../../api/query-client.ts'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { endSession, startSession } from '../session/session.ts'

/** Logs the owner in. */
export const enterAsDueno = (): void =>
  startSession({ access: 'vale', id: 1, nombre: 'Ana', rol: 'dueno', sucursal: null })

/** Shows a page of the owner, and the notices about it. */
export function showPage(page: ReactNode): void {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        {page}
        <Toasts />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Closes the notices and the page, and logs out. */
export function leavePage(): void {
  for (const close of screen.queryAllByRole('button', { name: 'Cerrar aviso' })) fireEvent.click(close)
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
}

export const button = (name: string) => screen.findByRole('button', { name })
export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const dialog = () => screen.queryByRole('dialog')
/** The texts of the alerts in the open form. */
export const alerts = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
export const toasts = () => within(screen.getByRole('region', { name: 'Avisos' }))
