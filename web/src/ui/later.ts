import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { optional } from './optional.ts'
import { useLive } from './use-live.ts'

/** A part that the first paint of a page does without, and its code once it is here. */
type Later<P extends object> = { load(): Promise<ComponentType<P>>; here: ComponentType<P> | null }

/** @param load if it fails, the screen does (the error page, or the page anew: app/outdated.ts) */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> => ({
  load,
  here: null,
})

/** For what a screen can do without: if it cannot be loaded nothing is shown in its place. */
export const laterOptional = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> =>
  later(() => optional(load).catch((): ComponentType<P> => () => null))

/**
 * Null until the part's code is here; then it is drawn in pieces, between which the browser answers the visitor. Not
 * React.lazy: while a fallback of Suspense is new, React holds back for 300 ms whatever else is ready, the screen too.
 */
export function usePart<P extends object>(part: Later<P>): ComponentType<P> | null {
  // In a page that was made ahead it is not there at first, even if its code is
  const isLive = useLive()
  const [Part, setPart] = useState(() => (isLive ? part.here : null))
  useEffect(() => {
    if (Part) return
    let isGone = false
    const show = (found: ComponentType<P>) => isGone || startTransition(() => setPart(() => found))
    const load = () =>
      part.load().then(
        (found) => {
          part.here = found
          show(found)
        },
        (error: unknown) =>
          show(() => {
            throw error
          }),
      )
    // By itself: to name the files of all parts at once takes a phone long
    const timer = setTimeout(load)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [part, Part])
  return Part
}
