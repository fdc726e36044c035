import styles from './spinner.module.css'

/** Two inks that cross. `label` is said to screen readers and, with `visible`, shown. */
export function Spinner({ label = 'Cargando…', visible }: { label?: string; visible?: boolean }) {
  return (
    <span className={styles.spinner} role="status">
      <span className={styles.inks} aria-hidden>
        <i />
        <i />
      </span>
      <span className={visible ? undefined : 'visually-hidden'}>{label}</span>
    </span>
  )
}
