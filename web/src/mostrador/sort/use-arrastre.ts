import { type PointerEvent as ReactPointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

/** A dragged row: its place, the place it would get, and how far it was moved, in pixels. */
export type Arrastre = { from: number; to: number; dy: number; height: number }

/** The rows' middles and heights at the start, from the top of the list. */
type Start = { from: number; y: number; middles: number[]; heights: number[]; scrolled: number }

/** How near the pointer is to an end of the scrolling element when it scrolls, and by how much each frame. */
const EDGE_PX = 56
const STEP_PX = 9

/** The nearest scrolling ancestor of `element`; the page where there is none. */
function scrollerOf(element: Element): Element {
  for (let one = element.parentElement; one; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one
  return document.documentElement
}

/** Scrolls if `y` is near an end of the visible part. @returns whether it moved */
function scrollNear(scroller: Element, y: number): boolean {
  const isPage = scroller === document.documentElement
  const { top, bottom } = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
  const by = y < top + EDGE_PX ? -STEP_PX : y > bottom - EDGE_PX ? STEP_PX : 0
  const before = scroller.scrollTop
  scroller.scrollTop += by
  return scroller.scrollTop !== before
}

/** The place of the dragged row, by the rows that its middle has passed. */
function placeOf({ from, middles }: Start, dy: number): number {
  const middle = (middles[from] ?? 0) + dy
  return middles.filter((one, place) => place !== from && one < middle).length
}

/**
 * Drags the rows of a list by their handles: with the mouse, a pen or a finger, which on the handle moves the
 * row at once and elsewhere scrolls. Escape, a cancelled pointer, or changed rows put it back.
 */
export function useArrastre(rows: readonly number[], onDrop: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const start = useRef<Start | null>(null)
  const pointer = useRef(0)
  const [arrastre, setArrastre] = useState<Arrastre | null>(null)
  const isDragging = arrastre !== null

  /** The drag by the present pointer: the drawn state may be a moment old. */
  const now = (): Arrastre | null => {
    const began = start.current
    if (!began || !list.current) return null
    const dy = pointer.current - began.y + scrollerOf(list.current).scrollTop - began.scrolled
    return { from: began.from, to: placeOf(began, dy), dy, height: began.heights[began.from] ?? 0 }
  }
  const follow = useEffectEvent(() => setArrastre(now()))
  const stop = () => {
    start.current = null
    setArrastre(null)
  }
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Escape must not close the dialog around the list
    event.preventDefault()
    event.stopPropagation()
    stop()
  })

  const key = rows.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the rows change
  useEffect(() => {
    start.current = null
    setArrastre(null)
  }, [key])

  useEffect(() => {
    if (!isDragging) return
    let frame = requestAnimationFrame(function scroll() {
      if (list.current && scrollNear(scrollerOf(list.current), pointer.current)) follow()
      frame = requestAnimationFrame(scroll)
    })
    const onKey = (event: KeyboardEvent) => cancel(event)
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }, [isDragging])

  /** For the handle of the row at `from`. */
  const handle = (from: number) => ({
    onPointerDown(event: ReactPointerEvent<HTMLElement>) {
      if (event.button !== 0 || !event.isPrimary || !list.current || start.current) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const boxes = [...list.current.children].map((row) => row.getBoundingClientRect())
      pointer.current = event.clientY
      start.current = {
        from,
        y: event.clientY,
        scrolled: scrollerOf(list.current).scrollTop,
        middles: boxes.map(({ top, height }) => top + height / 2),
        heights: boxes.map(({ height }) => height),
      }
      follow()
    },
    onPointerMove({ clientY }: ReactPointerEvent<HTMLElement>) {
      if (!start.current) return
      pointer.current = clientY
      follow()
    },
    onPointerUp({ clientY }: ReactPointerEvent<HTMLElement>) {
      if (!start.current) return
      pointer.current = clientY
      const dropped = now()
      stop()
      if (dropped && dropped.to !== dropped.from) onDrop(dropped.from, dropped.to)
    },
    onPointerCancel: stop,
    onLostPointerCapture: stop,
    // A finger resting on it would open the browser's menu
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  })
  return { list, arrastre, handle }
}
