import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useBusy } from '../ui/state/use-busy.ts'

/** Asks for the password again before an action that a session alone must not allow. */
export function ConPassword({
  title,
  email,
  action,
  busy,
  send,
  onDone,
  onClose,
  children,
}: {
  title: string
  /** The account's address, for password managers. */
  email: string
  /** The button's text, and its text while the call is under way. */
  action: string
  busy: string
  /** Null once done, else what is wrong. */
  send: (password: string) => Promise<string | null>
  onDone: () => void
  onClose: () => void
  children: ReactNode
}) {
  const form = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = password ? null : 'Escribí tu contraseña.'
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    void run(async () => {
      const refused = await send(password)
      setProblem(refused)
      if (refused) input.current?.focus()
      else onDone()
    })
  }

  return (
    <AlertDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="primary" wide type="submit" form={form} aria-disabled={isBusy || undefined}>
            {isBusy ? busy : action}
          </Button>
          <Button wide onClick={onClose}>
            No, volver
          </Button>
        </>
      }
    >
      <p>{children} Para confirmar, escribí tu contraseña.</p>
      <form id={form} onSubmit={submit} noValidate>
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          ref={input}
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={problem}
          onChange={({ target }) => {
            setPassword(target.value)
            setProblem(null)
          }}
        />
      </form>
    </AlertDialog>
  )
}
