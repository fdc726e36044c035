import type { Accion, PedidoFila, VariosAnswer } from '@imprimitodo/shared/api/mostrador'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { markOwnDoing } from '../live/own.ts'
import { aboutPedido, numerosText } from '../numeros.ts'
import { stepDone, variosDone } from '../pasos.ts'
import { tellRefusal } from '../problemas.ts'
import { impresionesKey, impresorasKey, pedidosKey, urgenciasKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { useMostradorSession } from '../session/session.ts'
import { isDeOtro } from '../take.tsx'
import { offerUndo } from '../undo/pasos-dados.ts'

type Varios = { accion: Accion; filas: readonly PedidoFila[] }

/**
 * Performs one action on several orders. One message sums it up, with an undo button where possible; refusals
 * are shown with their reasons. `onDone` gets the ids of those that succeeded.
 */
export function useVarios(onDone: (pedido_ids: readonly string[]) => void) {
  const cache = useQueryClient()
  const yo = useMostradorSession()?.id
  return useMutation({
    mutationFn: ({ accion, filas }: Varios) =>
      ask('POST /api/mostrador/varios', {
        body: {
          accion,
          pedidos: filas.map(({ pedido_id }) => pedido_id),
          // Orders in another clerk's hands are among them only after the clerk was asked
          aunque_tomado: filas.some((fila) => isDeOtro(fila, yo)),
        },
      }),
    onSuccess: (answer, { accion, filas }) => {
      if (answer.ok) {
        tell(accion, answer.data, answer.sentAt)
        onDone(answer.data.hechos.map(({ pedido_id }) => pedido_id))
      } else tellRefusal(answer, `No se pudo con los ${filas.length} pedidos.`)
    },
    onError: () =>
      showProblem('No hay conexión: no se sabe cuáles se hicieron. Cuando vuelva, el tablero lo muestra.'),
    onSettled: () => {
      markOwnDoing()
      return Promise.all(
        [pedidosKey, urgenciasKey, impresionesKey, impresorasKey].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      )
    },
  })
}

function doneText(accion: Accion, numeros: readonly number[]): string {
  const [one] = numeros
  if (one === undefined || numeros.length > 1)
    return `${variosDone(accion, numeros.length)} ${numerosText(numeros)}.`
  return accion === 'imprimir' ? `Pedido ${one}: a imprimir.` : stepDone(one, accion)
}

function tell(accion: Accion, { hechos, rechazados }: VariosAnswer, since: number): void {
  const done = hechos.filter(({ ya }) => !ya)
  const isOffered = accion !== 'imprimir' && offerUndo(done, accion, since)
  const numeros = hechos.map(({ numero }) => numero)
  if (numeros.length > 0 && !isOffered) showToast(doneText(accion, numeros))
  if (rechazados.length === 0) return
  const reasons = rechazados
    .slice(0, 3)
    .map(({ numero, detail }) => (numero ? aboutPedido(numero, detail) : detail))
  const rest = rechazados.length - reasons.length
  if (rest > 0) reasons.push(`Y ${rest} más.`)
  showProblem(`No se pudo con ${count(rechazados.length, 'pedido')}. ${reasons.join(' ')}`)
}
