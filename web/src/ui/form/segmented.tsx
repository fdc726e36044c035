import { Check, type LucideProps } from 'lucide-react'
import { type ComponentType, useId } from 'react'
import styles from './segmented.module.css'

export type Segment<V extends string> = { value: V; label: string; icon?: ComponentType<LucideProps> }

/** One of a few visible choices: native radios, so arrows and Space work. `label` names the group. */
export function Segmented<V extends string>({
  label,
  options,
  value,
  disabled,
  onChange,
  onAgain,
}: {
  label: string
  options: readonly Segment<V>[]
  /** Null: none of them, or several at once. */
  value: V | null
  disabled?: boolean
  onChange: (value: V) => void
  /** The chosen one was pressed, which changes nothing. */
  onAgain?: (value: V) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.segmented} disabled={disabled}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value: own, label: text, icon: Icon }) => (
        <label key={own}>
          <input
            type="radio"
            name={name}
            checked={own === value}
            onChange={() => onChange(own)}
            onClick={() => own === value && onAgain?.(own)}
          />
          {Icon ? (
            <Icon size={18} strokeWidth={2.4} aria-hidden />
          ) : (
            <Check className={styles.check} size={16} strokeWidth={3} aria-hidden />
          )}
          {text}
        </label>
      ))}
    </fieldset>
  )
}
