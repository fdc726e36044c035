import { passwordProblem, repeatProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { dataOf, isRefused } from '../../api/query-client.ts'
import { reasonOf } from '../../api/reason.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { LinkButton, TextLink } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useFirstField } from '../first-field.ts'
import { useFirstWrong } from '../first-wrong.ts'
import { Unloaded } from '../loading.tsx'
import { problemasOf } from '../problemas.ts'
import styles from '../session/login.module.css'
import { endSession } from '../session/session.ts'
import { Tarjeta } from './tarjeta.tsx'

/** The page of the mail's link: checks whether it still works, then takes the new password. */
export function RecuperarTokenPage() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const query = useQuery({
    queryKey: ['recuperar', token],
    queryFn: ({ signal }) =>
      dataOf(call('GET /api/mostrador/recuperar/:token', { params: { token }, token: '', signal })),
    enabled: !isDone,
    refetchOnWindowFocus: false,
  })
  const { data, error } = query
  if (isDone)
    return (
      // A card of its own: its heading takes the focus, which was in the form
      <Tarjeta key="lista" title="Contraseña actualizada">
        <p role="status">Por seguridad cerramos tu sesión en todas las computadoras.</p>
        <LinkButton variant="primary" to="/mostrador/ingresar">
          Ingresar
        </LinkButton>
      </Tarjeta>
    )
  return (
    <Tarjeta title="Elegí una contraseña nueva">
      {!data && isRefused(error) ? (
        <>
          <Notice tone="error">{error.message}</Notice>
          <TextLink to="/mostrador/recuperar">Pedir otro enlace</TextLink>
        </>
      ) : (
        <Unloaded query={query} label="Cargando…" />
      )}
      {data && (
        <Nueva
          token={token}
          email={data.email}
          onDone={() => {
            endSession()
            setDone(true)
          }}
        />
      )}
    </Tarjeta>
  )
}

const FIELDS = ['password', 'repetir'] as const
type Problems = Partial<Record<(typeof FIELDS)[number] | 'general', string | null>>

function Nueva({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [repetir, setRepetir] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const form = useFirstWrong(problems)
  const first = useFirstField<HTMLInputElement>()
  const [isBusy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = { password: passwordProblem(password), repetir: repeatProblem(password, repetir) }
    setProblems(wrong)
    if (wrong.password || wrong.repetir) return
    setBusy(true)
    const answer = await call('POST /api/mostrador/recuperar/:token', {
      params: { token },
      body: { password },
      token: '',
    }).catch(() => null)
    setBusy(false)
    if (answer?.ok) return onDone()
    setProblems(
      answer
        ? problemasOf(FIELDS, { ...answer, errores: reasonOf(answer) }, 'No se pudo guardar.')
        : { general: sinRespuesta('se cambió', 'Probá entrar con la nueva.') },
    )
  }

  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
      <p>
        Para la cuenta <b>{email}</b>.
      </p>
      {/* For password managers: which account the new password is for */}
      <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label="Contraseña nueva"
        ref={first}
        name="password"
        autoComplete="new-password"
        value={password}
        error={problems.password}
        onChange={({ target }) => setPassword(target.value)}
        strength={password}
      />
      <PasswordField
        label="Confirmar contraseña nueva"
        name="repetir"
        autoComplete="new-password"
        value={repetir}
        error={problems.repetir}
        onChange={({ target }) => setRepetir(target.value)}
      />
      {problems.general && <Notice tone="error">{problems.general}</Notice>}
      <BusyButton variant="primary" type="submit" wide isBusy={isBusy} busyText="Guardando…">
        Guardar contraseña
      </BusyButton>
    </form>
  )
}
