import { PrimerDueno } from '@imprimitodo/shared/api/instalacion'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Navigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Tarjeta } from '../cuenta/tarjeta.tsx'
import { checkBody, type Problems } from '../esquema.ts'
import { useFirstWrong } from '../first-wrong.ts'
import { problemasOf } from '../problemas.ts'
import styles from '../session/login.module.css'
import { startSession, useMostradorSession } from '../session/session.ts'
import { codigoDelEnlace, useInstalada } from './queries.ts'

const FIELDS = ['codigo', 'nombre', 'email', 'password'] as const

/** The first start: a person with the installation's code becomes the owner. */
export default function InstalarPage() {
  const session = useMostradorSession()
  const { hash } = useLocation()
  const instalada = useInstalada()
  const [problems, setProblems] = useState<Problems>({})
  const [isBusy, setBusy] = useState(false)
  const form = useFirstWrong(problems)
  if (session) return <Navigate to="/mostrador/dueno/para-abrir" replace />
  if (instalada) return <Navigate to="/mostrador/ingresar" replace />

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => String(typed.get(name) ?? '')
    const read = checkBody(
      PrimerDueno,
      {
        codigo: text('codigo'),
        nombre: text('nombre'),
        email: text('email'),
        password: text('password'),
      },
      FIELDS,
    )
    if (read.problems) return setProblems(read.problems)
    setProblems({})
    setBusy(true)
    try {
      const answer = await call('POST /api/mostrador/instalacion', { body: read.data, token: '' })
      if (answer.ok) return startSession(answer.data)
      setProblems(problemasOf(FIELDS, answer, 'No se pudo crear tu cuenta.'))
    } catch {
      setProblems({ general: 'No hay conexión con el servidor. Lo que escribiste sigue acá.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Tarjeta title="Primeros pasos">
      <p>
        Esta instalación todavía no tiene dueño. Creá tu cuenta con el código que mostró el servidor al
        arrancar.
      </p>
      <form ref={form} className={styles.form} onSubmit={make} noValidate>
        <Field
          label="Código de la instalación"
          defaultValue={codigoDelEnlace(hash)}
          name="codigo"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="12 letras y números. También está en DATA_DIR/secretos/instalacion."
          error={problems.codigo}
        />
        <Field label="Tu nombre" name="nombre" autoComplete="name" error={problems.nombre} />
        <Field label="Tu e-mail" name="email" type="email" autoComplete="username" error={problems.email} />
        <Field
          label="Contraseña"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="8 caracteres o más."
          error={problems.password}
        />
        {problems.general && <Notice tone="error">{problems.general}</Notice>}
        <BusyButton variant="primary" type="submit" wide icon={KeyRound} isBusy={isBusy} busyText="Creando…">
          Crear mi cuenta
        </BusyButton>
      </form>
      <TextLink to={`/mostrador/restaurar${hash}`}>Tengo un respaldo de mi tienda</TextLink>
    </Tarjeta>
  )
}
