import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { forgetSession } from '../api/session/session.ts'
import { useNavigate } from '../ui/link.tsx'
import { showToast } from '../ui/notice/toasts.tsx'
import { ConPassword } from './con-password.tsx'
import { mensajeRefusal } from './mensajes.ts'

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
  return (
    <ConPassword
      title="¿Eliminar tu cuenta?"
      email={email}
      action="Sí, eliminarla para siempre"
      busy="Eliminando..."
      send={(password) =>
        mensajeRefusal(
          () => call('POST /api/clientes/eliminar', { body: { password } }),
          'No pudimos eliminarla. Intentá de nuevo.',
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
