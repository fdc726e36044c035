import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button.tsx'
import { cx } from '../cx.ts'
import styles from './notice.module.css'

const ICONS = { info: Info, done: CircleCheck, warning: TriangleAlert, error: CircleAlert }

/**
 * A message inside the page. An error is announced at once (alert), others politely (status); `still`: not
 * announced, since it was there from the beginning.
 */
export function Notice({
  tone = 'info',
  still,
  action,
  onClose,
  className,
  children,
}: {
  tone?: keyof typeof ICONS
  still?: boolean
  action?: ReactNode
  onClose?: () => void
  className?: string
  children: ReactNode
}) {
  const Icon = ICONS[tone]
  return (
    <div
      className={cx(styles.notice, styles[tone], className)}
      role={still ? undefined : tone === 'error' ? 'alert' : 'status'}
    >
      <Icon size={20} strokeWidth={2.4} aria-hidden />
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
      {onClose && (
        <IconButton quiet icon={X} label="Cerrar aviso" className={styles.close} onClick={onClose} />
      )}
    </div>
  )
}
