import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { cx } from '../cx.ts'
import styles from './importe.module.css'

/** '$ 1.234,56' in headings, rows and bars: its cents are drawn smaller. */
export function Importe({ pesos, className }: { pesos: number; className?: string }) {
  const [whole, cents] = formatPesos(pesos).split(',')
  return (
    <span className={cx(styles.importe, className)}>
      {whole}
      <span>,{cents}</span>
    </span>
  )
}
