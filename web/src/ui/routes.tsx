import { pathPattern } from '@imprimitodo/shared/rules/path-pattern'
import { createContext, type ReactNode, startTransition, use, useLayoutEffect, useState } from 'react'
import { decodePart, onMove, PlaceContext, placeNow, usePlace } from './place.ts'

/** Knows where the visitor is. Of a move the old screen stays until the new one's code is here (docs/decisions/024). */
export function Places({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(() => placeNow('pop'))
  useLayoutEffect(() => onMove((by) => startTransition(() => setPlace(placeNow(by)))), [])
  return <PlaceContext value={place}>{children}</PlaceContext>
}

const ParamsContext = createContext<Readonly<Record<string, string | undefined>>>({})

/** The parts of the address that the table names with ':'. */
export const useParams = () => use(ParamsContext)

/** What stands beside the first address that fits (pathPattern), of all the table's; nothing where none does. */
export function Routes({ table }: { table: Readonly<Record<string, ReactNode>> }) {
  const { pathname } = usePlace()
  for (const [address, screen] of Object.entries(table)) {
    const found = pathPattern(address).exec(pathname)
    if (found) return <ParamsContext value={decoded(found.groups)}>{screen}</ParamsContext>
  }
  return null
}

const decoded = (groups: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodePart(value)]))
