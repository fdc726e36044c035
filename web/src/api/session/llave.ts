import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type Address, useNavigate } from '../../ui/link.tsx'
import { call } from '../call.ts'
import { pedidoQuery } from '../queries.ts'
import { showAnswer } from '../query-client.ts'
import { messagesIn, reasonOf } from '../reason.ts'

/**
 * Opens an order with the key behind the '#' of its mail's link, and removes it from the address at once.
 * @returns whether that is under way: another call meanwhile would be answered as a stranger's
 */
export function useLlave(pedido_id: string | null): boolean {
  const { hash, pathname, search } = useLocation()
  const navigate = useNavigate()
  const brought = /^#llave=([\w-]{43})$/.exec(hash)?.[1]
  const [llave, setLlave] = useState<string>()
  useEffect(() => {
    if (!brought) return
    setLlave(brought)
    navigate((pathname + search) as Address, { replace: true })
  }, [brought, pathname, search, navigate])
  const { isLoading } = useQuery({
    // Not below PEDIDO_KEY: a reset of that key would open the order again
    queryKey: ['llave', pedido_id, llave],
    // With a key that no longer works the page shows what strangers see, and asks for the e-mail
    queryFn: async ({ signal }) => {
      const params = { pedido_id: pedido_id ?? '' }
      return (await call('POST /api/pedidos/:pedido_id/acceso', { params, body: { llave }, signal })).ok
    },
    enabled: pedido_id !== null && llave !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return brought !== undefined || isLoading
}

/** Opens an order by its e-mail; the browser is given its cookie. @returns null after `onProved`, or what to say */
export function useProveCorreo(
  pedido_id: string,
  onProved: () => unknown,
): (email: string) => Promise<string | null> {
  const queries = useQueryClient()
  return async (email) => {
    try {
      const params = { pedido_id }
      const answer = await call('POST /api/pedidos/:pedido_id/acceso', { params, body: { email } })
      if (!answer.ok)
        return messagesIn(answer.data).email ?? reasonOf(answer) ?? 'No pudimos comprobarlo. Probá de nuevo.'
      showAnswer(queries, pedidoQuery(pedido_id).queryKey, answer.data)
      await onProved()
      return null
    } catch {
      return 'Revisá tu conexión o intentá más tarde.'
    }
  }
}
