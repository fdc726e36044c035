import type { FacturaFila } from '@imprimitodo/shared/api/facturas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, FilePlus, RotateCw } from 'lucide-react'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { ExternalButton } from '../ui/button.tsx'
import { showProblem, showToast } from '../ui/notice/toasts.tsx'
import { BusyButton } from './busy-button.tsx'
import { aboutPedido } from './numeros.ts'
import { tellRefusal } from './problemas.ts'
import { comprobantesKey } from './queries.ts'
import { ask } from './session/ask.ts'

export const FACTURA_TITLES: Record<FacturaFila['estado'], string> = {
  sin_comprobante: 'Sin comprobante',
  pendiente: 'En espera',
  pidiendo: 'Esperando a ARCA',
  emitida: 'Emitido',
  rechazada: 'Rechazado',
}

/** 'Factura C 00001-00000042'; before it has a number, its kind. */
export const facturaTitle = ({ comprobante, clase }: FacturaFila): string =>
  comprobante ?? (clase === 'nota_credito' ? 'Nota de crédito' : 'Factura')

export function FacturaPdf({ fila, url }: { fila: FacturaFila; url: string }) {
  return (
    <ExternalButton size="medium" icon={Download} href={url} target="_blank" rel="noopener">
      <span>
        PDF<span className="visually-hidden"> de {facturaTitle(fila)} (se abre en otra pestaña)</span>
      </span>
    </ExternalButton>
  )
}

/** Issues a voucher, or asks ARCA again: ARCA may answer later, so it may still be waiting afterwards. */
export function AskFactura({
  pedido_id,
  pedido_numero,
  id,
}: Pick<FacturaFila, 'pedido_id' | 'pedido_numero' | 'id'>) {
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      id === null
        ? ask('POST /api/mostrador/pedidos/:pedido_id/facturar', { params: { pedido_id } })
        : ask('POST /api/mostrador/facturas/:id/reintentar', { params: { id } }),
    onSuccess: (answer) => {
      if (answer.ok) showToast(`Pedido ${pedido_numero}: comprobante pedido.`)
      else
        tellRefusal(answer, 'no se pudo pedir el comprobante.', (why) =>
          showProblem(aboutPedido(pedido_numero, why)),
        )
    },
    onError: () => showProblem(aboutPedido(pedido_numero, sinRespuesta('se pidió'))),
    onSettled: () => cache.invalidateQueries({ queryKey: comprobantesKey }),
  })
  return (
    <BusyButton
      size="medium"
      icon={id === null ? FilePlus : RotateCw}
      isBusy={isPending}
      busyText="Pidiendo…"
      about={` (pedido ${pedido_numero})`}
      onClick={() => mutate()}
    >
      {id === null ? 'Hacer comprobante' : 'Reintentar'}
    </BusyButton>
  )
}
