// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { useDragParts } from './drag-parts.tsx'
import type { DragParts } from './drag-parts-type.ts'

/** The library's code arrives once `arrive` is called, and stays for the tests after it. */
const line = vi.hoisted(() => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { arrive, arrived }
})
vi.mock('./drag-parts-dnd.tsx', async () => {
  await line.arrived
  const DND_PARTS: DragParts = {
    Provider: ({ children }) => <div data-testid="dragging">{children}</div>,
    Zone: ({ children }) => children,
    Item: () => null,
  }
  return { DND_PARTS }
})

function Screen() {
  const { Provider } = useDragParts()
  return (
    <Provider archivos={[]} onMove={() => {}}>
      <input aria-label="Copias" />
    </Provider>
  )
}

const dragging = () => screen.queryByTestId('dragging')

afterEach(() => cleanup())

it('dragging that arrives after the customer began changes nothing under their hands, and is there the next time', async () => {
  const { unmount } = render(<Screen />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Copias'), '3')
  line.arrive()
  await import('./drag-parts-dnd.tsx')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(dragging()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Copias').value).toBe('3')
  unmount()
  render(<Screen />)
  await waitFor(() => expect(dragging()).not.toBeNull())
})
