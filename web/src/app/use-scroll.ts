import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { staysOf } from '../ui/link.tsx'

/** How long a screen may still be loading the parts above the place scrolled to. */
const LOADING_MS = 10_000

/** To the top of a new screen, to the section a link names, or, on the way back, to where the visitor was. */
export function useScroll(): void {
  const { pathname, hash, key, state } = useLocation()
  const stays = staysOf(state)
  const by = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef(pathname)

  // A layout effect: it runs before the browser reports that a shorter screen moved the window
  useLayoutEffect(() => {
    const remember = () => void places.current.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])

  // Before the new screen is painted at the old scroll position. `key` too: a link pressed again scrolls
  // again
  useLayoutEffect(() => {
    const isNew = shown.current !== pathname
    shown.current = pathname
    const place = by === 'POP' ? places.current.get(key) : undefined
    if (place !== undefined) return hold(() => window.scrollTo({ top: place, behavior: 'instant' }))
    if (hash) return goTo(decoded(hash.slice(1)), isNew)
    if (by !== 'POP' && !stays) window.scrollTo({ top: 0, behavior: 'instant' })
  }, [pathname, hash, by, key, stays])
}

/** Decodes an anchor; one that is wrongly encoded is returned unchanged. */
function decoded(anchor: string): string {
  try {
    return decodeURIComponent(anchor)
  } catch {
    return anchor
  }
}

/** Scrolls to a section, also once it appears later, and again while the parts above it load. */
function goTo(id: string, isNew: boolean): () => void {
  let found = false
  return hold((isFirst) => {
    const section = document.getElementById(id)
    section?.scrollIntoView({ behavior: isFirst && !isNew ? 'auto' : 'instant' })
    if (!section || found) return
    found = true
    // The keyboard continues from the section
    if (!section.hasAttribute('tabindex')) section.tabIndex = -1
    section.focus({ preventScroll: true })
  })
}

const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Calls `settle` now and whenever the page changes its height, until the visitor moves. @returns ends it */
function hold(settle: (isFirst: boolean) => void): () => void {
  let height = document.body.offsetHeight
  const sizes = new ResizeObserver(() => {
    if (document.body.offsetHeight === height) return
    height = document.body.offsetHeight
    settle(false)
  })
  const end = () => {
    sizes.disconnect()
    clearTimeout(timer)
    for (const move of MOVES) window.removeEventListener(move, end)
  }
  const timer = setTimeout(end, LOADING_MS)
  for (const move of MOVES) window.addEventListener(move, end, { passive: true })
  sizes.observe(document.body)
  settle(true)
  return end
}
