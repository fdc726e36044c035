import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../api/call.ts'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { AskMailForm } from './email-form.tsx'
import styles from './frame.module.css'
import { Slip } from './frame.tsx'

/** The link of the activation mail. Opening it twice does no harm: the server answers the same. */
export function Activate() {
  const { token = '' } = useParams()
  const [estado, setEstado] = useState<'cargando' | 'exito' | 'error'>('cargando')
  useEffect(() => {
    const controller = new AbortController()
    setEstado('cargando')
    void activate(token, controller.signal).then((ok) => {
      if (!controller.signal.aborted) setEstado(ok ? 'exito' : 'error')
    })
    return () => controller.abort()
  }, [token])
  if (estado === 'cargando')
    return (
      <div className={styles.centre}>
        <Spinner label="Verificando tu cuenta..." visible />
      </div>
    )
  return estado === 'exito' ? <Exito /> : <Fallo />
}

async function activate(token: string, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await call('GET /api/clientes/activar/:token/', { params: { token }, signal })
    return answer.ok && answer.data.mensaje.includes('activada')
  } catch {
    return false // no network: the screen says what to do, and the link works later
  }
}

const Exito = () => (
  <Slip tone="done" title={<PageHeading title="¡Cuenta activada!" />}>
    <p role="status">Ya podés iniciar sesión con tu email y tu contraseña.</p>
    <LinkButton variant="primary" to="/login">
      Entrar
    </LinkButton>
  </Slip>
)

const Fallo = () => (
  <Slip tone="failed" title={<PageHeading title="Error de activación" />}>
    <p role="alert">El enlace ya no es válido o expiró. Pedí uno nuevo desde la página de registro.</p>
    <p className={styles.small}>O escribí tu email y te lo mandamos desde acá.</p>
    <AskMailForm
      button="Mandar otro enlace"
      done={(email) =>
        `Si ${email} tiene una cuenta sin activar, te mandamos un enlace nuevo. Dura 48 horas.`
      }
      send={(email) => call('POST /api/clientes/reenviar-activacion', { body: { email } })}
    />
    <TextLink to="/registro">Ir a la página de registro</TextLink>
  </Slip>
)
