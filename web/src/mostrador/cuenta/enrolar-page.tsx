import { useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Toasts } from '../../ui/notice/toasts.tsx'
import { ask } from '../session/ask.ts'
import { Confirming } from '../session/confirm-dialog.tsx'
import { endSession, factorEnrolled, useMostradorSession } from '../session/session.ts'
import { ActivateFactor } from './activate-factor.tsx'
import { Tarjeta } from './tarjeta.tsx'

/** The only page for a person without a second factor where the owner requires one. */
export default function EnrolPage() {
  const session = useMostradorSession()
  const cache = useQueryClient()

  function goOn() {
    // Calls that were refused before are repeated
    cache.clear()
    if (session) factorEnrolled(session.access)
  }
  async function leave() {
    await ask('POST /api/mostrador/salir').catch(() => null)
    endSession()
  }

  return (
    <>
      <Tarjeta title="Activá tu segundo factor">
        <p>
          {session?.nombre}, para usar el mostrador hace falta un segundo factor: además de tu contraseña, un
          código de tu teléfono.
        </p>
        <p>Instalá una aplicación de códigos, como Google Authenticator o Aegis, y seguí acá.</p>
        <ActivateFactor onDone={goOn} />
        <Button size="medium" icon={LogOut} onClick={() => void leave()}>
          Salir
        </Button>
      </Tarjeta>
      <Confirming />
      <Toasts />
    </>
  )
}
