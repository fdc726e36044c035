import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { type FocusEvent, type FormEvent, useDeferredValue, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '../api/call.ts'
import { Button, TextLink } from '../ui/button.tsx'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { CelularField } from '../ui/form/celular-field.tsx'
import { Field } from '../ui/form/field.tsx'
import { MeantHost } from '../ui/form/meant-host.tsx'
import { PasswordField } from '../ui/form/password-field.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { useLive } from '../ui/state/use-live.ts'
import styles from './frame.module.css'
import { Frame } from './frame.tsx'
import {
  CAMPOS,
  type CampoDeRegistro,
  type CamposDeRegistro,
  type ProblemasDeRegistro,
  registroOf,
  registroProblemas,
  registroRefusal,
  VACIO,
} from './registro-campos.ts'
import { RegistroEspera } from './registro-espera.tsx'
import { RegistroExito } from './registro-exito.tsx'

const FIX = 'Por favor corrige los errores en el formulario'
const FAILED = 'Algo salió mal al registrar. Intentá de nuevo.'
const POINTS = [
  'Tus pedidos de Alberdi y Aguilares en un solo lugar',
  'Repetí un pedido sin volver a subirlo',
  'Tus datos ya cargados al confirmar',
]

/** Registration: the form, then the message that replaces it. */
export function RegistroPage() {
  const [campos, setCampos] = useState(VACIO)
  const [left, setLeft] = useState<ReadonlySet<CampoDeRegistro>>(new Set())
  const [refused, setRefused] = useState<ProblemasDeRegistro>({})
  const [dialog, setDialog] = useState<string[] | null>(null)
  const { isBusy, run } = useBusy()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // The form has many parts, so they are drawn in pieces
  const isLive = useDeferredValue(useLive())
  // UTC's day, which is the shop's or the next: the server knows exactly
  const today = new Date().toISOString().slice(0, 10)
  const problemas = registroProblemas(campos, today)

  if (sentTo !== null) return <RegistroExito email={sentTo} />

  const focus = (campo: CampoDeRegistro | undefined) =>
    campo && form.current?.querySelector<HTMLElement>(`[name=${campo}]`)?.focus()
  const write = (campo: CampoDeRegistro, text: string) => {
    setRefused(({ [campo]: _, ...others }) => others)
    setCampos({ ...campos, [campo]: text })
  }
  const correctHost = (email: string) => {
    focus('email')
    write('email', email)
  }
  const errorOf = (campo: CampoDeRegistro) =>
    refused[campo] ?? (left.has(campo) ? problemas[campo] : undefined)
  /** The e-mail is checked on blur even when empty; the others once there is something to check. */
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    const campo = CAMPOS.find((one) => one === event.target.name)
    if (campo && (campo === 'email' || campos[campo])) setLeft(new Set(left).add(campo))
  }
  const bind = (name: CampoDeRegistro) => ({
    name,
    value: campos[name],
    error: errorOf(name),
    onBlur: leave,
    required: true,
  })
  const bindText = (name: CampoDeRegistro) => ({
    ...bind(name),
    onChange: ({ target }: { target: HTMLInputElement }) => write(name, target.value),
  })

  function send(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setLeft(new Set(CAMPOS))
    const first = CAMPOS.find((campo) => problemas[campo] ?? refused[campo])
    if (first) return focus(first)
    void run(() => register(campos))
  }

  async function register(sent: CamposDeRegistro) {
    try {
      const answer = await call('POST /api/clientes/', { body: registroOf(sent) })
      if (answer.ok) return setSentTo(sent.email.trim())
      const { campos: fields, rest } = registroRefusal(answer.data)
      if (answer.codigo !== 'datos') return setDialog([FAILED, ...(answer.codigo === 'limite' ? rest : [])])
      setRefused(fields)
      setDialog([FIX, ...rest])
    } catch {
      setDialog([FAILED, 'Parece que no hay conexión.'])
    }
  }

  return (
    <Frame drawing="PlusOne" promise="Cada peso que imprimís suma un punto." points={POINTS}>
      <PageHeading title={RUTAS['/registro'].head.titulo} />
      <p className={`lead ${styles.lead}`}>Un minuto y tu próxima copia ya suma puntos.</p>
      {isLive ? (
        <form ref={form} className={styles.form} onSubmit={send} noValidate>
          <Field
            {...bindText('email')}
            label="Email"
            type="email"
            // The name that the login asks for: otherwise browsers store the mobile, the text above the password
            autoComplete="username"
            below={<MeantHost email={campos.email} onCorrect={correctHost} />}
          />
          <Field {...bindText('nombre')} label="Nombre completo" autoComplete="name" />
          <div className={styles.pair}>
            <CelularField
              {...bind('celular')}
              label="Celular"
              hint="Con característica, sin 0 ni 15"
              onText={(text) => write('celular', text)}
            />
            <Field
              {...bindText('fecha_nacimiento')}
              label="Fecha de nacimiento"
              type="date"
              autoComplete="bday"
              max={today}
            />
          </div>
          <PasswordField
            {...bindText('password')}
            label="Contraseña"
            autoComplete="new-password"
            strength={campos.password}
          />
          <PasswordField {...bindText('repetir')} label="Repetir contraseña" autoComplete="new-password" />
          <Button variant="primary" type="submit" wide aria-disabled={isBusy || undefined}>
            {isBusy ? 'Procesando...' : 'Registrarme'}
          </Button>
        </form>
      ) : (
        <RegistroEspera />
      )}
      <p className={`${styles.small} ${styles.prose}`}>
        Al registrarte aceptás los <TextLink to="/terminos">Términos y condiciones</TextLink> y cómo cuidamos
        tus datos: <TextLink to="/privacidad">Privacidad</TextLink>.
      </p>
      <p className={styles.small}>
        ¿Ya tenés cuenta? <TextLink to="/login">Iniciar Sesión</TextLink>
      </p>
      {dialog && (
        <AlertDialog
          title="Error"
          onClose={() => setDialog(null)}
          actions={
            <Button
              variant="primary"
              wide
              onClick={() => {
                flushSync(() => setDialog(null))
                focus(CAMPOS.find((campo) => refused[campo]))
              }}
            >
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
