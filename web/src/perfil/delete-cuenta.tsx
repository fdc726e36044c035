import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../api/call.ts'
import { FIN_DE_SESION, forgetSession } from '../api/session/session.ts'
import { NotSentError, OTRA_VEZ, sinRespuesta } from '../api/sin-respuesta.ts'
import { useNavigate } from '../ui/link.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { ConPassword } from './con-password.tsx'
import { mensajeRefusal } from './mensajes.ts'

const GONE =
  'Tu sesión terminó. Si tu cuenta se eliminó, te llega un mail que lo dice. Si no te llega, ingresá y probá de nuevo.'
/** The page changes while it is shown, and it is long. */
const GONE_MS = 20_000

/** Deletes the account, which cannot be undone. `onForgotten`: deletes its data in this browser too. */
export function DeleteCuenta({
  email,
  onForgotten,
  onClose,
}: {
  email: string
  onForgotten: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isLost = useRef(false)
  async function eliminar(password: string) {
    const answer = await call('POST /api/clientes/eliminar', { body: { password } })
    // The session ended, and the page with it: most likely with the account, at the attempt whose answer was lost
    if (answer.status === 401 && isLost.current) {
      onForgotten()
      showToast(GONE, { tone: 'warning', ms: GONE_MS, about: FIN_DE_SESION })
    }
    return answer
  }
  return (
    <ConPassword
      title="¿Eliminar tu cuenta?"
      email={email}
      action="Sí, eliminarla para siempre"
      busy="Eliminando..."
      send={(password) =>
        mensajeRefusal(
          () => eliminar(password),
          'No pudimos eliminarla. Intentá de nuevo.',
          (error) => {
            isLost.current ||= !(error instanceof NotSentError)
            return sinRespuesta(
              'se eliminó',
              `${OTRA_VEZ} Si se eliminó, te llega un mail que lo dice.`,
              error,
            )
          },
        )
      }
      onDone={() => {
        onForgotten()
        forgetSession(queries, { salida: true })
        showToast('Tu cuenta fue eliminada')
        navigate('/', { replace: true })
      }}
      onClose={onClose}
    >
      Se borran tus datos, tus puntos y tus códigos, y no se puede deshacer.
    </ConPassword>
  )
}
