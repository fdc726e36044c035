import { createContext, use, useEffect, useMemo } from 'react'

/** Where the visitor is. `key`: of the visit, so that the same address visited twice has two; a way back has its own again. */
export type Place = {
  pathname: string
  search: string
  hash: string
  key: string
  /** How one came: by a link, in the stead of where one was, or by the browser's own ways (back, a reload). */
  by: 'push' | 'replace' | 'pop'
}

/** The key of the visit that the page was opened with. */
export const FIRST_VISIT = 'default'

export const placeAt = (
  { pathname, search, hash }: URL | Location,
  key = FIRST_VISIT,
  by: Place['by'] = 'pop',
): Place => ({ pathname, search, hash, key, by })

export const PlaceContext = createContext(placeAt(new URL('http://localhost/')))

export const usePlace = (): Place => use(PlaceContext)

/** What the address asks for. */
export function useSearch(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

export const placeNow = (by: Place['by']): Place => placeAt(window.location, window.history.state?.key, by)

/** A part of an address; what is not encoded as it should be stays as it is: nobody will know it. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Move = (by: Place['by']) => void

const moves = new Set<Move>()

/** @returns what ends it */
export function onMove(move: Move): () => void {
  const back = () => move('pop')
  moves.add(move)
  window.addEventListener('popstate', back)
  return () => {
    moves.delete(move)
    window.removeEventListener('popstate', back)
  }
}

/** Goes to an address of this site; one that begins with '?' is of the same page. */
export function navigate(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const visit = { key: Math.random().toString(36).slice(2, 10) }
  // A '?' that asks for nothing is not shown
  const address = to === '?' ? window.location.pathname : to
  if (replace) window.history.replaceState(visit, '', address)
  else window.history.pushState(visit, '', address)
  for (const move of moves) move(replace ? 'replace' : 'push')
}

/** Shown where there is nothing to show: leads elsewhere, and the way back does not lead here again. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
