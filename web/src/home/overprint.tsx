import { RegistrationMark } from '../ui/paper/registration-mark.tsx'
import styles from './overprint.module.css'

/** A dot where two inks overlap. */
export function Overprint() {
  return (
    <div className={styles.art} aria-hidden>
      <RegistrationMark />
      <RegistrationMark />
      <RegistrationMark />
      <RegistrationMark />
      <svg viewBox="0 0 360 220" width="360" height="220" aria-hidden="true">
        <pattern id="trama" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <circle cx="4.5" cy="4.5" r="2.1" fill="var(--ink)" opacity=".32" />
        </pattern>
        <circle cx="128" cy="110" r="106" fill="var(--lemon)" />
        <circle cx="232" cy="110" r="106" fill="var(--blue)" />
        <path d="M180 17.6a106 106 0 0 1 0 184.8 106 106 0 0 1 0-184.8Z" fill="var(--leaf)" />
        <circle cx="232" cy="110" r="106" fill="url(#trama)" />
        <text x="178" y="137" textAnchor="middle">
          +1
        </text>
      </svg>
    </div>
  )
}
