import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import type { CounterStep } from '@imprimitodo/shared/rules/pedido'
import { Printer } from 'lucide-react'
import { LinkButton } from '../../ui/button.tsx'
import type { Address } from '../../ui/link.tsx'
import { BusyButton } from '../busy-button.tsx'
import { imprimir, useAccion } from '../impresion/datos.ts'
import type { EnTarjeta } from '../impresion/textos.ts'
import { nextStep, stepLabel } from '../pasos.ts'
import styles from './card.module.css'

/** The one thing that an order waits for: to be printed, a doubt to be answered, its next step. */
export function Paso({
  fila,
  printing,
  hasPrinter,
  isPending,
  isUnderWay,
  to,
  onStep,
}: {
  fila: PedidoFila
  printing: EnTarjeta | null
  hasPrinter: boolean
  isPending: boolean
  /** Something of it is at a printer or waits for one. */
  isUnderWay: boolean
  to: Address
  onStep: (step: CounterStep) => void
}) {
  const { mutate, isPending: isSending } = useAccion()
  const { pedido_id, numero, estado, impresos } = fila
  const about = ` (pedido ${numero})`
  if (printing?.accion)
    return (
      <LinkButton size="medium" className={styles.step} to={to}>
        <span>
          {printing.accion === 'resolver' ? 'Resolver' : 'Cambiar impresora'}
          <span className="visually-hidden">{about}</span>
        </span>
      </LinkButton>
    )
  if (isUnderWay) return null
  const isMaking = estado === 'pagado' || estado === 'en_produccion'
  if (hasPrinter && isMaking && impresos.hechos === 0 && impresos.de > 0)
    return (
      <BusyButton
        size="medium"
        className={styles.step}
        icon={Printer}
        isBusy={isSending}
        busyText="Mandando…"
        about={about}
        data-atajo="i"
        onClick={() =>
          mutate({ run: () => imprimir(pedido_id), done: `Pedido ${numero}: a imprimir.`, pedido_id })
        }
      >
        Imprimir
      </BusyButton>
    )
  const step = nextStep(estado)
  if (!step) return null
  return (
    <BusyButton
      size="medium"
      className={styles.step}
      isBusy={isPending}
      busyText="Guardando…"
      about={about}
      onClick={() => onStep(step)}
    >
      {stepLabel(step)}
    </BusyButton>
  )
}
