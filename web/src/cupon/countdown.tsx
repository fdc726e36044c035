import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { type Apuro, partsOf } from '@imprimitodo/shared/rules/base/countdown'
import { cx } from '../ui/cx.ts'
import styles from './countdown.module.css'

/** Plates with hours, minutes and seconds. Screen readers do not announce each second, but can read it. */
export function Countdown({ leftMs, urgencia }: { leftMs: number; urgencia: Apuro }) {
  const { horas, minutos, segundos } = partsOf(leftMs)
  return (
    <div
      className={cx(
        styles.countdown,
        urgencia === 'urgente' && styles.urgent,
        urgencia === 'muy-urgente' && styles.last,
      )}
      role="timer"
      aria-label={`${count(horas, 'hora')}, ${count(minutos, 'minuto')}, ${count(segundos, 'segundo')}`}
    >
      <Plate value={horas} unit="horas" />
      <Plate value={minutos} unit="min" />
      <Plate value={segundos} unit="seg" />
    </div>
  )
}

const Plate = ({ value, unit }: { value: number; unit: string }) => (
  <span aria-hidden>
    <b>{String(value).padStart(2, '0')}</b>
    {unit}
  </span>
)
