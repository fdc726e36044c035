import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { ArchivoRow, type RowActions } from './archivo-row.tsx'
import styles from './paso1.module.css'
import type { Came } from './use-lista.ts'

/** More rows than fit on a phone's screen. */
const AT_ONCE = 8

/**
 * The files of step 1. After the first pick the page scrolls to its `heading`, later to the first added row.
 */
export function Listados({
  archivos,
  came,
  restored,
  heading,
  ...actions
}: {
  archivos: readonly ArchivoCarrito[]
  came: Came
  restored: boolean
  heading: RefObject<HTMLElement | null>
} & RowActions) {
  const drawn = useDrawn(archivos.length)
  const list = useRef<HTMLUListElement>(null)
  const [first] = came.ids
  const isAhead = archivos.findIndex(({ id }) => id === first) >= drawn
  useEffect(() => {
    if (!first || isAhead) return
    // Nothing is returned: in a new Chrome scrolling answers a promise, and React would call it as a cleanup
    const row = list.current?.querySelector<HTMLElement>(`[data-id="${first}"]`)
    // The button that chose it no longer exists
    if (came.how === 'instead') row?.focus({ preventScroll: true })
    if (came.how === 'first') {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView({ block: 'nearest' })
    } else {
      row?.scrollIntoView({ block: 'nearest' })
    }
  }, [came, first, isAhead, heading])

  const latest = useRef({ ...actions, archivos })
  latest.current = { ...actions, archivos }
  const [rowActions] = useState<RowActions>({
    onReplace: (id, file) => latest.current.onReplace(id, file),
    onConvert: () => latest.current.onConvert(),
    onRemove(id) {
      // With its last file the list disappears too
      const isLast = latest.current.archivos.length === 1
      const next = isLast ? document.getElementById('contenido') : heading.current
      latest.current.onRemove(id)
      next?.focus({ preventScroll: true })
    },
  })
  return (
    <ul className={styles.list} ref={list}>
      {archivos.slice(0, drawn).map((archivo) => (
        <ArchivoRow key={archivo.id} archivo={archivo} restored={restored} {...rowActions} />
      ))}
    </ul>
  )
}

/** How many of `length` rows are drawn: a first batch, then more, and in between the browser answers. */
function useDrawn(length: number): number {
  const [drawn, setDrawn] = useState(AT_ONCE)
  // Removed rows do not count as drawn: just as many may be picked again
  if (drawn > Math.max(length, AT_ONCE)) setDrawn(Math.max(length, AT_ONCE))
  useEffect(() => {
    if (drawn >= length) return
    const timer = setTimeout(() => setDrawn(drawn + AT_ONCE))
    return () => clearTimeout(timer)
  }, [drawn, length])
  return drawn
}
