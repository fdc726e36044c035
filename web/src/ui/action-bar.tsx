import { type ReactNode, useRef } from 'react'
import styles from './action-bar.module.css'
import { cx } from './cx.ts'
import { Said } from './notice/said.tsx'

/**
 * The bar at the bottom of the screen: amount, back, next; above them urgent messages. `over`: one line that
 * appears and disappears by itself; it lies over the page, so that nothing moves. A changed amount is said to
 * screen readers, which stand far from it.
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
  const amount = useRef<HTMLParagraphElement>(null)
  return (
    <>
      <Said of={amount} />
      <section className={styles.bar} aria-label="Acciones">
        <div className={`wrap ${styles.inner}`}>
          {over && <div className={styles.over}>{over}</div>}
          {above && <div className={styles.above}>{above}</div>}
          <p ref={amount} className={cx(styles.amount, Boolean(note) && styles.noted)}>
            {label && <span className={styles.label}>{label}</span>}
            <b>{value}</b>
            {note}
          </p>
          <div className={styles.buttons}>{children}</div>
        </div>
      </section>
    </>
  )
}
