import { Accessibility, Cursor, PreventSelection, StyleInjector } from '@dnd-kit/dom'
import {
  DragDropProvider,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDragDropManager,
  useDraggable,
  useDroppable,
} from '@dnd-kit/react'
import { GRUPOS, type GrupoOrDefault } from '@imprimitodo/shared/rules/compra/archivo'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/compra/grupo'
import { GripVertical } from 'lucide-react'
import { type ComponentProps, useLayoutEffect } from 'react'
import { cx } from '../../ui/cx.ts'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import styles from './drag-parts.module.css'
import type { DragParts } from './drag-parts-type.ts'

/**
 * Removes the plugin that writes the library's rules into a <style> element: our Content-Security-Policy refuses
 * those, and prerendered pages have no nonce. Cursor and PreventSelection would set rules for the whole page; the
 * Provider leaves them out. drag-parts.module.css has what our slip needs of all three.
 */
function NoInjectedStyles() {
  const manager = useDragDropManager()
  useLayoutEffect(() => manager?.registry.plugins.unregister(StyleInjector), [manager])
  return null
}

const zoneOf = (id: unknown): GrupoOrDefault | null =>
  id === 'default' ? 'default' : (GRUPOS.find((grupo) => grupo === id) ?? null)
const titleOf = (id: unknown): string => {
  const zone = zoneOf(id)
  return zone === null || zone === 'default' ? '«Sin agrupar»' : GRUPO_TITLES[zone]
}

const INSTRUCTIONS =
  'Para mover el archivo con el teclado, apretá Espacio, usá las flechas hasta el anillado y apretá Espacio de nuevo. Escape cancela. También podés usar «Mover a…».'

type Spoken = NonNullable<ConstructorParameters<typeof Accessibility>[1]>

function spanish(nameOf: (id: unknown) => string) {
  const options: Spoken = {
    screenReaderInstructions: { draggable: INSTRUCTIONS },
    announcements: {
      dragstart: ({ operation: { source } }) => (source ? `Levantaste ${nameOf(source.id)}.` : undefined),
      dragover: ({ operation: { source, target } }) => {
        if (!source) return undefined
        return target ? `${nameOf(source.id)} está sobre ${titleOf(target.id)}.` : 'Fuera de los anillados.'
      },
      dragend: ({ operation: { source, target }, canceled }) => {
        if (!source) return undefined
        if (canceled || !target) return `${nameOf(source.id)} volvió a su lugar.`
        return `${nameOf(source.id)} quedó en ${titleOf(target.id)}.`
      },
    },
  }
  return Accessibility.configure(options)
}

const SENSORS = [PointerSensor, KeyboardSensor.configure({ offset: { x: 40, y: 40 } })]

function Provider({ archivos, onMove, children }: ComponentProps<DragParts['Provider']>) {
  const nameOf = (id: unknown) => archivos.find((one) => one.id === id)?.name ?? 'El archivo'
  return (
    <DragDropProvider
      sensors={SENSORS}
      plugins={(defaults) => [
        ...defaults.filter(
          (plugin) => ![Accessibility, Cursor, PreventSelection].some((one) => one === plugin),
        ),
        spanish(nameOf),
      ]}
      onDragEnd={({ canceled, operation: { source, target } }) => {
        const zone = zoneOf(target?.id)
        if (!canceled && source && zone) onMove(String(source.id), zone)
      }}
    >
      <NoInjectedStyles />
      {children}
      {/* A small slip under the finger: the whole card would hide where it is going */}
      <DragOverlay className={styles.overlay} dropAnimation={null}>
        {({ id }) => (
          <span className={styles.slip}>
            <GripVertical size={22} strokeWidth={2.4} aria-hidden />
            {nameOf(id)}
          </span>
        )}
      </DragOverlay>
    </DragDropProvider>
  )
}

function Zone({
  zone,
  label,
  isEmpty,
  className,
  overClassName,
  children,
}: ComponentProps<DragParts['Zone']>) {
  const { ref, isDropTarget } = useDroppable({ id: zone })
  return (
    <section
      ref={ref}
      className={cx(className, isDropTarget && overClassName)}
      aria-label={label}
      data-empty={isEmpty || undefined}
    >
      {children}
    </section>
  )
}

function Item({ archivo, disabled, className, children }: ComponentProps<DragParts['Item']>) {
  const { ref, handleRef, isDragging } = useDraggable({ id: archivo.id, disabled })
  return (
    <div ref={ref} className={cx(className, isDragging && styles.dragging)} data-archivo={archivo.id}>
      {children(<Grip archivo={archivo} handleRef={handleRef} disabled={disabled} />)}
    </div>
  )
}

function Grip({
  archivo,
  handleRef,
  disabled,
}: {
  archivo: ArchivoCarrito
  handleRef: (element: Element | null) => void
  disabled?: boolean
}) {
  return (
    <button
      type="button"
      ref={handleRef}
      className={styles.grip}
      disabled={disabled}
      aria-label={`Arrastrar ${archivo.name}`}
      aria-roledescription="arrastrable"
      title="Arrastrá para mover"
    >
      <GripVertical size={22} strokeWidth={2.4} aria-hidden />
    </button>
  )
}

export const DND_PARTS: DragParts = { Provider, Zone, Item }
