import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { pedidoQuery } from '../../api/queries.ts'
import { isRefusedFor } from '../../api/query-client.ts'
import { startOver, updateCarrito, useCarrito } from './carrito.ts'
import { asNewOrder, forgetQuote, refreshCotizacion } from './cotizado.ts'

export type OldOrder = { id: string; estado: Estado }

/**
 * Checks the order that this browser quoted last, perhaps in another tab or days ago. A paid one takes its files
 * out of the half-made order; an expired or cancelled one leaves its files for a new order; a deleted draft is
 * forgotten. Returns the one that ended. Not used in step 3, where orders end normally.
 */
export function useOldOrder(): OldOrder | null {
  const { pedidoId } = useCarrito()
  const [old, setOld] = useState<OldOrder | null>(null)
  const { data, error } = useQuery({
    ...pedidoQuery(pedidoId ?? ''),
    enabled: pedidoId !== null,
    staleTime: 0,
  })
  const estado = data?.estado
  const gone = isRefusedFor(error, 'no_existe')
  useEffect(() => {
    if (!pedidoId) return
    if (gone) return updateCarrito(forgetQuote)
    if (!data || !estado) return
    if (isOpen(estado)) return updateCarrito((one) => refreshCotizacion(one, data))
    setOld({ id: pedidoId, estado })
    if (estado === 'vencido' || estado === 'cancelado') updateCarrito((one) => asNewOrder(one, newId()))
    else startOver(pedidoId)
  }, [pedidoId, data, estado, gone])
  return old
}
