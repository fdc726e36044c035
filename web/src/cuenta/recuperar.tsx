import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { ArrowLeft, KeyRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { call } from '../api/call.ts'
import { TextLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { AskMailForm } from './email-form.tsx'
import { Slip } from './frame.tsx'
import { emailIn } from './typed-email.ts'

/** Asks for the link that sets a new password. */
export function Recuperar() {
  const { state } = useLocation()
  return (
    <Slip
      tone="plain"
      icon={<KeyRound size={36} strokeWidth={2} aria-hidden />}
      title={<PageHeading title={RUTAS['/recuperar'].head.titulo} />}
    >
      <p>Escribí el email de tu cuenta y te mandamos un enlace para elegir una nueva.</p>
      <AskMailForm
        typed={emailIn(state)}
        button="Mandarme el enlace"
        done={(email) =>
          `Si ${email} tiene una cuenta, te mandamos un enlace. Revisá también el correo no deseado.`
        }
        send={(email) => call('POST /api/clientes/recuperar', { body: { email } })}
      />
      <TextLink icon={ArrowLeft} to="/login">
        Volver a iniciar sesión
      </TextLink>
    </Slip>
  )
}
