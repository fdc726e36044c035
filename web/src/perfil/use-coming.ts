import { useInfiniteQuery } from '@tanstack/react-query'
import { useBienvenida } from '../api/bienvenida.ts'
import { pedidosQuery } from './pedidos-query.ts'

/** Whether something is still to come that would push down what stands below it: the welcome coupon, the orders. */
export function useComing(): boolean {
  const { isFetched } = useInfiniteQuery(pedidosQuery)
  return useBienvenida() === undefined || !isFetched
}
