import { queryOptions } from '@tanstack/react-query'
import { preferencias } from './startup.ts'

/** The template of map tiles of this shop; null where there are none, and while nothing is known. */
export const teselasQuery = queryOptions({
  queryKey: ['mapa-teselas'],
  queryFn: async () => (await preferencias()).mapa_teselas ?? null,
  staleTime: Number.POSITIVE_INFINITY,
  networkMode: 'always',
})
