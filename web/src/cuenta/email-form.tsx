import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { type FormEvent, useRef, useState } from 'react'
import type { Answer } from '../api/call.ts'
import { waitOf } from '../api/reason.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { useBusy } from '../ui/state/use-busy.ts'

/** A form that asks for a mail: an address and a button. The answer is the same for every address. */
export function AskMailForm({
  typed = '',
  button,
  done,
  send,
}: {
  /** An address that the customer typed before. */
  typed?: string
  button: string
  done: (email: string) => string
  send: (email: string) => Promise<Pick<Answer<unknown>, 'ok' | 'codigo' | 'errores'>>
}) {
  const [email, setEmail] = useState(typed)
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null)
  const { isBusy, run } = useBusy()
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = emailProblem(email)
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    void run(async () => {
      setOutcome(null)
      setOutcome(await ask())
    })
  }

  async function ask() {
    try {
      const answer = await send(email.trim())
      if (answer.ok) return { ok: true, text: done(email.trim()) }
      return { ok: false, text: waitOf(answer) ?? 'No pudimos mandarlo. Intentá de nuevo en un rato.' }
    } catch {
      return { ok: false, text: 'Parece que no hay conexión. Intentá de nuevo.' }
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <Field
        ref={input}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={problem}
        onBlur={() => email && setProblem(emailProblem(email))}
        onChange={({ target }) => {
          setEmail(target.value)
          if (problem) setProblem(emailProblem(target.value))
        }}
      />
      <Button variant="primary" type="submit" wide aria-disabled={isBusy || undefined}>
        {isBusy ? 'Procesando...' : button}
      </Button>
      {outcome && <Notice tone={outcome.ok ? 'done' : 'error'}>{outcome.text}</Notice>}
    </form>
  )
}
