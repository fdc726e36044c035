import { type ReactNode, useId } from 'react'
import styles from './alert-dialog.module.css'
import { onEscape, useModal } from './use-modal.ts'

/** A short message that must be answered before going on: title, text, buttons. Escape is `onClose`. */
export function AlertDialog({
  title,
  onClose,
  actions,
  children,
}: {
  title: string
  onClose: () => void
  actions: ReactNode
  children: ReactNode
}) {
  const dialog = useModal()
  const id = useId()
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={styles.dialog}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      {...onEscape(onClose)}
    >
      <h2 id={id}>{title}</h2>
      <div id={`${id}-text`} className={styles.text}>
        {children}
      </div>
      <div className={styles.actions}>{actions}</div>
    </dialog>
  )
}
