import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './es-tu-pedido.module.css'
import { Field } from './form/field.tsx'
import { useBusy } from './state/use-busy.ts'

/**
 * The customer proves an order by its e-mail. `onProve` answers null once it is open, else the message: then
 * the field keeps its text.
 */
export function EsTuPedido({
  onProve,
  action = 'Ver todo',
  children,
}: {
  onProve: (email: string) => Promise<string | null>
  /** The button's text. */
  action?: string
  /** The reason for the customer to prove it. */
  children: ReactNode
}) {
  const title = useId()
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, run } = useBusy()

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const input = event.currentTarget.querySelector('input')
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return input?.focus()
    void run(async () => {
      const said = await onProve(email.trim())
      setProblem(said)
      if (said) input?.focus()
    })
  }

  return (
    <section className={styles.box} aria-labelledby={title}>
      <div>
        <h2 id={title}>¿Es tu pedido?</h2>
        <p>{children}</p>
      </div>
      <form className={styles.form} onSubmit={send} noValidate>
        <Field
          label="Correo"
          name="email"
          type="email"
          autoComplete="email"
          value={email}
          error={problem}
          required
          onChange={({ target }) => {
            setEmail(target.value)
            setProblem(null)
          }}
        />
        <Button type="submit" size="medium" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Comprobando…' : action}
        </Button>
      </form>
    </section>
  )
}
