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
        <>
          <Button onClick={onClose}>No, volver</Button>
          <BusyButton variant="primary" type="submit" form={form} isBusy={isBusy} busyText={busyText}>
            {action}
          </BusyButton>
        </>
      }
    >
      <form
        id={form}
        ref={element}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) onSubmit()
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
