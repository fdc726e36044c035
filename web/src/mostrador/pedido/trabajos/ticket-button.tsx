import type { TicketTermico } from '@imprimitodo/shared/api/impresion'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { useQuery } from '@tanstack/react-query'
import { Tag, Ticket } from 'lucide-react'
import { useState } from 'react'
import { dataOf } from '../../../api/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { BusyButton } from '../../busy-button.tsx'
import { useAccion, useImpresoras } from '../../impresion/queries.ts'
import { usePolling } from '../../live/live.tsx'
import { impresionesKey } from '../../queries.ts'
import { ask } from '../../session/ask.ts'
import styles from './ticket-button.module.css'
import type { Papeles, Pdf, Pdfs } from './use-pdfs.ts'

type Props = {
  pedido: PedidoMostrador
  pdfs: Pick<Pdfs, 'busy' | 'save'>
  papeles: Papeles
}

/**
 * The papers of an order. The ticket is one tap: on the branch's thermal printer where it has one, and as a
 * PDF. The shelf's label, and the other PDFs, are behind a second button.
 */
export function TicketButton({ pedido, pdfs, papeles }: Props) {
  const { data } = useImpresoras()
  const [isOpen, setOpen] = useState(false)
  const has = data?.impresoras.some((one) => isTermica(one) && one.sucursal === pedido.sucursal) ?? false
  return (
    <>
      {has ? (
        <Termico pedido={pedido} papel="ticket" />
      ) : (
        <PdfButton pdf={papeles.ticket} pdfs={pdfs}>
          Ticket PDF
        </PdfButton>
      )}
      <Button size="medium" icon={Tag} onClick={() => setOpen(true)}>
        Más papeles
      </Button>
      {has && <Ultimo pedido={pedido} />}
      {isOpen && (
        <Dialog title={`Papeles del pedido ${pedido.numero}`} onClose={() => setOpen(false)}>
          <div className={styles.papeles}>
            <section aria-labelledby="papel-etiqueta">
              <h3 id="papel-etiqueta">Etiqueta de estante</h3>
              <p className="muted">Nombre, número, estante y código, para leer de lejos.</p>
              <div>
                {has && <Termico pedido={pedido} papel="etiqueta" />}
                <PdfButton pdf={papeles.etiqueta} pdfs={pdfs}>
                  Etiqueta PDF (A6)
                </PdfButton>
              </div>
            </section>
            <section aria-labelledby="papel-ticket">
              <h3 id="papel-ticket">Ticket en PDF</h3>
              <p className="muted">En A6 es como el de la impresora de tickets, para una de oficina.</p>
              <div>
                <PdfButton pdf={papeles.ticketA6} pdfs={pdfs}>
                  Ticket PDF (A6)
                </PdfButton>
                <PdfButton pdf={papeles.ticket} pdfs={pdfs}>
                  Ticket PDF (A4)
                </PdfButton>
              </div>
            </section>
            {has && <Ultimo pedido={pedido} />}
          </div>
        </Dialog>
      )}
    </>
  )
}

function PdfButton({ pdf, pdfs, children }: { pdf: Pdf; pdfs: Props['pdfs']; children: string }) {
  return (
    <BusyButton
      size="medium"
      icon={Ticket}
      isBusy={pdfs.busy.includes(pdf.key)}
      busyText="Preparando…"
      onClick={() => void pdfs.save(pdf)}
    >
      {children}
    </BusyButton>
  )
}

const NOMBRES = { ticket: 'Ticket', etiqueta: 'Etiqueta' } as const

function Termico({
  pedido: { pedido_id, numero },
  papel,
}: {
  pedido: PedidoMostrador
  papel: TicketTermico['papel']
}) {
  const { mutate, isPending } = useAccion()
  const nombre = NOMBRES[papel]
  const send = () =>
    mutate({
      run: () =>
        ask('POST /api/mostrador/pedidos/:pedido_id/ticket-termico', {
          params: { pedido_id },
          body: { papel },
        }),
      done: `${nombre} del pedido ${numero}: va a la impresora de tickets.`,
    })
  return (
    <BusyButton size="medium" icon={papel === 'etiqueta' ? Tag : Ticket} isBusy={isPending} onClick={send}>
      {nombre}
    </BusyButton>
  )
}

/** The progress of the latest one. */
function Ultimo({ pedido: { pedido_id } }: { pedido: PedidoMostrador }) {
  const polling = usePolling()
  const { data } = useQuery({
    queryKey: [...impresionesKey, pedido_id, 'ticket'],
    queryFn: ({ signal }) =>
      dataOf(ask('GET /api/mostrador/pedidos/:pedido_id/ticket-termico', { params: { pedido_id }, signal })),
    refetchInterval: polling || 30_000,
  })
  if (!data?.ultimo) return null
  return (
    <p role="status" className={styles.ultimo}>
      {ticketText(data.ultimo)}
    </p>
  )
}

/** The progress of the latest ticket or label. */
export function ticketText({ papel, estado, impresora, mensaje }: TicketTermico): string {
  const el = papel === 'ticket' ? 'El ticket' : 'La etiqueta'
  if (estado === 'impresa') return `${el} salió en ${impresora}.`
  if (estado === 'cancelada' || estado === 'detenida')
    return `${el} no salió en ${impresora}, o no ${papel === 'ticket' ? 'entero' : 'entera'}. ${mensaje ?? ''}`.trim()
  return mensaje ? `${el} espera en ${impresora}: ${mensaje}.` : `${el} está en camino a ${impresora}.`
}
