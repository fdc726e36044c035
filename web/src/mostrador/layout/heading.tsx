import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { type ReactNode, useEffect, useRef } from 'react'
import { useUnseen } from '../live/unseen.ts'
import { useCuantas } from '../urgencias/cuantas.ts'

let screensSeen = 0

/**
 * The h1 of a screen of the counter. Sets the document's title, with the number of urgencias, '(3) Pedidos',
 * and of orders that came in while the window was hidden; takes the focus after a navigation from another
 * screen.
 */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const unseen = useUnseen()
  const cuantas = useCuantas()
  useEffect(() => {
    const nuevos = unseen > 0 ? ` · ${count(unseen, 'nuevo')}` : ''
    document.title = `${cuantas > 0 ? `(${cuantas}) ` : ''}${title}${nuevos} · Mostrador`
  }, [title, unseen, cuantas])
  useEffect(() => {
    if (screensSeen++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}

/**
 * Returns a function that announces a change of `state` by the clerk's own action: if the focused element
 * disappears with it (a button whose step was the last one), the focus moves to the heading.
 */
export function useFocusKept(state: string): () => void {
  const isOwn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs whenever the state changes
  useEffect(() => {
    if (!isOwn.current) return
    isOwn.current = false
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [state])
  return () => {
    isOwn.current = true
  }
}
