import { type ReactNode, useEffect, useRef } from 'react'
import { useUnseen } from '../live/unseen.ts'

let screensSeen = 0

/**
 * The h1 of a screen of the counter. Names the document, with the number of orders that came in while nobody
 * looked, and takes the focus when one arrives from another screen.
 */
export function Heading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const unseen = useUnseen()
  useEffect(() => {
    document.title = `${unseen > 0 ? `(${unseen}) ` : ''}${title} · Mostrador`
  }, [title, unseen])
  useEffect(() => {
    if (screensSeen++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}
