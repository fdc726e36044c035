import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import styles from './dialog.module.css'

/**
 * A modal on the native `<dialog>`: focus stays inside, Escape and a click outside close it, the focus returns to
 * what opened it. Rendered only while open.
 */
export function Dialog({
  title,
  onClose,
  actions,
  children,
}: {
  title: string
  onClose: () => void
  /** Buttons in the foot. */
  actions?: ReactNode
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape (onCancel) or the button
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className={styles.sheet}>
        <header>
          <h2 id={heading}>{title}</h2>
          <IconButton quiet icon={X} label="Cerrar" onClick={onClose} />
        </header>
        {/* Scrollable content must be reachable with the keyboard */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={styles.body} tabIndex={0} aria-label={title}>
          {children}
        </section>
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  )
}
