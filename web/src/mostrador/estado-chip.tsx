import { ESTADO_TITLES, type Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { cx } from '../ui/cx.ts'
import styles from './estado-chip.module.css'

export function EstadoChip({ estado }: { estado: Estado }) {
  return <span className={cx(styles.chip, styles[estado])}>{ESTADO_TITLES[estado]}</span>
}
