import { PASSWORD_MISMATCH, passwordChangeProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { problemIn } from './mensajes.ts'
import { PasswordActualizada } from './password-actualizada.tsx'
import styles from './perfil.module.css'

const FAILED = 'Error al cambiar la contraseña'
const EMPTY = { actual: '', nueva: '', confirmacion: '' }
type Campo = keyof typeof EMPTY
type Problem = { campo: Campo | null; text: string }

/** 'Cambiar contraseña': problems stand under their field, those of several fields above the button. */
export function ChangePasswordForm({ email }: { email: string }) {
  const [campos, setCampos] = useState(EMPTY)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { isBusy, run } = useBusy()
  const [isDone, setDone] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const tell = (found: Problem) => {
    setProblem(found)
    const first = found.campo ?? (Object.keys(campos) as Campo[]).find((campo) => !campos[campo])
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = passwordChangeProblem(campos)
    setProblem(null)
    if (wrong) return tell({ campo: campoOf(wrong, campos), text: wrong })
    void run(async () => {
      const refused = await change(campos)
      if (refused) tell(refused)
      else setDone(true)
    })
  }

  const bind = (name: Campo) => ({
    name,
    required: true,
    value: campos[name],
    error: problem?.campo === name ? problem.text : null,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setCampos({ ...campos, [name]: target.value })
      setProblem(null)
    },
  })

  return (
    <section className={styles.sheet} aria-labelledby="cambiar-password">
      <h2 id="cambiar-password">Cambiar contraseña</h2>
      <form ref={form} onSubmit={send} noValidate>
        {/* For password managers: whose password it is */}
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordField {...bind('actual')} label="Contraseña actual" autoComplete="current-password" />
        <PasswordField
          {...bind('nueva')}
          label="Contraseña nueva"
          autoComplete="new-password"
          strength={campos.nueva}
        />
        <PasswordField
          {...bind('confirmacion')}
          label="Confirmar contraseña nueva"
          autoComplete="new-password"
        />
        {problem && problem.campo === null && <Notice tone="error">{problem.text}</Notice>}
        <Button type="submit" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Procesando...' : 'Cambiar contraseña'}
        </Button>
        <p className={styles.small}>Al cambiarla cerramos tu sesión en todos los dispositivos.</p>
      </form>
      {isDone && <PasswordActualizada />}
    </section>
  )
}

/** The field that a rule's message belongs to; null: to all of them. */
function campoOf(text: string, { actual, nueva, confirmacion }: typeof EMPTY): Campo | null {
  if (!actual || !nueva || !confirmacion) return null
  return text === PASSWORD_MISMATCH ? 'confirmacion' : 'nueva'
}

/** Null once changed. */
async function change({ actual, nueva }: typeof EMPTY): Promise<Problem | null> {
  try {
    const answer = await call('PATCH /api/clientes/actualizar/', {
      body: { password_actual: actual, password: nueva },
    })
    if (answer.ok) return null
    const refused = problemIn(answer.data, ['password_actual', 'password', 'non_field_errors'])
    const campo =
      refused?.field === 'password_actual' ? 'actual' : refused?.field === 'password' ? 'nueva' : null
    return { campo, text: refused?.text ?? FAILED }
  } catch (error) {
    const lost = sinRespuesta('se cambió', 'Si no te toma la actual, probá entrar con la nueva.', error)
    return { campo: null, text: `${FAILED}. ${lost}` }
  }
}
