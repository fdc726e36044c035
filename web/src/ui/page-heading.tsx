import { documentTitle } from '@imprimitodo/shared/rules/vidriera/titulo'
import { type ReactNode, useEffect, useRef } from 'react'
import { ROTULO } from './state/nombre.ts'

let screensSeen = 0

/**
 * The h1 of a screen. `title` '' is Home's. Sets the document's title and, after a navigation, takes the
 * focus, so that a screen reader announces the page. On the first screen of a visit the focus stays with the
 * browser.
 */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = documentTitle(title, ROTULO)
  }, [title])
  useEffect(() => {
    if (screensSeen++ > 0) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  )
}
