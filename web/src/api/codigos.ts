import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'
import { dataOf } from './query-client.ts'
import { CUENTA_KEY } from './session/session.ts'

/** Codes that the customer bought with points and that are not used yet. */
export const pendientesQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'codigos-pendientes'],
  queryFn: ({ signal }) => dataOf(call('GET /api/codigos-canje/pendientes/', { signal })),
})

/** Whether the next coupon would be the customer's first: `cantidad_cupones` is 0 then. */
export const primerCuponQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'primer-cupon'],
  queryFn: ({ signal }) => dataOf(call('GET /api/cupones/', { query: { primer_cupon: '1' }, signal })),
  retry: false, // the page can do without it
})

/** The customer's latest coupon. */
export const cuponQuery = queryOptions({
  queryKey: [...CUENTA_KEY, 'cupon'],
  queryFn: ({ signal }) => dataOf(call('GET /api/cupones/', { signal })),
})
