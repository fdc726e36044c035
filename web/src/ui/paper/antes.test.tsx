// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { Antes } from './antes.tsx'

afterEach(cleanup)

describe('the line of an offer', () => {
  it('says the price before, struck through, and the last day', () => {
    const { container } = render(<Antes precio={1234.5} hasta="2026-11-30" />)
    expect(container.querySelector('del')?.textContent).toBe('$ 1.234,50')
    screen.getByText('Hasta el 30/11/2026')
  })
  it.each([
    [null, '2026-11-30', 'Hasta el 30/11/2026'],
    [1000, null, 'Antes $ 1.000,00'],
    [null, null, ''],
  ])('has only the facts that the owner gave: %j, %j', (precio, hasta, text) => {
    const { container } = render(<Antes precio={precio} hasta={hasta} />)
    expect(container.textContent).toBe(text)
  })
})
