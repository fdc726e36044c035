import type { GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import type { ComponentType, ReactNode } from 'react'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'

/** The pieces of the grouping screen that know about dragging. */
export type DragParts = {
  /** Around all zones. `onMove` when a file was dropped into one. */
  Provider: ComponentType<{
    archivos: readonly ArchivoCarrito[]
    onMove: (id: string, zone: GrupoOrDefault) => void
    children: ReactNode
  }>
  Zone: ComponentType<{
    zone: GrupoOrDefault
    label: string
    isEmpty?: boolean
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
