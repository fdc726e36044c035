import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { setCliente } from '../api/session/session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { patchEmail } from './change-email.ts'
import { CorreoPendiente } from './correo-pendiente.tsx'
import styles from './perfil.module.css'

/**
 * 'Actualizar correo electrónico': sent only if it differs, not counting case; it takes effect once its mailbox has
 * confirmed it.
 */
export function ChangeEmailForm({ email: current, pendiente }: { email: string; pendiente: string | null }) {
  const queries = useQueryClient()
  // Until something is typed the field follows the account, which another tab may have changed
  const [typed, setTyped] = useState<string | null>(null)
  const email = typed ?? current
  const [problem, setProblem] = useState<string | null>(null)
  const [isSame, setSame] = useState(false)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    const unchanged = email.trim().toLowerCase() === current
    setSame(unchanged)
    if (!unchanged) void run(() => change(email.trim()))
  }

  async function change(asked: string) {
    const changed = await patchEmail(asked)
    if (typeof changed === 'string') {
      setProblem(changed)
      return showToast(changed, { tone: 'error' })
    }
    setCliente(queries, changed)
    setTyped(null)
    showToast('Correo actualizado correctamente')
    if (changed.email_pendiente) showToast('Confirmalo desde el mail que te mandamos')
  }

  return (
    <section className={styles.sheet} aria-labelledby="actualizar-correo">
      <h2 id="actualizar-correo">Actualizar correo electrónico</h2>
      <form onSubmit={send} noValidate>
        {pendiente && <CorreoPendiente email={current} pendiente={pendiente} />}
        <Field
          ref={input}
          label="Correo electrónico"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          error={problem}
          hint={isSame ? 'Ese ya es tu correo.' : 'Vas a confirmarlo desde un mail que te mandamos ahí.'}
          onBlur={() => setProblem(emailProblem(email) ?? problem)}
          onChange={({ target }) => {
            setTyped(target.value)
            setSame(false)
            if (problem) setProblem(emailProblem(target.value))
          }}
        />
        <Button type="submit" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Procesando...' : 'Actualizar correo'}
        </Button>
      </form>
    </section>
  )
}
