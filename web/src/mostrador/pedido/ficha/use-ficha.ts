import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showAnswer } from '../../../api/query-client.ts'
import { sinRespuesta } from '../../../api/sin-respuesta.ts'
import { showProblem } from '../../../ui/notice/toasts.tsx'
import { markOwnDoing } from '../../live/own.ts'
import { aboutPedido } from '../../numeros.ts'
import { tellRefusal } from '../../problemas.ts'
import { pedidoKey, pedidosKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'

/** Changes of an order's facts; a key left out stays. */
type Cambio = {
  nombre?: string
  urgente?: boolean
  estante?: string
  /** One work of several. */
  parte?: { trabajo: number; lista: boolean }
}

/**
 * Changes an order's facts. The server's answer is shown at once; `onProblem` gets the reason of a failure
 * instead of a toast, which a dialog would cover.
 */
export function useFicha(
  { pedido_id, numero }: Pick<PedidoMostrador, 'pedido_id' | 'numero'>,
  onProblem: (text: string) => void = (text) => showProblem(aboutPedido(numero, text)),
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: Cambio) =>
      ask('PATCH /api/mostrador/pedidos/:pedido_id', { params: { pedido_id }, body }),
    onSuccess: (answer) => {
      if (answer.ok) showAnswer(cache, pedidoKey(pedido_id), answer.data)
      else tellRefusal(answer, 'no se pudo guardar.', onProblem)
    },
    onError: () => onProblem(sinRespuesta('se guardó')),
    onSettled: () => {
      markOwnDoing()
      return cache.invalidateQueries({ queryKey: pedidosKey })
    },
  })
}
