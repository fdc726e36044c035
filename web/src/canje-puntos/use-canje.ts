import { countAfter } from '@imprimitodo/shared/rules/base/cantidad'
import { useRef } from 'react'
import type { Answer } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { messagesIn, numberAt } from '../api/reason.ts'
import { NOT_SENT, NotSentError } from '../api/sin-respuesta.ts'

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

type Enviado<T> = { answer: Answer<T> | null; isSent: boolean }

/** What is true of an exchange that the shop did not answer. */
export const lostText = (isSent: boolean): string =>
  isSent
    ? 'Se cortó antes de la respuesta y puede que se haya hecho: tocá otra vez, no se cobra dos veces.'
    : NOT_SENT

/** A proxy's answer has no code: the shop may have done it. */
export const isLostAnswer = (answer: Answer<unknown> | null): boolean => !answer?.ok && answer?.codigo == null

/**
 * Sends an exchange of points with a key, which stays the same until it succeeds: an exchange whose answer was
 * lost is not made twice. Without an answer `answer` is null; `isSent` is false where surely nothing left the phone.
 * `forget`: the exchange is known to be made, although its answer was lost.
 */
export function useCanje() {
  const pendiente = useRef<string | null>(null)
  const send = async <T>(post: (clave: string) => Promise<Answer<T>>): Promise<Enviado<T>> => {
    const clave = pendiente.current ?? newId()
    pendiente.current = clave
    let isSent = true
    const answer = await post(clave)
      .catch((error) => {
        isSent = !(error instanceof NotSentError)
        return isSent ? post(clave) : null
      })
      .catch(() => null)
    if (answer?.ok) pendiente.current = null
    return { answer, isSent }
  }
  const forget = () => {
    pendiente.current = null
  }
  return { send, forget }
}
