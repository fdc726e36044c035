import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { slugOf, TODOS } from '@imprimitodo/shared/rules/vidriera/categoria'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { STAY, useNavigate } from '../../ui/link.tsx'
import { groupProductos, searchProductos, toBuscables } from './group.ts'
import type { Pestana } from './pestanas.tsx'

/**
 * The catalogue's search and category, both in the address: a visitor who returns from a product or opens a
 * link finds the same shelves, and the back button leads through the chosen categories. The field follows
 * every letter at once; the shelves follow when the browser is idle, however many products there are.
 */
export function useFiltro(productos: readonly ProductoAnswer[] = []) {
  const { key, search } = useLocation()
  const navigate = useNavigate()
  const asked = useMemo(() => new URLSearchParams(search), [search])
  const [typed, setTyped] = useState({ key, busqueda: asked.get('buscar') ?? '' })
  // Typed while the page still shows the entry before: the history is already at the new one
  const isTyped = typed.key === key || typed.key === keyOfEntry()
  const busqueda = isTyped ? typed.busqueda : (asked.get('buscar') ?? '')

  const buscables = useMemo(() => toBuscables(productos), [productos])
  const pestanas = useMemo(() => groupProductos(buscables), [buscables])
  // A category that no longer exists hides no products
  const slug = asked.get('categoria')
  const categoria = pestanas.find((grupo) => slugOf(grupo.categoria) === slug)?.categoria ?? TODOS

  const setBusqueda = useCallback((busqueda: string) => {
    setTyped({ key: keyOfEntry(), busqueda })
    replaceAddress(queryOf(busqueda, new URLSearchParams(window.location.search).get('categoria')))
  }, [])
  const setCategoria = useCallback(
    (chosen: string) => {
      if (chosen === categoria) return
      navigate(queryOf(busqueda, chosen === TODOS ? null : slugOf(chosen)), { state: STAY })
    },
    [navigate, busqueda, categoria],
  )

  const buscada = useDeferredValue(busqueda)
  const mostrada = useDeferredValue(categoria)
  const found = useMemo(() => groupProductos(searchProductos(buscables, buscada)), [buscables, buscada])
  const grupos = useMemo(
    () => (mostrada === TODOS ? found : found.filter((grupo) => grupo.categoria === mostrada)),
    [found, mostrada],
  )
  const clear = useCallback(() => navigate(queryOf('', null), { state: STAY }), [navigate])
  return {
    busqueda,
    setBusqueda,
    categoria,
    setCategoria,
    clear,
    grupos,
    pestanas: useMemo(() => withCounts(pestanas, found), [pestanas, found]),
    encontrados: count(grupos),
    isFiltered: buscada.trim() !== '' || mostrada !== TODOS,
  }
}

/** The key of the visitor's current history entry; the router's page follows it a moment later. */
const keyOfEntry = (): string => window.history.state?.key ?? 'default'

/** Other parameters of the address (a campaign's mark) stay. */
function queryOf(busqueda: string, slug: string | null): `?${string}` {
  const query = new URLSearchParams(window.location.search)
  query.delete('buscar')
  query.delete('categoria')
  if (busqueda.trim()) query.set('buscar', busqueda)
  if (slug) query.set('categoria', slug)
  return `?${query}`
}

/**
 * Changes the address of the current history entry without the router, which would redraw the whole page at
 * every letter; the router reads the address again when the visitor comes back.
 */
function replaceAddress(query: string): void {
  try {
    window.history.replaceState(
      window.history.state,
      '',
      window.location.pathname + (query === '?' ? '' : query),
    )
  } catch {
    // Some browsers allow a hundred changes in half a minute: the next letter tries again
  }
}

type Grupos = readonly { categoria: string; productos: readonly unknown[] }[]

const count = (grupos: Grupos): number => grupos.reduce((sum, { productos }) => sum + productos.length, 0)

/** Every category keeps its place; the numbers count the found products. */
const withCounts = (all: Grupos, found: Grupos): Pestana[] => [
  { categoria: TODOS, cantidad: count(found) },
  ...all.map(({ categoria }) => ({
    categoria,
    cantidad: found.find((grupo) => grupo.categoria === categoria)?.productos.length ?? 0,
  })),
]
