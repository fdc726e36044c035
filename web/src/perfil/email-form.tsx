import { emailProblem } from '@imprimitodo/shared/rules/contacto'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { CUENTA_KEY, setCliente } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { showToast } from '../ui/toasts.tsx'
import { firstMessage } from './mensajes.ts'
import styles from './perfil.module.css'

const FAILED = 'Error al actualizar el correo'

/** 'Actualizar correo electrónico': sent only if it is another one (spec section 5). */
export function EmailForm({ email: current }: { email: string }) {
  const queries = useQueryClient()
  const [email, setEmail] = useState(current)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSame, setSame] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const running = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (running.current) return
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    const unchanged = email.trim() === current
    setSame(unchanged)
    if (unchanged) return
    running.current = true
    setBusy(true)
    await change(email.trim())
    running.current = false
    setBusy(false)
  }

  async function change(asked: string) {
    try {
      const answer = await call('PATCH /api/clientes/actualizar/', { body: { email: asked } })
      if (!answer.ok) return showToast(firstMessage(answer.data, ['email']) ?? FAILED, { tone: 'error' })
      setCliente(queries, { email: answer.data.email })
      setEmail(answer.data.email)
      await queries.invalidateQueries({ queryKey: [...CUENTA_KEY, 'me'] })
      showToast('Correo actualizado correctamente')
    } catch {
      showToast(FAILED, { tone: 'error' })
    }
  }

  return (
    <section className={styles.sheet} aria-labelledby="actualizar-correo">
      <h2 id="actualizar-correo">Actualizar correo electrónico</h2>
      <form onSubmit={send} noValidate>
        <Field
          ref={input}
          label="Correo electrónico"
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          required
          value={email}
          error={problem}
          hint={isSame ? 'Ese ya es tu correo.' : 'Te avisamos del cambio en el correo viejo y en el nuevo.'}
          onBlur={() => setProblem(emailProblem(email))}
          onChange={({ target }) => {
            setEmail(target.value)
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
