import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { EstadoReposicion } from '@imprimitodo/shared/rules/compra/reposicion'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { showProblem, showToast } from '../ui/notice/toasts.tsx'
import { tellRefusal } from './problemas.ts'
import { impresionesKey, pedidoKey, pedidosKey } from './queries.ts'
import { ask } from './session/ask.ts'

/** The board's text for an order whose files are missing or changed. */
export const REPOSICION_TEXTS: Record<EstadoReposicion, string> = {
  sin_pedir: 'Se dañó un archivo: pedíselo al cliente.',
  pedida: 'Falta que el cliente mande de nuevo un archivo.',
  recibida: 'El cliente mandó otro archivo: aceptalo o pedilo de nuevo.',
}

type Accion = { pedido_id: string } & (
  | { que: 'pedir'; n?: number; vez?: number }
  | { que: 'aceptar'; n: number; vez: number }
)

function run(accion: Accion) {
  const { pedido_id, n, vez } = accion
  if (accion.que === 'aceptar')
    return ask('POST /api/mostrador/pedidos/:pedido_id/reposiciones/:n/aceptar', {
      params: { pedido_id, n: accion.n },
      body: { vez: accion.vez },
    })
  return ask('POST /api/mostrador/pedidos/:pedido_id/reposiciones', {
    params: { pedido_id },
    body: { n, vez },
  })
}

const doneText = ({ que }: Accion, { numero, email }: PedidoMostrador): string => {
  if (que === 'aceptar') return `Pedido ${numero}: se imprime con el archivo que llegó.`
  return email
    ? `Pedido ${numero}: se lo pedimos por mail a ${email}.`
    : `Pedido ${numero}: no dejó e-mail. Pasale el enlace por WhatsApp, desde el pedido.`
}

/**
 * Asks the customer for a missing file, or accepts the received one. The screen then shows the order's
 * present state.
 */
export function useReposicion() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (answer, accion) => {
      if (answer.ok) {
        cache.setQueryData(pedidoKey(accion.pedido_id), answer.data)
        showToast(doneText(accion, answer.data))
      } else tellRefusal(answer, 'No se pudo hacer.')
    },
    onError: () => showProblem(sinRespuesta('se hizo')),
    onSettled: (_answer, _error, { pedido_id }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: ['salud'] }),
        cache.invalidateQueries({ queryKey: pedidosKey }),
        cache.invalidateQueries({ queryKey: impresionesKey }),
        cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) }),
      ]),
  })
}
