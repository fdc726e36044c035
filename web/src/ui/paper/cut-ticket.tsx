import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './cut-ticket.module.css'

/**
 * A ticket with half holes where it would be torn: its stub, and the rest. `flow`: side by side, one above the
 * other, or side by side only where there is room.
 */
export function CutTicket({
  flow,
  isRaised,
  stub,
  stubClass,
  className,
  children,
}: {
  flow: 'row' | 'column' | 'wide-row'
  /** With the lemon offset of what asks for attention. */
  isRaised?: boolean
  stub: ReactNode
  stubClass?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={cx(styles.outline, isRaised && styles.raised, className)}>
      <div className={cx(styles.ticket, styles[flow])}>
        <div className={cx(styles.stub, stubClass)}>{stub}</div>
        <div className={styles.rest}>{children}</div>
      </div>
    </div>
  )
}
