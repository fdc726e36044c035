import { emailProblem } from '@imprimitodo/shared/rules/base/contacto'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFirstField } from '../first-field.ts'
import styles from '../session/login.module.css'
import { useMostradorSession } from '../session/session.ts'
import { Tarjeta } from './tarjeta.tsx'

const NO_NETWORK = 'No hay conexión con el servidor. Revisá la red e intentá de nuevo.'

/** Asks for the link that sets a new password. */
export function RecuperarPage() {
  const session = useMostradorSession()
  const [problem, setProblem] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<{ ok: boolean; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useFirstField<HTMLInputElement>()

  async function send(event: FormEvent) {
    event.preventDefault()
    const email = field.current?.value.trim() ?? ''
    const wrong = email ? emailProblem(email) : 'Escribí tu e-mail.'
    setProblem(wrong)
    if (wrong) return field.current?.focus()
    if (isBusy) return
    setBusy(true)
    setOutcome(null)
    const answer = await call('POST /api/mostrador/recuperar', { body: { email }, token: '' }).catch(
      () => null,
    )
    setBusy(false)
    if (answer?.ok) return setOutcome({ ok: true, text: answer.data.mensaje })
    setOutcome({ ok: false, text: answer?.errores ?? NO_NETWORK })
  }

  return (
    <Tarjeta title={session ? 'Cambiar mi contraseña' : '¿Olvidaste tu contraseña?'}>
      <p>Escribí tu e-mail del mostrador y te mandamos un enlace para elegir una nueva. Vale 2 horas.</p>
      <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        <Field ref={field} label="E-mail" name="email" type="email" autoComplete="username" error={problem} />
        {outcome && <Notice tone={outcome.ok ? 'done' : 'error'}>{outcome.text}</Notice>}
        <BusyButton variant="primary" type="submit" wide isBusy={isBusy} busyText="Mandando…">
          Mandarme el enlace
        </BusyButton>
      </form>
      {session ? (
        <TextLink to="/mostrador/cuenta">Volver a mi cuenta</TextLink>
      ) : (
        <TextLink to="/mostrador/ingresar">Volver a ingresar</TextLink>
      )}
    </Tarjeta>
  )
}
