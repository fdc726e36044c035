import { EMAIL_REQUIRED } from '@imprimitodo/shared/rules/base/contacto'
import { safeRedirect } from '@imprimitodo/shared/rules/vidriera/redirect'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Answer, call } from '../api/call.ts'
import { interrupted } from '../api/interrupted.ts'
import { passCaptcha, prepareCaptcha } from '../api/session/captcha.ts'
import { signIn } from '../api/session/session.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { Field } from '../ui/form/field.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { useNavigate } from '../ui/link.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { useIsShown } from '../ui/state/use-is-shown.ts'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'
import { withEmail } from './typed-email.ts'

const PASSWORD_REQUIRED = 'Escribí tu contraseña.'
const CREDENTIALS = 'Revisá tus credenciales e intentá de nuevo.'
const NO_NETWORK = 'No hay conexión con el servidor. Revisá tu señal e intentá de nuevo.'
const SLOW_DOWN = 'Fueron demasiados intentos. Probá de nuevo en un rato.'
/** After this time the form says that it is waiting. */
const SLOW_MS = 1500

type Problems = { email?: string; password?: string }

/** The message, and below it the reason where there were too many tries. */
const refusalTexts = ({ codigo, errores }: Answer<unknown>): string[] =>
  codigo === 'limite' ? [CREDENTIALS, errores ?? SLOW_DOWN] : [CREDENTIALS]

/** Login: the anti-bot check, then the credentials. */
export function Login() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const redirect = safeRedirect(query.get('redirect') ?? interrupted.read())
  const [problems, setProblems] = useState<Problems>({})
  const [typed, setTyped] = useState('')
  const [dialog, setDialog] = useState<string[] | null>(null)
  const { isBusy, run } = useBusy()
  const isShown = useIsShown()
  const isSlow = useSlow(isBusy)

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const fields = new FormData(form)
    const email = String(fields.get('email') ?? '').trim()
    const password = String(fields.get('password') ?? '')
    const missing: Problems = {
      ...(!email && { email: EMAIL_REQUIRED }),
      ...(!password && { password: PASSWORD_REQUIRED }),
    }
    setProblems(missing)
    const [first] = Object.keys(missing)
    if (first) return form.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
    void run(async () => {
      const problem = await enter(email, password)
      setDialog(problem)
      if (problem || !isShown()) return
      interrupted.forget()
      navigate(redirect ?? '/perfil', { replace: true })
    })
  }

  /** Null after a login, or where the form was left before; else the message, and the reason below it. */
  async function enter(email: string, password: string): Promise<string[] | null> {
    try {
      if (!(await passCaptcha('login'))) return [CREDENTIALS]
      if (!isShown()) return null
      const answer = await call('POST /api/auth/login/', { body: { email, password } })
      if (!answer.ok || answer.status !== 200) return refusalTexts(answer)
      await signIn(queries, answer.data.access)
      return null
    } catch (error) {
      return [error instanceof TypeError ? NO_NETWORK : CREDENTIALS]
    }
  }

  return (
    <Frame drawing="Notebook" promise="Subí tus PDF desde tu casa y retirá en la sucursal.">
      <PageHeading title={RUTAS['/login'].head.titulo} />
      <p className={`lead ${styles.lead}`}>Tus puntos y tus pedidos te esperan.</p>
      {redirect && (
        <Notice still className={styles.notice}>
          Iniciá sesión y volvés a donde estabas.
        </Notice>
      )}
      <form className={styles.form} onSubmit={send} onFocus={() => void prepareCaptcha()} noValidate>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={problems.email}
          onChange={({ target }) => {
            setTyped(target.value)
            if (problems.email) setProblems({ ...problems, email: undefined })
          }}
        />
        <PasswordField
          label="Contraseña"
          name="password"
          autoComplete="current-password"
          required
          error={problems.password}
          onChange={() => problems.password && setProblems({ ...problems, password: undefined })}
        />
        <Button variant="primary" type="submit" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Ingresando...' : 'Entrar'}
        </Button>
      </form>
      <p className={styles.links}>
        <TextLink to="/recuperar" state={withEmail(typed)}>
          ¿Olvidaste tu contraseña?
        </TextLink>
        <TextLink to="/registro">Crear Cuenta</TextLink>
      </p>
      <p className={`${styles.small} ${styles.waiting}`} role="status">
        {isSlow
          ? 'Estamos comprobando que no seas un robot. En algunos celulares tarda unos segundos: no cierres esta página.'
          : 'Antes de entrar comprobamos que no seas un robot. Es automático, no tenés que hacer nada.'}
      </p>
      {dialog && (
        <AlertDialog
          title="Error al iniciar sesión"
          onClose={() => setDialog(null)}
          actions={
            <Button variant="primary" wide onClick={() => setDialog(null)}>
              Entendido
            </Button>
          }
        >
          {dialog.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </AlertDialog>
      )}
    </Frame>
  )
}

function useSlow(isBusy: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isBusy) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [isBusy])
  return isSlow
}
