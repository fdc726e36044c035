import { type FocusEvent, type ReactNode, type Ref, useId } from 'react'
import { cx } from '../cx.ts'
import styles from './choice-cards.module.css'
import { FieldError } from './field.tsx'
import { useUnpressed } from './press.ts'

/** `mark`: why it is preselected. */
export type ChoiceCard<V extends string> = { value: V; label: string; mark?: string; note?: ReactNode }

/**
 * One of a few, with what explains it where it needs that: native radios as cards. `label` names the group; `asField`
 * dresses it as the fields around it, whose `name` the radios have; `inRows` is for words of one line, three to a row.
 */
export function ChoiceCards<V extends string>({
  label,
  labelHidden,
  asField,
  choices,
  value,
  error: problem,
  disabled,
  inOneColumn,
  inRows,
  inputRef,
  onLeave,
  onChange,
}: {
  label: string
  labelHidden?: boolean
  asField?: string
  choices: readonly ChoiceCard<V>[]
  /** Null: nothing is preselected. */
  value: V | null
  error?: string | null
  disabled?: boolean
  inOneColumn?: boolean
  inRows?: boolean
  /** The first card's radio, to give it the focus. */
  inputRef?: Ref<HTMLInputElement>
  /** The focus has left the group. */
  onLeave?: () => void
  onChange: (value: V) => void
}) {
  const id = useId()
  const error = useUnpressed(problem)
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) onLeave?.()
  }
  return (
    <fieldset
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA in HTML allows it, and says what it is
      role="radiogroup"
      className={cx(styles.group, asField && styles.field, error && styles.wrong)}
      disabled={disabled}
      onBlur={left}
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={labelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div className={cx(styles.cards, !inOneColumn && styles.columns, inRows && styles.rows)}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.card}>
            <input
              ref={index === 0 ? inputRef : undefined}
              type="radio"
              name={asField ?? id}
              value={choice.value}
              required={value === null}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={choice.note || choice.mark ? `${id}-${index}-note` : undefined}
            />
            <b id={`${id}-${index}`}>{choice.label}</b>
            {(choice.note || choice.mark) && (
              <span id={`${id}-${index}-note`}>
                {choice.mark && <em>{choice.mark}</em>}
                {choice.note}
              </span>
            )}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
