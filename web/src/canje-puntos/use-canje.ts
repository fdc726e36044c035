import { countAfter } from '@imprimitodo/shared/rules/base/cantidad'
import { useRef } from 'react'
import type { Answer } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { messagesIn, numberAt } from '../api/reason.ts'

/** The exchange that the customer has to confirm. `cambio`: tells that it differs from the one shown before. */
export type PreguntaDeCanje = { puntos: number; hojas: number; cambio: string | null }

/** 'Te quedan 500 puntos.'; nothing where the points on the screen are older than the question. */
export const quedaText = (puntos: number, asked: PreguntaDeCanje): string =>
  puntos < asked.puntos ? '' : `${countAfter('Te queda', puntos - asked.puntos, 'punto')}.`

/** The present numbers of the exchange, if it was refused because they changed meanwhile; null for any other answer. */
export function cambioIn(answer: Answer<unknown> | null): PreguntaDeCanje | null {
  if (answer?.codigo !== 'puntos_cambiaron') return null
  const puntos = numberAt(answer.data, 'puntos')
  if (puntos === null) return null
  return {
    puntos,
    hojas: numberAt(answer.data, 'hojas') ?? 0,
    cambio: messagesIn(answer.data).detail ?? null,
  }
}

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
