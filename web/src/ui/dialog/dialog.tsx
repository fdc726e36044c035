import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { IconButton } from '../button.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

/**
 * A modal on the native `<dialog>`: focus stays inside, Escape and a press outside close it, the focus returns to
 * what opened it. Once something was typed, a press outside leaves it open. Rendered only while open.
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
  const dialog = useModal()
  const heading = useId()
  const isTyped = useRef(false)
  // The click of a press that selects text and ends outside is told of the dialog itself
  const isPressedOutside = useRef(false)
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
      onChange={() => {
        isTyped.current = true
      }}
      onPointerDown={({ target }) => {
        isPressedOutside.current = target === dialog.current
      }}
      onClick={({ target }) => {
        if (target === dialog.current && isPressedOutside.current && !isTyped.current) onClose()
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
