import type { ReactNode } from 'react'
import { RegistrationMark } from '../paper/registration-mark.tsx'
import styles from './empty-sheet.module.css'

/** An empty or failed state: a blank sheet with registration marks. */
export function EmptySheet({ children }: { children: ReactNode }) {
  return (
    <div className={styles.sheet}>
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      <RegistrationMark className={styles.mark} />
      {children}
    </div>
  )
}
