import { useQueryClient } from '@tanstack/react-query'
import { LogIn } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Navigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { useInstalada } from '../apertura/queries.ts'
import { BusyButton } from '../busy-button.tsx'
import { Tarjeta } from '../cuenta/tarjeta.tsx'
import { useFirstField } from '../first-field.ts'
import { answerSound, isSoundAnswered } from '../live/sound.ts'
import { behindCheck } from './behind-check.ts'
import styles from './login.module.css'
import { returnPath } from './return-path.ts'
import { howItEnded, startSession, useMostradorSession } from './session.ts'

const NO_NETWORK = 'No hay conexión con el servidor. Revisá la red e intentá de nuevo.'

const typedIn = (fields: FormData) => ({
  email: String(fields.get('email') ?? '').trim(),
  password: String(fields.get('password') ?? ''),
  totp: String(fields.get('totp') ?? '').trim(),
})

/** The missing fields' messages, by the names of the fields. */
const missingOf = ({ email, password, totp }: ReturnType<typeof typedIn>, needsCode: boolean) => ({
  ...(!email && { email: 'Escribí tu e-mail.' }),
  ...(!password && { password: 'Escribí tu contraseña.' }),
  ...(needsCode && !totp && { totp: 'Escribí el código.' }),
})

export function LoginPage() {
  const session = useMostradorSession()
  const instalada = useInstalada()
  const { search } = useLocation()
  const cache = useQueryClient()
  const [problems, setProblems] = useState<{
    email?: string
    password?: string
    totp?: string
    general?: string
  }>({})
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const first = useFirstField<HTMLInputElement>()
  const [asksSound] = useState(() => !isSoundAnswered())
  // One clerk's data must not be shown to the next
  useEffect(() => cache.clear(), [cache])

  if (session) return <Navigate to={returnPath(search)} replace />
  if (instalada === false) return <Navigate to="/mostrador/instalar" replace />

  async function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const typed = typedIn(fields)
    const missing = missingOf(typed, needsCode)
    setProblems(missing)
    const firstMissing = Object.keys(missing)[0]
    if (firstMissing) return form.querySelector<HTMLElement>(`[name=${firstMissing}]`)?.focus()
    setBusy(true)
    try {
      const answer = await behindCheck(() =>
        call('POST /api/mostrador/ingresar', { body: { ...typed, totp: typed.totp || null }, token: '' }),
      )
      if (answer.ok) {
        if (asksSound) answerSound(fields.get('sonido') !== null)
        return startSession(answer.data)
      }
      const asksCode = answer.codigo === 'segundo_factor'
      if (asksCode && !needsCode) return setNeedsCode(true)
      if (asksCode) return setProblems({ totp: answer.errores ?? 'Ese código no va.' })
      setProblems({ general: answer.errores ?? 'No se pudo ingresar. Intentá de nuevo.' })
    } catch {
      setProblems({ general: NO_NETWORK })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Tarjeta title="Ingresar" shown="Mostrador">
      {howItEnded() === 'vencida' && (
        <Notice tone="warning">
          <b>Tu sesión terminó.</b> Ingresá de nuevo y volvés a donde estabas.
        </Notice>
      )}
      <form className={styles.form} onSubmit={enter} noValidate>
        <Field
          label="E-mail"
          ref={first}
          name="email"
          type="email"
          autoComplete="username"
          error={problems.email}
        />
        <Field
          label="Contraseña"
          name="password"
          type="password"
          autoComplete="current-password"
          error={problems.password}
        />
        {needsCode && (
          <Field
            label="Código de tu teléfono"
            hint="6 dígitos, o uno de tus códigos de recuperación."
            name="totp"
            autoComplete="one-time-code"
            autoFocus
            error={problems.totp}
          />
        )}
        {asksSound && (
          <label className={styles.sonido}>
            <input type="checkbox" name="sonido" defaultChecked />
            Que suene cuando entra un pedido o algo necesita a alguien
          </label>
        )}
        {problems.general && <Notice tone="error">{problems.general}</Notice>}
        <BusyButton variant="primary" type="submit" wide icon={LogIn} isBusy={isBusy} busyText="Ingresando…">
          Ingresar
        </BusyButton>
      </form>
      <TextLink to="/mostrador/recuperar">¿Olvidaste tu contraseña?</TextLink>
    </Tarjeta>
  )
}
