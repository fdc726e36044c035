import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import type { CounterStep } from '@imprimitodo/shared/rules/compra/pedido'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { dataOf, showAnswer } from '../api/query-client.ts'
import { isAmong } from '../api/rechazo.ts'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { showProblem, showToast } from '../ui/notice/toasts.tsx'
import { markOwnDoing } from './live/own.ts'
import { aboutPedido } from './numeros.ts'
import { stepDone } from './pasos.ts'
import { wordsOf } from './problemas.ts'
import { ask } from './session/ask.ts'
import { offerUndo } from './undo/pasos-dados.ts'

export const pedidosKey = ['pedidos']
export const pedidoKey = (id: string) => ['pedido', id]
export const ajustesKey = ['ajustes']
export const impresorasKey = ['impresoras']
/** Vouchers: the lists, and those of one order. */
export const comprobantesKey = ['comprobantes']
export const impresionesKey = ['impresiones']
/** The files that a customer's phone sends to a sale. */
export const recepcionKey = (id: number) => ['recepcion', id]
/** Cuentas corrientes: their debt changes with sales, refunds and payments. */
export const cuentasCorrientesKey = ['cuentas-corrientes']
/** The list of urgencias. */
export const urgenciasKey = ['urgencias']

export const sucursalesKey = ['sucursales']

/** The branches as customers see them: they change once in years. */
export const useSucursales = () =>
  useQuery({
    queryKey: sucursalesKey,
    queryFn: () => dataOf(call('GET /api/sucursales')),
    staleTime: 600_000,
  })

/** Refusals that `ask` asks the person about. */
const ASKED: readonly Rechazo[] = ['tomado_por_otro', 'autorizar', 'autorizacion_fallida']

/** `estante`: the shelf, with `listo`. */
type Step = {
  pedido_id: string
  numero: number
  estado: CounterStep
  motivo?: string
  estante?: string | null
}

/**
 * Takes an order one step further. Whatever the server answers, the screen then shows the order's present
 * state: a 409 means that another clerk moved it first. The message is a toast, or at the foot with an undo
 * button; `onSuccess` may move the focus. `onLost` is called without network instead of the toast, which a
 * dialog would cover.
 */
export function useStep(onSuccess?: (pedido: PedidoMostrador) => void, onLost?: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ pedido_id, estado, motivo, estante }: Step) =>
      ask('POST /api/mostrador/pedidos/:pedido_id/estado', {
        params: { pedido_id },
        body: { estado, motivo, estante: (estado === 'listo' && estante) || undefined },
      }),
    onSuccess: (answer, step) => {
      if (answer.ok) {
        showAnswer(cache, pedidoKey(step.pedido_id), answer.data)
        const { pedido_id, numero, estado } = step
        if (!offerUndo([{ pedido_id, numero }], estado, answer.sentAt)) showToast(stepDone(numero, estado))
        onSuccess?.(answer.data)
      } else if (answer.codigo !== 'sesion') {
        // A clerk who was asked in a dialog and cancelled knows the reason already
        if (!isAmong(ASKED, answer.codigo))
          showProblem(aboutPedido(step.numero, wordsOf(answer) ?? 'no se pudo cambiar el estado.'))
        void cache.invalidateQueries({ queryKey: pedidoKey(step.pedido_id) })
      }
    },
    onError: (_error, { numero }) =>
      onLost ? onLost() : showProblem(aboutPedido(numero, sinRespuesta('cambió el estado'))),
    onSettled: () => {
      markOwnDoing()
      void cache.invalidateQueries({ queryKey: urgenciasKey })
      return cache.invalidateQueries({ queryKey: pedidosKey })
    },
  })
}
