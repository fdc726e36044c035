import { type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { BusyButton } from './busy-button.tsx'
import { useBegin } from './first-field.ts'
import { useFirstWrong } from './first-wrong.ts'
import styles from './form-dialog.module.css'

/**
 * A form in a dialog, with its action and a way out at the foot. It begins in its first field, and is sent only once at
 * a time.
 */
export function FormDialog({
  title,
  action,
  busyText,
  isBusy = false,
  back = 'No, volver',
  onlyClose,
  problems,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** The action button's text, and its text while the call is under way, if there is one. */
  action: string
  busyText?: string
  isBusy?: boolean
  /** The other button's text. */
  back?: string
  /** The text of the only button, which closes the dialog, where there is nothing left to send. */
  onlyClose?: string
  /** The problems of its fields: when they change, the focus goes to the first wrong field. */
  problems?: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const form = useId()
  const element = useFirstWrong(problems)
  useBegin(element)
  return (
    <Dialog
      title={title}
      onClose={onClose}
      keepsTyped={!onlyClose && !isBusy}
      actions={
        onlyClose ? (
          <Button onClick={onClose}>{onlyClose}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{back}</Button>
            <BusyButton variant="primary" type="submit" form={form} isBusy={isBusy} busyText={busyText}>
              {action}
            </BusyButton>
          </>
        )
      }
    >
      <form
        id={form}
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !onlyClose) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
