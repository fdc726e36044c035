import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '../../ui/cx.ts'
import styles from './ajustes.module.css'

/** Fields that belong together, with the one message that speaks of all of them. */
export function FieldGroup({
  title,
  part,
  problem,
  children,
}: {
  title: string
  /** The part of the settings whose messages it shows. */
  part?: string
  problem?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset
      className={cx(styles.group, problem && styles.wrong)}
      data-part={part}
      aria-describedby={problem ? id : undefined}
    >
      <legend>{title}</legend>
      {children}
      {problem && (
        <p className={styles.problem} id={id} role="alert">
          <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
          {problem}
        </p>
      )}
    </fieldset>
  )
}
