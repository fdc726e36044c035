import { cx } from '../cx.ts'
import styles from './progress.module.css'

/** Red up to 40 %, yellow up to 80 %, green above. */
const inkOf = (percent: number) => (percent <= 40 ? styles.red : percent <= 80 ? styles.lemon : styles.leaf)

/** A bar with its percentage as text, for people who cannot tell the colours apart. `percent` 0 to 100. */
export function Progress({
  label,
  percent,
  text,
  title,
  detail,
  ink,
  wide,
}: {
  /** Its accessible name. */
  label: string
  percent: number
  /** Instead of 'N%'. */
  text?: string
  /** Visible heading above the bar; without it the bar and its text share a line. */
  title?: string
  detail?: string
  /** One fixed colour, for bars that show no upload. */
  ink?: 'lemon'
  /** Takes the full width. */
  wide?: boolean
}) {
  const value = Math.max(0, Math.min(100, Math.floor(percent)))
  const shown = text ?? `${value}%`
  return (
    <div className={cx(styles.progress, title !== undefined && styles.titled, wide && styles.wide)}>
      {title !== undefined && <span className={styles.title}>{title}</span>}
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={value}
        aria-valuetext={shown}
      >
        <i className={ink ? styles[ink] : inkOf(value)} style={{ transform: `scaleX(${value / 100})` }} />
      </div>
      <span className={styles.percent} aria-hidden>
        {shown}
      </span>
      {detail && <span className={styles.detail}>{detail}</span>}
    </div>
  )
}
