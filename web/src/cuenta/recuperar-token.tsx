import { newPasswordProblem, repeatProblem } from '@imprimitodo/shared/rules/cuentas/password'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { dataOf } from '../api/query-client.ts'
import { messagesIn, reasonOf } from '../api/reason.ts'
import { forgetSession } from '../api/session/session.ts'
import { sinRespuesta } from '../api/sin-respuesta.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { Enlace } from './enlace.tsx'
import { Slip } from './frame.tsx'

/** The page of the reset mail's link: checks whether it still works, then takes the new password. */
export function RecuperarToken() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const query = useQuery({
    queryKey: ['recuperar', token],
    queryFn: ({ signal }) =>
      dataOf(call('GET /api/clientes/recuperar/:token', { params: { token }, signal })),
    enabled: !isDone,
    refetchOnWindowFocus: false,
  })
  if (isDone) return <Lista />
  const another = (
    <LinkButton variant="primary" to="/recuperar">
      Pedir otro enlace
    </LinkButton>
  )
  return (
    <Enlace query={query} another={another}>
      {({ email }) => <NuevaPassword token={token} email={email} onDone={() => setDone(true)} />}
    </Enlace>
  )
}

const Lista = () => (
  <Slip tone="done" title={<PageHeading title="Contraseña actualizada" />}>
    <p role="status">Por seguridad cerramos tu sesión en todos los dispositivos.</p>
    <LinkButton variant="primary" to="/login">
      Entrar
    </LinkButton>
  </Slip>
)

function NuevaPassword({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [repetir, setRepetir] = useState('')
  const [problems, setProblems] = useState<{ password?: string | null; repetir?: string | null }>({})
  const [general, setGeneral] = useState<string | null>(null)
  const { isBusy, run } = useBusy()
  const form = useRef<HTMLFormElement>(null)
  const focus = (name: 'password' | 'repetir') =>
    form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const wrong = { password: newPasswordProblem(password), repetir: repeatProblem(password, repetir) }
    setProblems(wrong)
    setGeneral(null)
    if (wrong.password) return focus('password')
    if (wrong.repetir) return focus('repetir')
    void run(change)
  }

  async function change() {
    try {
      const answer = await call('POST /api/clientes/recuperar/:token', {
        params: { token },
        body: { password },
      })
      if (answer.ok) {
        forgetSession(queries, { salida: true })
        return onDone()
      }
      const { password: wrong } = messagesIn(answer.data)
      if (!wrong) return setGeneral(reasonOf(answer) ?? 'No pudimos cambiarla. Intentá de nuevo.')
      setProblems({ password: wrong })
      focus('password')
    } catch (error) {
      setGeneral(sinRespuesta('se cambió', 'Probá entrar con la nueva.', error))
    }
  }

  return (
    <Slip
      tone="plain"
      icon={<KeyRound size={36} strokeWidth={2} aria-hidden />}
      title={<PageHeading title={RUTAS['/recuperar/:token'].head.titulo} />}
    >
      <p>
        Para la cuenta <b>{email}</b>.
      </p>
      <form ref={form} onSubmit={send} noValidate>
        {/* For password managers: which account the new password is for */}
        <input type="text" hidden name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Contraseña nueva"
          name="password"
          autoComplete="new-password"
          required
          value={password}
          error={problems.password}
          onChange={({ target }) => {
            setPassword(target.value)
            setProblems({ ...problems, password: null })
          }}
          strength={password}
        />
        <PasswordField
          label="Confirmar contraseña nueva"
          name="repetir"
          autoComplete="new-password"
          required
          value={repetir}
          error={problems.repetir}
          onChange={({ target }) => {
            setRepetir(target.value)
            setProblems({ ...problems, repetir: null })
          }}
        />
        {general && <Notice tone="error">{general}</Notice>}
        <Button variant="primary" type="submit" wide aria-disabled={isBusy || undefined}>
          {isBusy ? 'Procesando...' : 'Guardar contraseña'}
        </Button>
      </form>
    </Slip>
  )
}
