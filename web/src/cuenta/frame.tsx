import { Check, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { laterOptional, usePart } from '../ui/state/later.ts'
import styles from './frame.module.css'

// An ornament: the form does not wait for it, and is complete without it
const DRAWING = laterOptional(async () => (await import('./drawings.tsx')).Drawing)

/** A form on paper and, on a wide screen, the benefits of an account on lemon. */
export function Frame({
  drawing,
  promise,
  points = [],
  children,
}: {
  drawing: 'PlusOne' | 'Notebook'
  promise: string
  points?: readonly string[]
  children: ReactNode
}) {
  const Drawing = usePart(DRAWING)
  return (
    <div className={styles.frame}>
      <div className={styles.left}>
        <div>{children}</div>
      </div>
      <aside className={styles.right} aria-label="Para qué sirve tu cuenta">
        <div className={styles.drawing}>{Drawing && <Drawing name={drawing} />}</div>
        <p className={styles.promise}>{promise}</p>
        {points.length > 0 && (
          <ul>
            {points.map((point) => (
              <li key={point}>
                <Check size={22} strokeWidth={3} aria-hidden />
                {point}
              </li>
            ))}
          </ul>
        )}
      </aside>
    </div>
  )
}

const ICONS = {
  done: <CircleCheck size={40} strokeWidth={1.8} aria-hidden />,
  failed: <CircleAlert size={40} strokeWidth={1.8} aria-hidden />,
  plain: null,
}

/** A single message, as a ticket: `head` on colour, the rest below the line of holes. */
export function Slip({
  tone,
  icon = ICONS[tone],
  title,
  children,
}: {
  tone: keyof typeof ICONS
  icon?: ReactNode
  /** The h1. */
  title: ReactNode
  children: ReactNode
}) {
  return (
    <div className={styles.centre}>
      <div className={styles.slip}>
        <div className={`${styles.head} ${styles[tone]}`}>
          {icon}
          {title}
        </div>
        <div className={styles.body}>{children}</div>
      </div>
    </div>
  )
}
