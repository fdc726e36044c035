import type { ReactNode } from 'react'
import styles from './action-bar.module.css'
import { cx } from './cx.ts'

/**
 * The bar at the bottom of the screen: amount, back, next; above them urgent messages. `over`: one line that
 * appears and disappears by itself; it lies over the page, so that nothing moves.
 */
export function ActionBar({
  label,
  value,
  note,
  above,
  over,
  children,
}: {
  label: ReactNode
  value: ReactNode
  note?: ReactNode
  above?: ReactNode
  over?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.bar} aria-label="Acciones">
      <div className={`wrap ${styles.inner}`}>
        {over && <div className={styles.over}>{over}</div>}
        {above && <div className={styles.above}>{above}</div>}
        <p className={cx(styles.amount, Boolean(note) && styles.noted)}>
          {label && <span className={styles.label}>{label}</span>}
          <b>{value}</b>
          {note}
        </p>
        <div className={styles.buttons}>{children}</div>
      </div>
    </section>
  )
}
