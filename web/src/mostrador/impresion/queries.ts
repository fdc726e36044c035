import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { usePolling } from '../live/live.tsx'
import { markOwnDoing } from '../live/own.ts'
import { tellRefusal } from '../problemas.ts'
import { impresionesKey, impresorasKey, pedidoKey, pedidosKey, urgenciasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

/** Printers and agents, with their queues. */
export function useImpresoras() {
  const polling = usePolling()
  return useQuery({
    queryKey: impresorasKey,
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/impresoras', { signal })),
    // Silence causes no event: that an agent is gone shows only by polling
    refetchInterval: polling || 30_000,
  })
}

/** All impresiones of one order, newest first. */
export function useImpresionesOf(pedido_id: string) {
  const polling = usePolling()
  return useQuery({
    queryKey: [...impresionesKey, pedido_id],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/impresiones', { query: { pedido_id }, signal })),
    refetchInterval: polling || 30_000,
  })
}

/** Unfinished impresiones of one branch or ('') of all, oldest first. */
export function useImpresionesVivas(sucursal: string) {
  const polling = usePolling()
  return useQuery({
    queryKey: [...impresionesKey, 'vivas', sucursal],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/impresiones', { query: { sucursal }, signal })),
    refetchInterval: polling || 30_000,
  })
}

type Accion = {
  run: () => Promise<Answer<unknown>>
  /** The message after success. */
  done: string
  pedido_id?: string | null
}

/**
 * One action of the clerk on printing. Whatever the answer, the screen then shows the present state.
 * `onProblem` gets the reason of a failure instead of a toast, which a dialog would cover.
 */
export function useAccion(onProblem: (text: string) => void = showProblem) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: Accion) => run(),
    onSuccess: (answer, { done }) => {
      if (answer.ok) showToast(done)
      else tellRefusal(answer, 'No se pudo hacer.', onProblem)
    },
    onError: () => onProblem(sinRespuesta('se hizo')),
    onSettled: (_answer, _error, { pedido_id }) => {
      markOwnDoing()
      return Promise.all([
        cache.invalidateQueries({ queryKey: urgenciasKey }),
        cache.invalidateQueries({ queryKey: impresionesKey }),
        cache.invalidateQueries({ queryKey: impresorasKey }),
        cache.invalidateQueries({ queryKey: pedidosKey }),
        pedido_id && cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) }),
      ])
    },
  })
}

type Encargo = { trabajos?: number[]; impresora?: number; motivo?: string }

export const askToPrint = (pedido_id: string, encargo: Encargo = {}) =>
  ask('POST /api/mostrador/pedidos/:pedido_id/imprimir', { params: { pedido_id }, body: encargo })

export const askToCancel = (id: number) =>
  ask('POST /api/mostrador/impresiones/:id/cancelar', { params: { id } })

export const askToConfirm = (id: number) =>
  ask('POST /api/mostrador/impresiones/:id/confirmar', { params: { id } })

export const askToMove = (id: number, impresora: number) =>
  ask('POST /api/mostrador/impresiones/:id/mover', { params: { id }, body: { impresora } })

type Respuesta = {
  respuesta: 'salio_bien' | 'reimprimir' | 'reimprimir_desde' | 'cancelar'
  desde?: number
  /** With `reimprimir`: only this many copies. */
  copias?: number
  motivo?: string
}
export const answerImpresion = (id: number, body: Respuesta) =>
  ask('POST /api/mostrador/impresiones/:id/resolver', { params: { id }, body })
