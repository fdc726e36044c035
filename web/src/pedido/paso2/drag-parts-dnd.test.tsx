// @vitest-environment happy-dom
import { DragDropManager, Draggable, Feedback } from '@dnd-kit/dom'
import { DragDropProvider, useDragDropManager } from '@dnd-kit/react'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import ours from './drag-parts-dnd.css?raw'
import { DND_PARTS } from './drag-parts-dnd.tsx'

/** The manager of the provider that was rendered last. */
const seen: { manager: DragDropManager | null } = { manager: null }
function Look() {
  seen.manager = useDragDropManager()
  return null
}

/** A style sheet without comments and spaces, with one kind of quotes. */
const bare = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\/|\s/g, '').replaceAll("'", '"')

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

it('our style sheet has the rules that the library would write into a <style> element', async () => {
  const manager = new DragDropManager({ plugins: [Feedback] })
  const [written, ...others] = await stylesWhileDragging(manager)
  manager.destroy()
  expect(others).toEqual([])
  expect(bare(ours)).toBe(bare(written ?? ''))
})

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
