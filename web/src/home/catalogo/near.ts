import { whenIdle } from '../../ui/idle.ts'

/** What is so far from the window is rendered before one gets there. */
const MARGIN = '1200px 0px'
/** Between two pieces of work: a browser that never has time is asked no longer. */
const SOON = { atLastMs: 300, safariMs: 16 }

const watched = new Map<Element, (isNear: boolean, height: number) => void>()
let observer: IntersectionObserver | undefined

/**
 * Tells whether `element` is near the window, now and whenever it changes, and its height then. One observer for all:
 * a long catalogue has hundreds of them. @returns what ends it
 */
export function watchNear(element: Element, tell: (isNear: boolean, height: number) => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      // On a slow phone several of one element wait to be told: only the last one is still true
      const last = new Map(entries.map((entry) => [entry.target, entry]))
      // What the window shows comes before what is only near it
      const inOrder = [...last.values()].sort((one, other) => distance(one) - distance(other))
      for (const { target, isIntersecting, boundingClientRect } of inOrder)
        watched.get(target)?.(isIntersecting, boundingClientRect.height)
    },
    { rootMargin: MARGIN },
  )
  watched.set(element, tell)
  observer.observe(element)
  return () => {
    watched.delete(element)
    observer?.unobserve(element)
  }
}

/** In pixels, from the window to the element; 0 within it. */
const distance = ({ boundingClientRect: { top, bottom } }: IntersectionObserverEntry): number =>
  Math.max(0, top - innerHeight, -bottom)

const waiting = new Set<() => void>()

/**
 * Does `work` when the browser has time, one after the other: a key that is pressed meanwhile is answered between
 * two of them. @returns what calls it off
 */
export function soon(work: () => void): () => void {
  waiting.add(work)
  if (waiting.size === 1) whenIdle(next, SOON)
  return () => void waiting.delete(work)
}

function next(): void {
  const [work] = waiting
  if (!work) return
  waiting.delete(work)
  if (waiting.size > 0) whenIdle(next, SOON)
  work()
}
