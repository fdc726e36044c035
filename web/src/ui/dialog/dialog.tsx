import { X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button, IconButton } from '../button.tsx'
import { AlertDialog } from './alert-dialog.tsx'
import styles from './dialog.module.css'
import { onEscape, useModal } from './use-modal.ts'
import { useStay } from './use-stay.ts'

/** Fields with a text that a person would have to type again; not those of a password, boxes or sliders. */
const TEXTS = 'textarea, input:not([type=password],[type=checkbox],[type=radio],[type=file],[type=range])'

/**
 * A modal on the native `<dialog>`: focus stays inside, Escape and a press outside close it, the focus returns to
 * what opened it. Once something was typed, a press outside leaves it open. Rendered only while open.
 */
export function Dialog({
  title,
  onClose,
  actions,
  keepsTyped = false,
  isShownOnce = false,
  children,
}: {
  title: string
  onClose: () => void
  /** Once a text was typed, Escape asks before it closes. */
  keepsTyped?: boolean
  /**
   * Its content is never shown again: only a button of `actions` closes it. Escape, a press outside, the second half of
   * a double press and the browser's back button leave it open, and the focus begins at its content.
   */
  isShownOnce?: boolean
  /** Buttons in the foot. */
  actions?: ReactNode
  children: ReactNode
}) {
  const dialog = useModal()
  useStay(isShownOnce)
  const heading = useId()
  const isTyped = useRef(false)
  // The click of a press that selects text and ends outside is told of the dialog itself
  const isPressedOutside = useRef(false)
  const [asks, setAsks] = useState(false)
  function leave(): void {
    if (isShownOnce) return
    const texts = [...(dialog.current?.querySelectorAll<HTMLInputElement>(TEXTS) ?? [])]
    if (keepsTyped && isTyped.current && texts.some(({ value }) => value.trim() !== '')) setAsks(true)
    else onClose()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape or the button */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby={heading}
        {...onEscape(leave)}
        onChange={() => {
          isTyped.current = true
        }}
        onPointerDown={({ target }) => {
          isPressedOutside.current = target === dialog.current
        }}
        onClick={({ target }) => {
          if (target !== dialog.current || !isPressedOutside.current) return
          if (!isTyped.current && !isShownOnce) onClose()
        }}
        // On a phone the second of two back gestures closes a dialog even if the page refuses: it is opened again
        onClose={() => isShownOnce && dialog.current?.isConnected && dialog.current.showModal()}
      >
        <div className={styles.sheet}>
          <header>
            <h2 id={heading}>{title}</h2>
            {!isShownOnce && <IconButton quiet icon={X} label="Cerrar" onClick={onClose} />}
          </header>
          {/* Scrollable content must be reachable with the keyboard */}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
          <section className={styles.body} tabIndex={0} aria-label={title}>
            {children}
          </section>
          {actions && <footer>{actions}</footer>}
        </div>
      </dialog>
      {asks && (
        <AlertDialog
          title="¿Cerrar el formulario?"
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>No, seguir</Button>
              <Button variant="primary" onClick={onClose}>
                Sí, cerrar
              </Button>
            </>
          }
        >
          <p>Lo que escribiste se pierde.</p>
        </AlertDialog>
      )}
    </>
  )
}
