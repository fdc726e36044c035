import type { Estado } from '@imprimitodo/shared/rules/pedido'
import { isOpen } from '@imprimitodo/shared/rules/pedido'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newId } from '../api/new-id.ts'
import { pedidoQuery } from '../api/queries.ts'
import { RefusedError } from '../api/query-client.ts'
import { startOver, updateCarrito, useCarrito } from './carrito.ts'
import { asNewOrder, forgetQuote, withCotizacion } from './cotizado.ts'

export type OldOrder = { id: string; estado: Estado }

/**
 * What became of the order this browser quoted last, perhaps in another tab or days ago. A paid one ends the
 * half-made order; one that expired or was cancelled leaves its files for another; a dropped draft is forgotten.
 * Answers the one that ended. Not for step 3, which is where orders end.
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
  const gone = error instanceof RefusedError && error.status === 404
  useEffect(() => {
    if (!pedidoId) return
    if (gone) return updateCarrito(forgetQuote)
    if (!data || !estado) return
    // Its price may have gone down since: colour is looked for after the quote was answered
    if (isOpen(estado))
      return updateCarrito((one) => (one.cotizado ? withCotizacion(one, data, one.cotizado) : one))
    setOld({ id: pedidoId, estado })
    if (estado === 'vencido' || estado === 'cancelado') updateCarrito((one) => asNewOrder(one, newId()))
    else startOver()
  }, [pedidoId, data, estado, gone])
  return old
}
