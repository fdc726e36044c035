import type { ReactNode } from 'react'
import styles from './action-bar.module.css'

/** Stays at the bottom of the screen: how much, back, next; above them whatever must be seen now. */
export function ActionBar({
  label,
  value,
  note,
  above,
  children,
}: {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  above?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.bar} aria-label="Acciones">
      <div className={`wrap ${styles.inner}`}>
        {above && <div className={styles.above}>{above}</div>}
        <p className={styles.amount}>
          {label}
          <b>{value}</b>
          {note}
        </p>
        <div className={styles.buttons}>{children}</div>
      </div>
    </section>
  )
}
