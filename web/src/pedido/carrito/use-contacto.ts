import { readCelular } from '@imprimitodo/shared/rules/base/celular'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery, useSession } from '../../api/session/session.ts'
import { useCarrito } from './carrito.ts'
import type { Contacto } from './carrito-state.ts'

/**
 * The fields of step 3. With a session, e-mail and mobile are the account's and `locked`, and are not stored
 * in the half-made order, which outlives the session. If they cannot be loaded the customer is asked for them
 * like a visitor.
 */
export function useContacto(): { contacto: Contacto; locked: boolean } {
  const { contacto } = useCarrito()
  const session = useSession()
  const { data, isError } = useQuery({ ...meQuery, enabled: session.status === 'in' })
  if (session.status !== 'in' || (isError && !data)) return { contacto, locked: false }
  const email = data?.email ?? session.cliente.email
  const celular = data ? (readCelular(data.celular)?.local ?? data.celular) : contacto.celular
  return { contacto: { ...contacto, email, celular }, locked: true }
}

/**
 * The customer of an upload, loaded when it starts; null for a visitor, and where the account cannot be
 * loaded.
 */
export function useUploader(): () => Promise<{ email: string; celular: string } | null> {
  const session = useSession()
  const queries = useQueryClient()
  return async () => {
    if (session.status !== 'in') return null
    // Nothing is lost without it: step 3 asks again, and the purchase is the session's anyway
    return queries.ensureQueryData(meQuery).catch(() => null)
  }
}
