// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Field } from './field.tsx'

function Form() {
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Field label="Copias" error={problem} onBlur={() => setProblem('Van de 1 a 9.999.')} />
      <button type="button">Color</button>
    </>
  )
}

const message = () => screen.queryByText('Van de 1 a 9.999.')
const button = () => screen.getByRole('button', { name: 'Color' })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** As a browser does it for a finger: the field is left once the finger is up, and then comes the click. */
function tapTo(what: HTMLElement): void {
  fireEvent.pointerDown(what)
  fireEvent.pointerUp(what)
  fireEvent.blur(screen.getByLabelText('Copias'))
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('what a field says as it is left', () => {
  it('comes at once where the keyboard left it', () => {
    render(<Form />)
    fireEvent.blur(screen.getByLabelText('Copias'))
    expect(message()).not.toBeNull()
  })

  it('comes after the click of the tap that left it', async () => {
    render(<Form />)
    tapTo(button())
    expect(message()).toBeNull()
    expect(screen.getByLabelText('Copias').getAttribute('aria-invalid')).toBeNull()
    await wait(100)
    expect(message()).toBeNull()
    fireEvent.click(button())
    await wait(0)
    expect(message()).not.toBeNull()
    expect(screen.getByLabelText('Copias').getAttribute('aria-invalid')).toBe('true')
  })

  it('comes where the tap became a scroll, and where no click follows', async () => {
    const { unmount } = render(<Form />)
    fireEvent.pointerDown(button())
    fireEvent.blur(screen.getByLabelText('Copias'))
    await wait(2000)
    expect(message()).toBeNull()
    fireEvent.pointerCancel(button())
    await wait(0)
    expect(message()).not.toBeNull()
    unmount()

    render(<Form />)
    tapTo(button())
    await wait(299)
    expect(message()).toBeNull()
    await wait(1)
    expect(message()).not.toBeNull()
  })
})
