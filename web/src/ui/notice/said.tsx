import { type RefObject, useEffect, useState } from 'react'

/** How long a text must stay the same before it is said: while files are read, the amount changes with each. */
const STILL_MS = 1000

/**
 * Says an element's text to screen readers each time that it changed and then stayed the same for a while. The first
 * text is not said, since it is read with the page.
 */
export function Said({ of }: { of: RefObject<HTMLElement | null> }) {
  const [text, setText] = useState('')
  useEffect(() => {
    const element = of.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let last = textOf(element)
    const tell = () => {
      const now = textOf(element)
      if (now !== last) setText(now)
      last = now
    }
    const watch = new MutationObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(tell, STILL_MS)
    })
    watch.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [of])
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  )
}

/** Its parts are on lines of their own. The commas make a screen reader pause between them. */
const textOf = (element: HTMLElement): string =>
  [...element.childNodes].map(({ textContent }) => textContent).join(', ')
