import { Check } from 'lucide-react'
import { cx } from './cx.ts'
import { type Address, Link } from './link.tsx'
import styles from './step-bar.module.css'

/**
 * The current step, as a proof-colour bar: done steps are leaf with a check and lead back, the current one is
 * lemon.
 */
export function StepBar({
  steps,
  current,
}: {
  steps: readonly { label: string; to: Address }[]
  current: number
}) {
  return (
    <nav aria-label="Pasos del pedido">
      <ol className={styles.steps}>
        {steps.map(({ label, to }, index) => {
          const done = index < current
          const content = (
            <>
              {done ? <Check size={17} strokeWidth={3} aria-hidden /> : <b>{index + 1}</b>}
              <span className={index === current ? undefined : 'visually-hidden-large'}>{label}</span>
            </>
          )
          return (
            <li key={to} className={cx(done && styles.done, index === current && styles.current)}>
              {done ? (
                <Link to={to} aria-label={`${label}: paso ${index + 1}, listo`}>
                  {content}
                </Link>
              ) : (
                <span aria-current={index === current ? 'step' : undefined}>{content}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
