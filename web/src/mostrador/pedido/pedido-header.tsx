import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/pedido'
import { ArrowLeft, Ticket } from 'lucide-react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { useAtajo } from '../atajos/atajos.ts'
import { BusyButton } from '../busy-button.tsx'
import { EstadoChip } from '../estado-chip.tsx'
import { Heading, useFocusKept } from '../layout/heading.tsx'
import { nextStep, stepLabel } from '../pasos.ts'
import { useStep } from '../queries.ts'
import { TomarButton, useTomado, useTomar } from '../tomar.tsx'
import { useNow } from '../use-now.ts'
import { Cobrar } from './cobrar.tsx'
import styles from './header.module.css'
import { summaryOf } from './resumen.ts'

/** Number, state, what it waits for, and the one step that comes next: of an unpaid one, its money. */
export function PedidoHeader({
  pedido,
  falta,
  isTicketBusy,
  onTicket,
}: {
  pedido: PedidoMostrador
  /** What of its printing keeps it from being ready. */
  falta: string | null
  isTicketBusy: boolean
  onTicket: () => void
}) {
  const { search } = useLocation()
  const now = useNow()
  const { mutate, isPending } = useStep(useFocusKept(pedido.estado))
  const step = nextStep(pedido.estado)
  const isHeld = step === 'listo' && falta !== null
  const held = useTomado(pedido)
  const { toggle } = useTomar(pedido)
  // A key pressed by mistake takes no order out of another clerk's hands
  useAtajo('t', () => isEnTablero(pedido.estado) && held?.isMine !== false && toggle())
  const reason = useId()
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
        <b>{pedido.nombre ?? (pedido.email || pedido.celular)}</b>
        <span>{summaryOf(pedido, now)}</span>
        {held && <span className={styles.held}>{held.text}</span>}
      </p>
      <div className={styles.actions}>
        <TomarButton pedido={pedido} />
        {pedido.archivos_guardados && (
          <BusyButton
            size="medium"
            icon={Ticket}
            isBusy={isTicketBusy}
            busyText="Preparando…"
            onClick={onTicket}
          >
            Ticket PDF
          </BusyButton>
        )}
        <Cobrar pedido={pedido} />
        {step && (
          <BusyButton
            size="medium"
            variant={pedido.estado === 'pagado' ? 'secondary' : 'primary'}
            isBusy={isPending || isHeld}
            busyText={isPending ? 'Guardando…' : stepLabel(step)}
            aria-describedby={isHeld ? reason : undefined}
            onClick={() => mutate({ ...pedido, estado: step })}
          >
            {stepLabel(step)}
          </BusyButton>
        )}
        {isHeld && (
          <p id={reason} className={styles.falta}>
            {falta}
          </p>
        )}
      </div>
    </header>
  )
}
