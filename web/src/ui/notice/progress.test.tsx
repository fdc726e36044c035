// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Progress } from './progress.tsx'

afterEach(cleanup)

it.each([
  [0, 'red'],
  [40, 'red'],
  [40.9, 'red'],
  [41, 'lemon'],
  [80, 'lemon'],
  [81, 'leaf'],
  [100, 'leaf'],
])('at %d percent the bar is %s, and says so in words', (percent, ink) => {
  render(<Progress label="Subida" percent={percent} />)
  const bar = screen.getByRole('progressbar', { name: 'Subida' })
  expect(bar.querySelector('i')?.className).toContain(ink)
  expect(bar.getAttribute('aria-valuetext')).toBe(`${Math.floor(percent)}%`)
})
