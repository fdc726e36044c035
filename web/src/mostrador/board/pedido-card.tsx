import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { Clock } from 'lucide-react'
import { useRef } from 'react'
import { cx } from '../../ui/cx.ts'
import { Link } from '../../ui/link.tsx'
import { BusyButton } from '../busy-button.tsx'
import { nextStep, stepLabel } from '../pasos.ts'
import { useStep } from '../queries.ts'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import styles from './card.module.css'
import { type Filtros, searchOf } from './filtros.ts'
import { Tags } from './tags.tsx'
import { cornerOf, toCollect } from './tarjeta.ts'

/** An order on the board. All of it leads to the order; the button takes it one step further. */
export function PedidoCard({ fila, filtros }: { fila: PedidoFila; filtros: Filtros }) {
  const now = useNow()
  const card = useRef<HTMLLIElement>(null)
  const { mutate, isPending } = useStep(() => {
    // The card is about to leave its column, and the focus with it
    if (card.current?.contains(document.activeElement))
      document.getElementById(`columna-${fila.estado}`)?.focus({ preventScroll: true })
  })
  const step = nextStep(fila.estado)
  const corner = cornerOf(fila, now)
  const collect = toCollect(fila)
  return (
    <li ref={card} className={cx(styles.card, corner?.tone === 'pronto' && styles.attention)}>
      <div className={styles.top}>
        <Link className={styles.numero} to={`/mostrador/pedidos/${fila.pedido_id}${searchOf(filtros)}`}>
          <span className="visually-hidden">Pedido </span>
          {fila.numero}
        </Link>
        {corner && (
          <span className={cx(styles.corner, styles[corner.tone])}>
            {corner.tone !== 'normal' && <Clock size={14} strokeWidth={2.4} aria-hidden />}
            {corner.text}
          </span>
        )}
        {fila.estado === 'listo' && <code className={styles.codigo}>{fila.codigo_retiro}</code>}
      </div>
      <p className={styles.cliente}>{fila.email}</p>
      <Tags fila={fila} sucursal={filtros.sucursal === ''} />
      {fila.direccion_entrega && <p className={styles.direccion}>{fila.direccion_entrega}</p>}
      <div className={styles.foot}>
        <span>
          {collect && <b>{collect}</b>}
          <span className="num">{formatPesos(fila.importe_final)}</span>
          <span>{ageText(fila.confirmado, now)}</span>
        </span>
        {step && (
          <BusyButton
            size="medium"
            className={styles.step}
            isBusy={isPending}
            busyText="Guardando…"
            about={` (pedido ${fila.numero})`}
            onClick={() => mutate({ ...fila, estado: step })}
          >
            {stepLabel(step)}
          </BusyButton>
        )}
      </div>
    </li>
  )
}
