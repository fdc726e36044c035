// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Said } from './said.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Bar({ amount }: { amount: string }) {
  const shown = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <Said of={shown} />
      <p ref={shown}>
        <span>Precio</span>
        <b>{amount}</b>
      </p>
    </>
  )
}

const said = () => screen.getByRole('status').textContent
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('says a changed amount once it stands still, and not the first one', async () => {
  const { rerender } = render(<Bar amount="$ 0,00" />)
  await pass(5000)
  expect(said()).toBe('')
  for (const amount of ['$ 100,00', '$ 200,00', '$ 300,00']) {
    rerender(<Bar amount={amount} />)
    await pass(900)
    expect(said()).toBe('')
  }
  await pass(200)
  expect(said()).toBe('Precio, $ 300,00')
})

it('says nothing of an amount that came back meanwhile', async () => {
  const { rerender } = render(<Bar amount="$ 100,00" />)
  rerender(<Bar amount="$ 200,00" />)
  await pass(500)
  rerender(<Bar amount="$ 100,00" />)
  await pass(2000)
  expect(said()).toBe('')
})
