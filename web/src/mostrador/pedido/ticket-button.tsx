import type { TicketTermico } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isTermica } from '@imprimitodo/shared/rules/impresora'
import { useQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { dataOf } from '../../api/query-client.ts'
import { BusyButton } from '../busy-button.tsx'
import { useAccion, useImpresoras } from '../impresion/datos.ts'
import { usePolling } from '../live/live.tsx'
import { impresionesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './ticket-button.module.css'

/** The order's ticket: on the branch's thermal printer where it has one, and as a PDF. */
export function TicketButton({
  pedido,
  isBusy,
  onPdf,
}: {
  pedido: PedidoMostrador
  isBusy: boolean
  onPdf: () => void
}) {
  const { data } = useImpresoras()
  const has = data?.impresoras.some((one) => isTermica(one) && one.sucursal === pedido.sucursal) ?? false
  return (
    <>
      {has && <Termico pedido={pedido} />}
      <BusyButton size="medium" icon={Ticket} isBusy={isBusy} busyText="Preparando…" onClick={onPdf}>
        Ticket PDF
      </BusyButton>
    </>
  )
}

function Termico({ pedido: { pedido_id, numero } }: { pedido: PedidoMostrador }) {
  const polling = usePolling()
  const { mutate, isPending } = useAccion()
  const { data } = useQuery({
    queryKey: [...impresionesKey, pedido_id, 'ticket'],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id/ticket-termico', { params: { pedido_id }, signal })),
    refetchInterval: polling || 30_000,
  })
  const send = () =>
    mutate({
      run: () =>
        ask('POST /api/mostrador/pedidos/:pedido_id/ticket-termico', { params: { pedido_id }, body: {} }),
      done: `Ticket del pedido ${numero}: va a la impresora de tickets.`,
    })
  return (
    <>
      <BusyButton size="medium" icon={Ticket} isBusy={isPending} busyText="Ticket" onClick={send}>
        Ticket
      </BusyButton>
      {data?.ultimo && (
        <p role="status" className={styles.ultimo}>
          {ticketText(data.ultimo)}
        </p>
      )}
    </>
  )
}

/** Where the newest ticket is. */
export function ticketText({ estado, impresora, mensaje }: TicketTermico): string {
  if (estado === 'impresa') return `El ticket salió en ${impresora}.`
  if (estado === 'cancelada' || estado === 'detenida')
    return `El ticket no salió en ${impresora}, o no entero. ${mensaje ?? ''}`.trim()
  return mensaje
    ? `El ticket espera en ${impresora}: ${mensaje}.`
    : `El ticket está en camino a ${impresora}.`
}
