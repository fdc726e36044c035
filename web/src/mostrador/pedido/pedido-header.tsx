import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../ui/link.tsx'
import { useAtajo } from '../atajos/atajos.ts'
import { EstadoChip } from '../estado-chip.tsx'
import { Heading } from '../layout/heading.tsx'
import { TakeButton, useTake, useTomado } from '../take.tsx'
import { useNow } from '../use-now.ts'
import styles from './acciones/header.module.css'
import { summaryOf } from './ficha/resumen.ts'

/** Number, state, name, delivery and promised time; beside them its main action. */
export function PedidoHeader({
  pedido,
  papeles,
  children,
}: {
  pedido: PedidoMostrador
  /** Buttons for its ticket and other papers. */
  papeles: ReactNode
  /** Its main action. */
  children: ReactNode
}) {
  const { search } = useLocation()
  const now = useNow()
  const held = useTomado(pedido)
  const { toggle } = useTake(pedido)
  // A key pressed by mistake must not take an order out of another clerk's hands
  useAtajo('t', () => isEnTablero(pedido.estado) && held?.isMine !== false && toggle())
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
        <TakeButton pedido={pedido} />
        {pedido.archivos_guardados && papeles}
        {children}
      </div>
    </header>
  )
}
