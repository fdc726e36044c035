// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Strength } from './strength.tsx'

afterEach(cleanup)

it.each([
  ['abc', '25', 'Débil'],
  ['abcdefgh', '25', 'Débil'],
  ['Abcdefgh', '50', 'Moderada'],
  ['Abcdefg1', '75', 'Fuerte'],
  ['Abcdef1!', '100', 'Fuerte'],
])('the bar of %s is at %s, and says %s', (password, percent, word) => {
  render(<Strength password={password} />)
  const bar = screen.getByRole('progressbar', { name: 'Seguridad de la contraseña' })
  expect(bar.getAttribute('aria-valuenow')).toBe(percent)
  expect(screen.getByRole('status').textContent).toBe(word)
})

it('an empty password has no bar', () => {
  render(<Strength password="" />)
  expect(screen.queryByRole('progressbar')).toBeNull()
})
