import { useId } from 'react'
import styles from './choice-cards.module.css'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

export type Choice<V extends string> = { value: V; label: string; note?: string }

/**
 * One of a few, with a line that explains it where it needs one: native radios as cards. `label` names the group;
 * `asField` dresses it as the fields around it, whose `name` the radios have.
 */
export function ChoiceCards<V extends string>({
  label,
  labelHidden,
  asField,
  choices,
  value,
  error,
  disabled,
  inOneColumn,
  onChange,
}: {
  label: string
  labelHidden?: boolean
  asField?: string
  choices: readonly Choice<V>[]
  /** Null: nothing is chosen beforehand. */
  value: V | null
  error?: string | null
  disabled?: boolean
  inOneColumn?: boolean
  onChange: (value: V) => void
}) {
  const id = useId()
  return (
    <fieldset
      className={cx(styles.group, asField && styles.field, error && styles.wrong)}
      disabled={disabled}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className={labelHidden ? 'visually-hidden' : undefined}>{label}</legend>
      <div className={cx(styles.cards, !inOneColumn && styles.columns)}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.card}>
            <input
              type="radio"
              name={asField ?? id}
              value={choice.value}
              required={value === null}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${id}-${index}`}
              aria-describedby={choice.note && `${id}-${index}-note`}
            />
            <b id={`${id}-${index}`}>{choice.label}</b>
            {choice.note && <span id={`${id}-${index}-note`}>{choice.note}</span>}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
