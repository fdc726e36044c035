import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { ArrowLeft, Ticket } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { EstadoChip } from '../estado-chip.tsx'
import { Heading } from '../layout/heading.tsx'
import { nextStep, stepLabel } from '../pasos.ts'
import { useStep } from '../queries.ts'
import { useNow } from '../use-now.ts'
import styles from './header.module.css'
import { summaryOf } from './resumen.ts'

/** Number, state, what it waits for, and the one step that comes next. */
export function PedidoHeader({
  pedido,
  isTicketBusy,
  onTicket,
}: {
  pedido: PedidoMostrador
  isTicketBusy: boolean
  onTicket: () => void
}) {
  const { search } = useLocation()
  const now = useNow()
  const { mutate, isPending } = useStep()
  const step = nextStep(pedido.estado)
  return (
    <header className={styles.header}>
      <Link className={styles.back} to={`/mostrador${search}`} aria-label="Volver a los pedidos">
        <ArrowLeft size={20} strokeWidth={2.4} aria-hidden />
      </Link>
      <Heading title={`Pedido ${pedido.numero}`}>
        <span className="visually-hidden">Pedido </span>
        {pedido.numero}
      </Heading>
      <span role="status">
        <EstadoChip estado={pedido.estado} />
      </span>
      <p className={styles.about}>
        <b>{pedido.email}</b>
        <span>{summaryOf(pedido, now)}</span>
      </p>
      <div className={styles.actions}>
        {pedido.archivos_guardados && (
          <Button size="medium" icon={Ticket} disabled={isTicketBusy} onClick={onTicket}>
            {isTicketBusy ? 'Preparando…' : 'Ticket PDF'}
          </Button>
        )}
        {step && (
          <Button
            size="medium"
            variant="primary"
            disabled={isPending}
            onClick={() => mutate({ ...pedido, estado: step })}
          >
            {isPending ? 'Guardando…' : stepLabel(step)}
          </Button>
        )}
      </div>
    </header>
  )
}
