import type { Aviso } from '@imprimitodo/shared/rules/compra/aviso'
import { useQuery } from '@tanstack/react-query'
import { isExamining, pedidoQuery } from '../../api/queries.ts'
import type { ArchivoCarrito } from './carrito-state.ts'

/** The priced order; polled every second while its pages are being examined. Null: there is none yet. */
export const usePedido = (pedidoId: string | null) =>
  useQuery({
    ...pedidoQuery(pedidoId ?? ''),
    enabled: pedidoId !== null,
    staleTime: 0, // it may have been paid in another tab
    refetchInterval: ({ state }) => (state.data && isExamining(state.data) ? 1000 : false),
  })

/** The last quote's findings about a file, as the screen's `usePedido` reads them. */
export function useAvisos({ contado }: ArchivoCarrito): readonly Aviso[] {
  const { data } = useQuery({ ...pedidoQuery(contado?.pedidoId ?? ''), enabled: false })
  return data?.archivos[(contado?.n ?? 0) - 1]?.avisos ?? []
}
