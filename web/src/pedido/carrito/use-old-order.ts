import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { pedidoQuery } from '../../api/queries.ts'
import { isRefusedFor } from '../../api/query-client.ts'
import { startOver, updateCarrito, useCarrito } from './carrito.ts'
import { asNewOrder, forgetQuote, refreshCotizacion } from './cotizado.ts'
import { isRecienCotizado } from './recien-cotizado.ts'

export type OldOrder = { id: string; estado: Estado }

/**
 * Checks the order that this browser quoted last, perhaps in another tab or days ago. A paid one takes its files
 * out of the half-made order; an expired or cancelled one leaves its files for a new order; a deleted draft is
 * forgotten. Where another tab took it out while this screen was open, only its end is told. Returns the one
 * that ended. Not used in step 3, where orders end normally.
 */
export function useOldOrder(): OldOrder | null {
  const { pedidoId } = useCarrito()
  const [old, setOld] = useState<OldOrder | null>(null)
  const [last, setLast] = useState(pedidoId)
  if (pedidoId !== null && pedidoId !== last) setLast(pedidoId)
  const asked = pedidoId ?? last
  const { data, error, refetch } = useQuery({
    ...pedidoQuery(asked ?? ''),
    enabled: asked !== null,
    staleTime: 0,
  })
  const isTaken = pedidoId === null && last !== null && old?.id !== last
  // What is known of it is from before it was taken out
  useEffect(() => void (isTaken && refetch()), [isTaken, refetch])
  const estado = data?.estado
  const gone = isRefusedFor(error, 'no_existe') && !(asked && isRecienCotizado(asked))
  useEffect(() => {
    if (isTaken && estado && isOver(estado)) setOld({ id: last, estado })
    if (!pedidoId) return
    if (gone) return updateCarrito(forgetQuote)
    if (!data || !estado) return
    if (isOpen(estado)) return updateCarrito((one) => refreshCotizacion(one, data))
    setOld({ id: pedidoId, estado })
    if (isOver(estado)) startOver(pedidoId)
    else updateCarrito((one) => asNewOrder(one, newId()))
  }, [pedidoId, data, estado, gone, isTaken, last])
  return old
}

/** Whether it was paid. The files of one that expired or was cancelled stay for a new order. */
const isOver = (estado: Estado): boolean => !isOpen(estado) && estado !== 'vencido' && estado !== 'cancelado'
