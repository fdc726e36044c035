// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { focusRangoProblem, RangoField } from './rango.tsx'

function OfFile() {
  const [rango, setRango] = useState<string | null>(null)
  return (
    <RangoField of="tesis.pdf" value={rango} paginas={12} onChange={(cambio) => setRango(cambio.rango)} />
  )
}

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const box = () => screen.getByLabelText<HTMLInputElement>('Qué páginas de tesis.pdf')

afterEach(() => {
  fireEvent.pointerCancel(document.body) // no press outlives its test
  cleanup()
})

/** Taps as a browser does for a finger; where radios take no focus (Safari) the box is left nevertheless. */
function tap(target: HTMLElement): void {
  fireEvent.pointerDown(target)
  fireEvent.pointerUp(target)
  fireEvent.blur(box())
  fireEvent.click(target)
}

it('«Algunas» pressed again with its box empty leads back into the box', () => {
  render(<OfFile />)
  fireEvent.click(radio('Algunas'))
  tap(radio('Algunas'))
  expect(radio('Algunas').checked).toBe(true)
  expect(document.activeElement).toBe(box())
})

it('an empty box that is left for something else prints all pages again', () => {
  render(<OfFile />)
  fireEvent.click(radio('Algunas'))
  fireEvent.blur(box())
  expect(radio('Todas').checked).toBe(true)
})

it('a range that names no page stops the way on before its message is shown', () => {
  render(<OfFile />)
  fireEvent.click(radio('Algunas'))
  fireEvent.pointerDown(document.body)
  fireEvent.change(box(), { target: { value: '1-5x' } })
  expect(box().getAttribute('aria-invalid')).toBeNull()
  expect(focusRangoProblem()).toBe(true)
  fireEvent.change(box(), { target: { value: '1-5' } })
  expect(focusRangoProblem()).toBe(false)
})
