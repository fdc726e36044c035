import { type ReactNode, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { BusyButton } from './busy-button.tsx'
import { useFirstWrong } from './first-wrong.ts'
import styles from './form-dialog.module.css'

/** A form in a dialog; in its foot what it does and the way out. Sent once at a time. */
export function FormDialog({
  title,
  action,
  busyText,
  isBusy,
  back = 'No, volver',
  onlyClose,
  problems,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** What its button says, and what it says meanwhile. */
  action: string
  busyText: string
  isBusy: boolean
  /** What its other button says. */
  back?: string | undefined
  /** Where there is nothing more to send: what the only button says, which closes it. */
  onlyClose?: string | undefined
  /** What is wrong with its fields: when it changes, the focus goes to the first of them. */
  problems?: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const form = useId()
  const element = useFirstWrong(problems)
  return (
    <Dialog
      title={title}
      onClose={onClose}
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
