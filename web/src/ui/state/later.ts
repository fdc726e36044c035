// Code that arrives after the screen that uses it.
import { type ComponentType, lazy, startTransition, useEffect, useState } from 'react'
import { useLive } from './use-live.ts'

let waiting = 0

/**
 * Loads code that the screen can do without for now: the next step ahead of time, dragging. The caller
 * handles its failure, which must not reload the page (app/outdated.ts), as that of a screen does.
 */
export function optional<T>(load: () => Promise<T>): Promise<T> {
  if (import.meta.env.SSR) return new Promise(() => {}) // left to the browser
  return counted(load)
}

async function counted<T>(load: () => Promise<T>): Promise<T> {
  waiting++
  try {
    return await load()
  } finally {
    waiting--
  }
}

export const isOptional = (): boolean => waiting > 0

/**
 * The same for one module that is asked for again after a failure, also outside a browser. Chromium keeps a failure by
 * its address for as long as the page lives, and names the address in its error: by another one the module is loaded
 * anew. Modules that it imports keep theirs: where one of those failed, only a reload helps. Safari names no address,
 * and forgets failures. `from` loads by an address.
 */
export function again<T>(
  load: () => Promise<T>,
  from: (address: string) => Promise<T> = (address) => import(/* @vite-ignore */ address),
): () => Promise<T> {
  let loaded: Promise<T> | null = null
  const anew = (error: unknown): Promise<T> => {
    const address = error instanceof TypeError && / (https?:\S+)$/.exec(error.message)?.[1]
    if (!address) throw error
    return from(`${address}?${Date.now()}`)
  }
  return () => {
    loaded ??= counted(() => load().catch(anew)).catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
}

/** Draws nothing if it cannot be loaded. */
const orNothing = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  optional(load).catch((): ComponentType<P> => () => null)

/** React.lazy for what a screen can do without: if it cannot be loaded nothing is shown in its place. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await orNothing(load) }))

/** A part that is not needed for a page's first paint, and its code once it is loaded. */
type Later<P extends object> = { load(): Promise<ComponentType<P>>; here: ComponentType<P> | null }

/** @param load if it fails, the screen fails too (the error page, or a reload: app/outdated.ts) */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> => ({
  load,
  here: null,
})

/** For what a screen can do without: if it cannot be loaded nothing is shown in its place. */
export const laterOptional = <P extends object>(load: () => Promise<ComponentType<P>>): Later<P> =>
  later(() => orNothing(load))

/**
 * Null until the part's code is loaded; then it is drawn in pieces, between which the browser answers the
 * visitor. Not React.lazy: while a fallback of Suspense is new, React holds back other finished parts for 300
 * ms, the screen too.
 */
export function usePart<P extends object>(part: Later<P>): ComponentType<P> | null {
  // In a page made ahead it is absent at first, even if its code is loaded
  const isLive = useLive()
  const [Part, setPart] = useState(() => (isLive ? part.here : null))
  useEffect(() => {
    if (Part) return
    let isGone = false
    const show = (found: ComponentType<P>) => isGone || startTransition(() => setPart(() => found))
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
    return () => {
      isGone = true
    }
  }, [part, Part])
  return Part
}
