import { useId } from 'react'
import styles from './choice-cards.module.css'
import { cx } from './cx.ts'

export type Choice<V extends string> = { value: V; label: string; note: string }

/** One of a few, each with a line that explains it: native radios as cards. `label` names the group. */
export function ChoiceCards<V extends string>({
  label,
  labelHidden,
  choices,
  value,
  disabled,
  inOneColumn,
  onChange,
}: {
  label: string
  labelHidden?: boolean
  choices: readonly Choice<V>[]
  value: V
  disabled?: boolean
  inOneColumn?: boolean
  onChange: (value: V) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.group} disabled={disabled}>
      <legend className={labelHidden ? 'visually-hidden' : styles.legend}>{label}</legend>
      <div className={cx(styles.cards, !inOneColumn && styles.columns)}>
        {choices.map((choice, index) => (
          <label key={choice.value} className={styles.card}>
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${name}-${index}`}
              aria-describedby={`${name}-${index}-note`}
            />
            <b id={`${name}-${index}`}>{choice.label}</b>
            <span id={`${name}-${index}-note`}>{choice.note}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
