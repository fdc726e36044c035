import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { Bike } from 'lucide-react'
import { cx } from '../../ui/cx.ts'
import styles from './card.module.css'
import { tagsOf } from './tarjeta.ts'

/** The contents of a closed order. */
export function Tags({ fila }: { fila: PedidoFila }) {
  return (
    <ul className={styles.tags} aria-label="Qué lleva">
      {tagsOf(fila).map(({ text, kind }) => (
        <li key={kind} className={cx(styles.tag, kind === 'color' && styles.color)}>
          {kind === 'envio' && <Bike size={15} aria-hidden />}
          {text}
        </li>
      ))}
    </ul>
  )
}
