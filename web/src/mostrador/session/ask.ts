import type { Api } from '@imprimitodo/shared/api'
import { erroresOf } from '@imprimitodo/shared/rules/errores'
import { type AnswerOf, type CallArgs, call, readBody } from '../../api/call.ts'
import { RefusedError } from '../../api/query-client.ts'
import { currentSession, expireSession } from './session.ts'

/** `call` with the counter's bearer. A 401 ends the session, and with it the screen that asked. */
export async function ask<K extends keyof Api>(key: K, ...[options]: CallArgs<K>): Promise<AnswerOf<K>> {
  const token = currentSession()?.access ?? ''
  // The arguments are those of the same key: only the token is added
  const answer = await call(key, ...([{ ...options, token }] as unknown as CallArgs<K>))
  if (answer.status === 401) expireSession(token)
  return answer
}

/** A GET outside the JSON contract (stream, PDF) with the counter's bearer. */
export async function askRaw(path: string, accept: string, signal?: AbortSignal): Promise<Response> {
  const token = currentSession()?.access ?? ''
  const response = await fetch(path, {
    headers: { Authorization: `Bearer ${token}`, Accept: accept },
    signal,
    cache: 'no-store',
  })
  if (response.status === 401) expireSession(token)
  return response
}

/** The PDF at `path`; RefusedError with the server's message, TypeError without network. */
export async function fetchPdf(path: string, signal: AbortSignal): Promise<Blob> {
  const response = await askRaw(path, 'application/pdf', signal)
  if (!response.ok)
    throw new RefusedError(
      response.status,
      erroresOf(readBody(await response.text())) ?? 'No se pudo preparar el PDF.',
    )
  return new Blob([await response.arrayBuffer()], { type: 'application/pdf' })
}
