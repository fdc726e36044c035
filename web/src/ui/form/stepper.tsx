import { numeroEscrito } from '@imprimitodo/shared/rules/base/numero-escrito'
import { Minus, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import styles from './stepper.module.css'

/**
 * A whole number from `min` to `max` with buttons. While it is typed anything may stand in the box; on leaving it
 * or Enter, what is not such a number is refused: the last good value comes back and `onRefused` is called.
 */
export function Stepper({
  label,
  less,
  more,
  value,
  min,
  max,
  ends = [min, max],
  disabled,
  onChange,
  onRefused,
}: {
  /** Names of the box and of the two buttons; neither contains the other, or tests and voice control would mix them up. */
  label: string
  less: string
  more: string
  /** Null: several at once, from the first to the second of `ends`, where the buttons lead. */
  value: number | null
  ends?: readonly [number, number]
  min: number
  max: number
  disabled?: boolean
  onChange: (value: number) => void
  onRefused?: () => void
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  function commit() {
    if (draft === null) return
    setDraft(null)
    const text = draft.trim()
    if (value === null && text === '') return
    const typed = numeroEscrito(text, 0)
    if (typed >= min && typed <= max) {
      if (typed !== value) onChange(typed)
    } else onRefused?.()
  }
  function step(by: number) {
    setDraft(null)
    const next = value !== null ? value + by : by < 0 ? ends[0] : ends[1]
    onChange(Math.min(max, Math.max(min, next)))
  }

  return (
    <div className={styles.stepper}>
      <button
        type="button"
        aria-label={less}
        disabled={disabled || (value !== null && value <= min)}
        onClick={() => step(-1)}
      >
        <Minus size={20} strokeWidth={2.4} aria-hidden />
      </button>
      <input
        ref={input}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        {...(value !== null && {
          role: 'spinbutton',
          'aria-valuenow': value,
          'aria-valuemin': min,
          'aria-valuemax': max,
        })}
        disabled={disabled}
        placeholder="—"
        value={draft ?? (value === null ? '' : String(value))}
        onFocus={() => input.current?.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
          else if (event.key === 'Escape') setDraft(null)
          else if (event.key === 'ArrowUp') step(1)
          else if (event.key === 'ArrowDown') step(-1)
          else return
          event.preventDefault()
        }}
      />
      <button
        type="button"
        aria-label={more}
        disabled={disabled || (value !== null && value >= max)}
        onClick={() => step(1)}
      >
        <Plus size={20} strokeWidth={2.4} aria-hidden />
      </button>
    </div>
  )
}
