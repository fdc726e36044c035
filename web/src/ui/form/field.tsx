import { ChevronDown, CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './field.module.css'
import { useUnpressed } from './press.ts'

type Around = {
  label: string
  /** Helps before there is an error; stays beside it. */
  hint?: ReactNode
  error?: string | null
}

function useDescribed({ hint, error: now }: Pick<Around, 'hint' | 'error'>) {
  const id = useId()
  const error = useUnpressed(now)
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ')
  const described = { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
  return { id, error, described }
}

function Shell({ id, label, hint, error, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className={cx(styles.field, error && styles.wrong)}>
      <label htmlFor={id}>{label}</label>
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** The problem of the field above it, announced at once. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role="alert">
      <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
      {children}
    </p>
  )
}

/**
 * A text field with its label above, hint and error below. `inside` is a button at the end of its box, `below` stands
 * right under it. All other props go to the `<input>`.
 */
export function Field({
  label,
  hint,
  error: problem,
  inside,
  below,
  className,
  ...rest
}: Around & { inside?: ReactNode; below?: ReactNode } & ComponentProps<'input'>) {
  const { id, error, described } = useDescribed({ hint, error: problem })
  const input = <input {...rest} {...described} id={id} className={cx(styles.input, className)} />
  return (
    <Shell id={id} label={label} hint={hint} error={error}>
      {inside ? (
        <div className={styles.box}>
          {input}
          {inside}
        </div>
      ) : (
        input
      )}
      {below}
    </Shell>
  )
}

/** Several lines, dressed like Field. */
export function TextAreaField({
  label,
  hint,
  error: problem,
  className,
  ...rest
}: Around & ComponentProps<'textarea'>) {
  const { id, error, described } = useDescribed({ hint, error: problem })
  return (
    <Shell id={id} label={label} hint={hint} error={error}>
      <textarea {...rest} {...described} id={id} className={cx(styles.input, className)} />
    </Shell>
  )
}

/** A native `<select>` dressed like Field; `children` are its options. */
export function SelectField({
  label,
  hint,
  error: problem,
  children,
  ...rest
}: Around & ComponentProps<'select'>) {
  const { id, error, described } = useDescribed({ hint, error: problem })
  return (
    <Shell id={id} label={label} hint={hint} error={error}>
      <Select {...rest} {...described} id={id}>
        {children}
      </Select>
    </Shell>
  )
}

/** The bare dressed `<select>`, for rows that bring their own label. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={styles.select}>
      <select {...rest} className={cx(styles.input, className)}>
        {children}
      </select>
      <ChevronDown size={20} strokeWidth={2.4} aria-hidden />
    </span>
  )
}
