import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showProblem } from '../../ui/toasts.tsx'
import { markOwnDoing } from '../live/own.ts'
import { pedidoKey, pedidosKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

/** What is written on an order; what is absent stays. */
type Cambio = {
  nombre?: string
  urgente?: boolean
  estante?: string
  /** One work of several. */
  parte?: { trabajo: number; lista: boolean }
}

/**
 * Writes on an order. What the server answers is shown at once; `onProblem` tells why it was not done in the place of a
 * toast, which a dialog would cover.
 */
export function useFicha(
  { pedido_id, numero }: Pick<PedidoMostrador, 'pedido_id' | 'numero'>,
  onProblem: (text: string) => void = (text) => showProblem(`Pedido ${numero}: ${text}`),
) {
  const cache = useQueryClient()
  return useMutation({
    networkMode: 'always', // offline it must fail now, not happen by itself later
    mutationFn: (body: Cambio) =>
      ask('PATCH /api/mostrador/pedidos/:pedido_id', { params: { pedido_id }, body }),
    onSuccess: (answer) => {
      if (answer.ok) cache.setQueryData(pedidoKey(pedido_id), answer.data)
      else if (answer.status !== 401) onProblem(answer.errores ?? 'no se pudo guardar.')
    },
    onError: () => onProblem('no hay conexión, no se guardó.'),
    onSettled: () => {
      markOwnDoing()
      return cache.invalidateQueries({ queryKey: pedidosKey })
    },
  })
}
