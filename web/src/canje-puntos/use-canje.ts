import { useRef } from 'react'
import type { Answer } from '../api/call.ts'
import { newId } from '../api/new-id.ts'

/**
 * Sends an exchange of points with a key, which stays the same until it succeeds: an exchange whose answer was
 * lost is not made twice. Null without an answer. `forget`: the exchange is known to be made, although its
 * answer was lost.
 */
export function useCanje() {
  const pendiente = useRef<string | null>(null)
  const send = async <T>(post: (clave: string) => Promise<Answer<T>>): Promise<Answer<T> | null> => {
    const clave = pendiente.current ?? newId()
    pendiente.current = clave
    const answer = await post(clave)
      .catch(() => post(clave))
      .catch(() => null)
    if (answer?.ok) pendiente.current = null
    return answer
  }
  const forget = () => {
    pendiente.current = null
  }
  return { send, forget }
}
