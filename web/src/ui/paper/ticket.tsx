import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './ticket.module.css'

/** A perforated ticket: its value above the line of holes, its buttons below. */
export function Ticket({
  title,
  children,
  stub,
  className,
}: {
  title: string
  children: ReactNode
  stub: ReactNode
  className?: string
}) {
  return (
    <section className={cx(styles.ticket, className)} aria-label={title}>
      <div className={styles.top}>
        <h2>{title}</h2>
        {children}
      </div>
      <div className={styles.stub}>{stub}</div>
    </section>
  )
}

/** A code that is typed or read aloud: mono, whole in one line. */
export function Code({ children, className }: { children: string; className?: string }) {
  return <p className={cx(styles.code, className)}>{children}</p>
}
