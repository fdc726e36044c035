// @vitest-environment happy-dom
import { type DragDropManager, Draggable } from '@dnd-kit/dom'
import { DragDropProvider, useDragDropManager } from '@dnd-kit/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DND_PARTS } from './drag-parts-dnd.tsx'

/** The manager of the provider that was rendered last. */
const seen: { manager: DragDropManager | null } = { manager: null }
function Look() {
  seen.manager = useDragDropManager()
  return null
}

document.getAnimations ??= () => [] // happy-dom lacks it
afterEach(() => cleanup())

/** The texts of the page's <style> elements during a drag. */
async function stylesWhileDragging(manager: DragDropManager | null): Promise<string[]> {
  const element = document.body.appendChild(document.createElement('div'))
  if (!manager) throw new Error('No manager.')
  const draggable = new Draggable({ id: 'tesis.pdf', element }, manager)
  await new Promise((resolve) => setTimeout(resolve)) // it registers itself later
  await manager.actions.start({ source: draggable, coordinates: { x: 0, y: 0 } })
  const styles = [...document.head.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')
  await manager.actions.stop({ canceled: true })
  return styles
}

it('a drag writes no <style> element, which the Content-Security-Policy would refuse', async () => {
  render(
    <DND_PARTS.Provider archivos={[]} onMove={() => {}}>
      <Look />
    </DND_PARTS.Provider>,
  )
  expect(await stylesWhileDragging(seen.manager)).toEqual([])

  render(
    <DragDropProvider>
      <Look />
    </DragDropProvider>,
  )
  expect(await stylesWhileDragging(seen.manager)).not.toEqual([]) // the library's own provider does
})
