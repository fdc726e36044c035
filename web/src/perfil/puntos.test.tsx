// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Puntos } from './puntos.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const show = (puntos: number) =>
  render(
    <MemoryRouter>
      <Puntos puntos={puntos} />
    </MemoryRouter>,
  )

it.each([
  [0, '0', '¡Tu próxima compra te dará puntos!', '0'],
  [9_999, '9.999', 'Rango: Principiante', '19'],
  [10_000, '10.000', 'Rango: Activo', '20'],
  [99_999, '99.999', 'Rango: Activo', '100'],
  [100_000, '100.000', 'Rango: Cliente estrella', '100'],
])('%i points are told with their bar and their rank', (puntos, shown, rank, percent) => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  show(puntos)
  screen.getByText(shown)
  screen.getByText(rank)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(percent)
})

it('one point, and one that is missing, are told in the singular', () => {
  vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
  show(1)
  screen.getByText('1 punto')
  cleanup()
  show(9_999)
  screen.getByText('Te falta 1 para Activo')
})

it('points count up visually; screen readers get the final number at once', () => {
  vi.useFakeTimers()
  show(42_860)
  screen.getByText('42.860 puntos')
  expect(screen.getByText('0').getAttribute('aria-hidden')).toBe('true')
  act(() => void vi.advanceTimersByTime(29 * 30))
  expect(screen.queryByText('42.860')).toBeNull()
  act(() => void vi.advanceTimersByTime(30))
  screen.getByText('42.860')
})
