import { call } from '../api/call.ts'
import { firstMessage } from './mensajes.ts'

const FAILED = 'Error al actualizar el correo'

/** The account's addresses after the change to `email`, or what is wrong. */
export async function patchEmail(
  email: string,
): Promise<{ email: string; email_pendiente: string | null } | string> {
  try {
    const answer = await call('PATCH /api/clientes/actualizar/', { body: { email } })
    if (!answer.ok) return firstMessage(answer.data, ['email']) ?? FAILED
    return { email: answer.data.email, email_pendiente: answer.data.email_pendiente }
  } catch {
    return FAILED
  }
}
