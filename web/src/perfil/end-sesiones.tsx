import type { SesionAbierta } from '@imprimitodo/shared/api/clientes'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { OTRA_VEZ, sinRespuesta } from '../api/sin-respuesta.ts'
import { showToast } from '../ui/notice/toasts.tsx'
import { ConPassword } from './con-password.tsx'
import { mensajeRefusal } from './mensajes.ts'
import { sesionesQuery } from './queries.ts'

/**
 * Ends one other session, or all. Needs the password: otherwise a person with an unlocked phone could lock
 * its owner out.
 */
export function EndSesiones({
  email,
  sesion,
  onDone,
  onClose,
}: {
  email: string
  sesion: SesionAbierta | null
  onDone: () => void
  onClose: () => void
}) {
  const queries = useQueryClient()
  async function send(password: string) {
    const close = async () => {
      const body = { password, ...(sesion && { id: sesion.id }) }
      const answer = await call('POST /api/clientes/sesiones/cerrar', { body })
      return answer.codigo === 'no_existe' ? { ...answer, ok: true } : answer // it was closed meanwhile
    }
    const refused = await mensajeRefusal(close, 'No pudimos cerrarla. Intentá de nuevo.', (error) =>
      sinRespuesta(sesion ? 'se cerró' : 'se cerraron', OTRA_VEZ, error),
    )
    if (!refused) await queries.invalidateQueries({ queryKey: sesionesQuery.queryKey })
    return refused
  }
  return (
    <ConPassword
      title={sesion ? '¿Cerrar esa sesión?' : '¿Cerrar todas las demás?'}
      email={email}
      action={sesion ? 'Sí, cerrarla' : 'Sí, cerrarlas'}
      busy="Cerrando..."
      send={send}
      onDone={() => {
        showToast(sesion ? 'Sesión cerrada' : 'Cerramos las demás sesiones')
        onDone()
      }}
      onClose={onClose}
    >
      {sesion
        ? `Quien use ${sesion.dispositivo} va a tener que iniciar sesión de nuevo.`
        : 'Solo queda abierta la de este dispositivo.'}
    </ConPassword>
  )
}
