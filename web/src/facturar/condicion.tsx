import { CONDICION_TITLES, type CondicionIva } from '@imprimitodo/shared/rules/factura'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { cx } from '../ui/cx.ts'
import styles from './condicion.module.css'

const CHOICES = ['CF', 'MT', 'RI'] as const

/** One of three, none chosen beforehand: it decides the letter of the invoice. */
export function Condicion({
  value,
  error,
  onChange,
}: {
  value: CondicionIva | null
  error: string | null
  onChange: (value: CondicionIva) => void
}) {
  const id = useId()
  return (
    <fieldset className={cx(styles.group, error && styles.wrong)} aria-describedby={error ? id : undefined}>
      <legend>Condición frente al IVA</legend>
      <div className={styles.cards}>
        {CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name="condicion_iva"
              value={choice}
              required
              checked={choice === value}
              onChange={() => onChange(choice)}
            />
            {CONDICION_TITLES[choice]}
          </label>
        ))}
      </div>
      {error && (
        <p className={styles.error} id={id} role="alert">
          <CircleAlert size={18} strokeWidth={2.4} aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
