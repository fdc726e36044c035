import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { type CSSProperties, type KeyboardEvent, useId, useState } from 'react'
import type { Answer } from '../../api/call.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './lista-ordenable.module.css'
import { type Arrastre, useArrastre } from './use-arrastre.ts'
import { useOrden } from './use-orden.ts'

export type Fila = { id: number; nombre: string }

/**
 * A list whose rows are sorted by hand: dragged by their handles, with the arrow keys on them, or with the
 * buttons. Each move is shown and announced at once, and the whole order saved.
 */
export function ListaOrdenable({
  label,
  filas,
  save,
  onSettled,
}: {
  label: string
  filas: readonly Fila[]
  save: (ids: number[]) => Promise<Answer<unknown>>
  /** Reloads the list after success and failure. */
  onSettled: () => Promise<unknown>
}) {
  const [said, setSaid] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const help = useId()
  const { shown, move } = useOrden({
    ids: filas.map(({ id }) => id),
    save,
    onSettled,
    onProblem: setProblem,
  })
  const moveTo = (from: number, to: number) => {
    const row = rows[from]
    if (!row || to < 0 || to >= rows.length) return
    move(from, to)
    setSaid(`${row.nombre}: lugar ${to + 1} de ${rows.length}.`)
  }
  const { list, arrastre, handle } = useArrastre(shown, moveTo)
  const nombres = new Map(filas.map(({ id, nombre }) => [id, nombre]))
  const rows = shown.map((id) => ({ id, nombre: nombres.get(id) ?? '' }))

  return (
    <>
      {problem && <Notice tone="error">{problem}</Notice>}
      <p id={help} className="visually-hidden">
        Arrastrá, o usá las flechas arriba y abajo; Inicio y Fin llevan a las puntas.
      </p>
      <ol ref={list} className={cx(styles.list, arrastre && styles.moving)} aria-label={label}>
        {rows.map(({ id, nombre }, place) => (
          <li
            key={id}
            className={cx(styles.row, arrastre?.from === place && styles.held)}
            style={shiftOf(arrastre, place)}
          >
            <button
              type="button"
              className={styles.handle}
              aria-label={`Mover ${nombre}`}
              aria-describedby={help}
              {...handle(place)}
              onKeyDown={(event) => onArrow(event, place, rows.length, moveTo)}
            >
              <GripVertical size={22} strokeWidth={2.4} aria-hidden />
            </button>
            <span className={styles.place} aria-hidden>
              {placeShown(arrastre, place) + 1}
            </span>
            <span className={styles.name}>{nombre}</span>
            <span className={styles.buttons}>
              <IconButton
                quiet
                icon={ArrowUp}
                label={`Subir ${nombre}`}
                aria-disabled={place === 0}
                onClick={() => moveTo(place, place - 1)}
              />
              <IconButton
                quiet
                icon={ArrowDown}
                label={`Bajar ${nombre}`}
                aria-disabled={place === rows.length - 1}
                onClick={() => moveTo(place, place + 1)}
              />
            </span>
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status" aria-live="polite">
        {said}
      </p>
    </>
  )
}

function onArrow(
  event: KeyboardEvent,
  place: number,
  count: number,
  moveTo: (from: number, to: number) => void,
): void {
  const to = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  moveTo(place, to)
}

/** Where the row at `place` would be if the held row was dropped now. */
function placeShown(arrastre: Arrastre | null, place: number): number {
  if (!arrastre) return place
  const { from, to } = arrastre
  if (place === from) return to
  if (place > from && place <= to) return place - 1
  return place < from && place >= to ? place + 1 : place
}

/** The held row follows the pointer; those between make room for it. */
function shiftOf(arrastre: Arrastre | null, place: number): CSSProperties | undefined {
  if (!arrastre) return undefined
  if (place === arrastre.from) return { transform: `translateY(${arrastre.dy}px)` }
  const by = placeShown(arrastre, place) - place
  return { transform: `translateY(${by * arrastre.height}px)` }
}
