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

const NOWHERE: Place = { pathname: '/', search: '', hash: '', key: FIRST_VISIT, by: 'pop' }

export const PlaceContext = createContext(NOWHERE)

export const usePlace = (): Place => use(PlaceContext)

/** What the address asks for. */
export function useSearch(): URLSearchParams {
  const { search } = usePlace()
  return useMemo(() => new URLSearchParams(search), [search])
}

export function placeNow(by: Place['by']): Place {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash, key: window.history.state?.key ?? FIRST_VISIT, by }
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
  if (replace) window.history.replaceState(visit, '', to)
  else window.history.pushState(visit, '', to)
  for (const move of moves) move(replace ? 'replace' : 'push')
}

/** Shown where there is nothing to show: leads elsewhere, and the way back does not lead here again. */
export function Redirect({ to }: { to: string }) {
  useEffect(() => navigate(to, { replace: true }), [to])
  return null
}
