import { useEffect, useState } from 'react'
import { optional } from '../../ui/state/later.ts'
import type { DragParts } from './drag-parts-type.ts'

/** The parts without dragging, where 'Mover a…' does the same. */
const STILL: DragParts = {
  Provider: ({ children }) => children,
  Zone: ({ label, isEmpty, className, children }) => (
    <section className={className} aria-label={label} data-empty={isEmpty || undefined}>
      {children}
    </section>
  ),
  Item: ({ archivo, className, children }) => (
    <div className={className} data-archivo={archivo.id}>
      {children(null)}
    </div>
  ),
}

const TOUCHED = ['pointerdown', 'keydown'] as const

/**
 * Dragging is loaded when grouping starts; until then, or if it cannot be loaded, the screen works without it. When
 * it arrives, React makes every element of the screen anew: a press, the focus and what is being typed would be lost. So
 * if the customer has pressed anything before, dragging begins the next time that grouping starts.
 */
export function useDragParts(): DragParts {
  const [parts, setParts] = useState(STILL)
  useEffect(() => {
    let wanted = true
    const stay = () => {
      wanted = false
    }
    for (const type of TOUCHED) addEventListener(type, stay, true)
    optional(() => import('./drag-parts-dnd.tsx')).then(
      ({ DND_PARTS }) => wanted && setParts(DND_PARTS),
      () => undefined, // no signal: 'Mover a…' remains
    )
    return () => {
      stay()
      for (const type of TOUCHED) removeEventListener(type, stay, true)
    }
  }, [])
  return parts
}
