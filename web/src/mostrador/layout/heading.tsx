import { count } from '@imprimitodo/shared/rules/resumen'
import { type ReactNode, useEffect, useRef } from 'react'
import { useUnseen } from '../live/unseen.ts'
import { useCuantas } from '../urgencias/cuantas.ts'

let screensSeen = 0

/**
 * The h1 of a screen of the counter. Names the document, with how many things need a person, '(3) Pedidos', and how
 * many orders came in while no one looked; takes the focus when one arrives from another screen.
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
 * Calling what it returns announces that `state` is about to change by the clerk's own hand: if what had the focus
 * goes away with it (a button whose step was the last one), the keyboard goes on from the heading.
 */
export function useFocusKept(state: string): () => void {
  const isOwn = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of state is what it waits for
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
