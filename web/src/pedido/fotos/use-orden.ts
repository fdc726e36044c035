import { type RefObject, useEffect, useState } from 'react'

/** Nearer than this to an edge of the scrolling element, in pixels, dragging scrolls it. */
const EDGE = 48

/**
 * Dragging the rows of a list up and down. Rows carry `data-fila` with their id; the held row takes each new
 * place at once.
 * @param onMove puts the row in the place of another
 * @returns the held row, and the function for its grip's press
 */
export function useOrdenDeFotos(
  list: RefObject<HTMLElement | null>,
  onMove: (id: string, to: string) => void,
) {
  const [held, setHeld] = useState<string | null>(null)
  useEffect(() => {
    if (!held) return
    const follow = ({ clientY }: PointerEvent) => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-fila]') ?? [])]
      const over = rows.find((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return clientY >= top && clientY < bottom
      })
      const to = over?.dataset.fila
      if (to && to !== held) onMove(held, to)
      const scroller = list.current?.parentElement
      const edges = scroller?.getBoundingClientRect()
      if (edges && clientY < edges.top + EDGE) scroller?.scrollBy(0, -EDGE / 4)
      if (edges && clientY > edges.bottom - EDGE) scroller?.scrollBy(0, EDGE / 4)
    }
    const drop = () => setHeld(null)
    // On the window: a row that changes its place loses the pointer that it captured
    window.addEventListener('pointermove', follow)
    window.addEventListener('pointerup', drop)
    window.addEventListener('pointercancel', drop)
    return () => {
      window.removeEventListener('pointermove', follow)
      window.removeEventListener('pointerup', drop)
      window.removeEventListener('pointercancel', drop)
    }
  }, [held, list, onMove])
  return { held, hold: setHeld }
}

/** `id` in the place of `to`; those between move up by one. */
export function inPlaceOf(ids: readonly string[], id: string, to: string): string[] {
  const [from, target] = [ids.indexOf(id), ids.indexOf(to)]
  if (from < 0 || target < 0 || from === target) return [...ids]
  const others = ids.filter((one) => one !== id)
  return [...others.slice(0, target), id, ...others.slice(target)]
}
