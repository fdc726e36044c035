import { useEffect, useState } from 'react'
import { optional } from '../../ui/later.ts'
import type { DragParts } from './drag-parts-type.ts'

/** Without dragging: 'Mover a…' does it all. */
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

/** Dragging is loaded when grouping starts; until it is there, or if it cannot be had, the screen works without. */
export function useDragParts(): DragParts {
  const [parts, setParts] = useState(STILL)
  useEffect(() => {
    let wanted = true
    optional(() => import('./drag-parts-dnd.tsx')).then(
      ({ DND_PARTS }) => wanted && setParts(DND_PARTS),
      () => undefined, // no signal: 'Mover a…' remains
    )
    return () => {
      wanted = false
    }
  }, [])
  return parts
}
