import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { withProductoKeys } from './later-keys.ts'
import { dataOf, isRefused } from './query-client.ts'

/**
 * The shop window. Without network it fails at once instead of waiting, and recovers when the network does: the
 * screen says so either way. One more try, since an error must not keep the visitor looking at skeletons.
 */
const window = {
  staleTime: 60_000,
  networkMode: 'always',
  refetchOnReconnect: true,
  retry: (failures: number, error: Error) => failures < 1 && !isRefused(error),
} as const

export const productosQuery = queryOptions({
  queryKey: ['productos'],
  queryFn: async ({ signal }) =>
    (await dataOf(call('GET /api/v1/productos/', { signal }))).map(withProductoKeys),
  ...window,
})

export const ofertasQuery = queryOptions({
  queryKey: ['productos', 'ofertas'],
  queryFn: async ({ signal }) => {
    try {
      const found = await dataOf(call('GET /api/v1/productos/', { query: { es_oferta: '1' }, signal }))
      return found.map(withProductoKeys)
    } catch (error) {
      // This failure is shown nowhere else
      if (!signal.aborted) console.error('No se pudieron cargar las ofertas:', error)
      throw error
    }
  },
  ...window,
})

/** The shop's own data: signs, networks, the flag kit, the seller. */
export const vidrieraQuery = queryOptions({
  queryKey: ['vidriera'],
  queryFn: ({ signal }) => dataOf(call('GET /api/vidriera', { signal })),
  ...window,
  staleTime: 10 * 60_000,
})

/** False while the shop cannot be paid on the web; true until that is known. */
export const useAbierta = (): boolean => useQuery(vidrieraQuery).data?.abierta ?? true

/** The seller's VAT condition, which tells whether prices include VAT; undefined until it is known. */
export const useCondicionIva = () => useQuery(vidrieraQuery).data?.vendedor.condicion_iva ?? undefined
