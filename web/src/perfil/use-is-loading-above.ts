import { useInfiniteQuery } from '@tanstack/react-query'
import { useBienvenida } from '../api/bienvenida.ts'
import { pedidosQuery } from './queries.ts'

/** Whether parts are still loading that would push down the parts below: the welcome coupon, the orders. */
export function useIsLoadingAbove(): boolean {
  const { isFetched } = useInfiniteQuery(pedidosQuery)
  return useBienvenida() === undefined || !isFetched
}
