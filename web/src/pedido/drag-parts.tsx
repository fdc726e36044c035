import type { GrupoOrDefault } from '@imprimitodo/shared/rules/archivo'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { optional } from '../ui/optional.ts'
import type { ArchivoCarrito } from './carrito-state.ts'

/** The pieces of the grouping screen that know about dragging. */
export type DragParts = {
  /** Around all zones. `onMove` when a file was dropped into one. */
  Provider: ComponentType<{
    archivos: readonly ArchivoCarrito[]
    disabled?: boolean
    onMove: (id: string, zone: GrupoOrDefault) => void
    children: ReactNode
  }>
  Zone: ComponentType<{
    zone: GrupoOrDefault
    label: string
    className?: string
    overClassName?: string
    children: ReactNode
  }>
  /** A file. `children` gets the grip to place, null where nothing can be dragged. */
  Item: ComponentType<{
    archivo: ArchivoCarrito
    disabled?: boolean
    className?: string
    children: (grip: ReactNode) => ReactNode
  }>
}

/** Without dragging: 'Mover a…' does it all. */
const STILL: DragParts = {
  Provider: ({ children }) => children,
  Zone: ({ label, className, children }) => (
    <section className={className} aria-label={label}>
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
