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

/** The events of a finger's tap: the field is left when the finger is lifted, and then comes the click. */
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

describe('a field’s message when it is left', () => {
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

  it.each([
    ['a menu took the end of the press', () => fireEvent.contextMenu(button())],
    ['the keyboard goes on', () => fireEvent.keyDown(button(), { key: 'Tab' })],
  ])('comes at once where %s', async (_, end) => {
    render(<Form />)
    fireEvent.pointerDown(button())
    end()
    fireEvent.blur(screen.getByLabelText('Copias'))
    await wait(0)
    expect(message()).not.toBeNull()
  })

  it('comes at once where another button than the first is down', () => {
    render(<Form />)
    fireEvent.pointerDown(button(), { button: 2 })
    fireEvent.blur(screen.getByLabelText('Copias'))
    expect(message()).not.toBeNull()
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
