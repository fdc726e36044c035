import type { ProductoAnswer } from '@imprimitodo/shared/api/productos'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { agrupar, buscar, TODOS, toBuscables } from './agrupar.ts'
import type { Pestana } from './pestanas.tsx'

/** What was typed and chosen, by visit: who comes back from a product finds the shelves as they were left. */
const visits = new Map<string, { busqueda: string; categoria: string }>()

/**
 * The catalogue's search and category. The field follows every letter at once; the shelves follow when there is
 * time, however many products there are.
 */
export function useFiltro(productos: readonly ProductoAnswer[] = []) {
  const { key } = useLocation()
  const [busqueda, setBusqueda] = useState(() => visits.get(key)?.busqueda ?? '')
  const [chosen, setCategoria] = useState(() => visits.get(key)?.categoria ?? TODOS)
  useEffect(() => void visits.set(key, { busqueda, categoria: chosen }), [key, busqueda, chosen])

  const buscables = useMemo(() => toBuscables(productos), [productos])
  const pestanas = useMemo(() => agrupar(buscables), [buscables])
  // A category that is gone from the list hides nothing
  const categoria = pestanas.some((grupo) => grupo.categoria === chosen) ? chosen : TODOS

  const buscada = useDeferredValue(busqueda)
  const mostrada = useDeferredValue(categoria)
  const found = useMemo(() => agrupar(buscar(buscables, buscada)), [buscables, buscada])
  const grupos = useMemo(
    () => (mostrada === TODOS ? found : found.filter((grupo) => grupo.categoria === mostrada)),
    [found, mostrada],
  )
  const clear = useCallback(() => {
    setBusqueda('')
    setCategoria(TODOS)
  }, [])
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

type Grupos = readonly { categoria: string; productos: readonly unknown[] }[]

const count = (grupos: Grupos): number => grupos.reduce((sum, { productos }) => sum + productos.length, 0)

/** Every category keeps its place; the numbers are of what the search finds. */
const withCounts = (all: Grupos, found: Grupos): Pestana[] => [
  { categoria: TODOS, cantidad: count(found) },
  ...all.map(({ categoria }) => ({
    categoria,
    cantidad: found.find((grupo) => grupo.categoria === categoria)?.productos.length ?? 0,
  })),
]
