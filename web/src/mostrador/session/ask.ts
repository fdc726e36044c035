import type { Api } from '@imprimitodo/shared/api'
import type { VideoDueno } from '@imprimitodo/shared/api/catalogo'
import { erroresOf } from '@imprimitodo/shared/rules/base/errores'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { type Answer, type AnswerOf, type CallArgs, call, readBody } from '../../api/call.ts'
import { RefusedError } from '../../api/query-client.ts'
import { messagesIn } from '../../api/reason.ts'
import { isAmong, rechazoIn } from '../../api/rechazo.ts'
import { type Callbacks, post } from '../../api/upload/upload.ts'
import { askAutoriza } from './authorise.ts'
import { behindCheck } from './behind-check.ts'
import { confirmIdentity } from './confirm.ts'
import { currentSession, demandFactor, expireSession, updateSession } from './session.ts'
import { goOnAlthough } from './tomado.ts'

/** `sentAt`: when the answered request was sent, in milliseconds of this computer's clock. */
type Sent<K extends keyof Api> = AnswerOf<K> & { sentAt: number }

/**
 * `call` with the counter's bearer. A 401 ends the session, and with it the calling screen. If the server
 * first needs the anti-bot check, a proof of identity, a second person's approval, or a confirmation because
 * another clerk has the order in hand, that is done or asked and the same call sent once more.
 */
export async function ask<K extends keyof Api>(key: K, ...args: CallArgs<K>): Promise<Sent<K>> {
  let answer = await confirmed(key, ...args)
  if (answer.codigo === 'tomado_por_otro')
    return (await goOnAlthough(answer.errores ?? ''))
      ? ask(key, ...withInBody(args, { aunque_tomado: true }))
      : answer
  // A mistyped approver is asked for again
  while (answer.codigo === 'autorizar' || answer.codigo === 'autorizacion_fallida') {
    const autoriza = await askAutoriza(whyOf(answer))
    if (!autoriza) return answer
    answer = await confirmed(key, ...withInBody(args, { autoriza }))
  }
  return answer
}

/** The same call with `more` in its body. Each call that is refused for lack of these fields accepts them. */
function withInBody<A extends unknown[]>(args: A, more: object): A {
  const [options] = args as unknown as [{ body?: object }?]
  return [{ ...options, body: { ...options?.body, ...more } }] as unknown as A
}

/** Why a second person must approve, or why the named one was refused. */
function whyOf({ codigo, data, errores }: Answer<unknown>): string {
  if (codigo !== 'autorizacion_fallida') return errores ?? ''
  return messagesIn(data).autoriza ?? ''
}

async function confirmed<K extends keyof Api>(key: K, ...args: CallArgs<K>): Promise<Sent<K>> {
  const answer = await behindCheck(() => send(key, ...args))
  if (answer.codigo !== 'confirmar') return answer
  return (await confirmIdentity()) ? behindCheck(() => send(key, ...args)) : answer
}

async function send<K extends keyof Api>(key: K, ...[options]: CallArgs<K>): Promise<Sent<K>> {
  const sentAt = Date.now()
  const token = currentSession()?.access ?? ''
  // The arguments are those of the same key: only the token is added
  const answer = await call(key, ...([{ ...options, token }] as unknown as CallArgs<K>))
  if (answer.status === 401) expireSession(token)
  if (answer.codigo === 'activar_segundo_factor') demandFactor(token)
  if (isAmong(NOT_THEIRS, answer.codigo)) void refreshSession()
  return { ...answer, sentAt }
}

/** Refusals of a call that the screen would not offer if it knew the person's role and branch. */
const NOT_THEIRS: readonly Rechazo[] = ['solo_dueno', 'solo_encargado', 'otra_sucursal']

/** Reloads the session's person: name, role and branch. Without an answer the session stays unchanged. */
export async function refreshSession(): Promise<void> {
  const access = currentSession()?.access
  if (!access) return
  const answer = await send('GET /api/mostrador/yo').catch(() => null)
  if (answer?.ok) updateSession(access, answer.data)
}

/** `fetch` with the counter's bearer. A 401 ends the session. */
async function fetchSigned(
  path: string,
  headers: Record<string, string>,
  init: RequestInit,
): Promise<Response> {
  const token = currentSession()?.access ?? ''
  const response = await fetch(path, { ...init, headers: { Authorization: `Bearer ${token}`, ...headers } })
  if (response.status === 401) expireSession(token)
  return response
}

/** A GET outside the JSON contract (stream, PDF). */
export const askRaw = (path: string, accept: string, signal?: AbortSignal): Promise<Response> =>
  fetchSigned(path, { Accept: accept }, { signal, cache: 'no-store' })

/** A file that is made on demand. If the server asks for a proof of identity, the person gives it first. */
export async function askFile(path: string): Promise<Response> {
  const send = () => fetchSigned(path, { Accept: '*/*' }, { method: 'POST', cache: 'no-store' })
  const response = await send()
  const isAsked = rechazoIn(response.headers) === 'confirmar'
  return isAsked && (await confirmIdentity()) ? send() : response
}

/** How often a PDF that is still being made is requested again: the server itself waits 20 s each time. */
const PDF_TRIES = 6
const RETRY_MS = 3000

/**
 * The PDF at `path`, after the time it takes to be made (about two minutes at most). @throws RefusedError with the
 * server's message; TypeError without network; AbortError
 */
export async function fetchPdf(path: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    const response = await askRaw(path, 'application/pdf', signal)
    if (response.ok) return new Blob([await response.arrayBuffer()], { type: 'application/pdf' })
    const errores = erroresOf(readBody(await response.text())) ?? 'No se pudo preparar el PDF.'
    const codigo = rechazoIn(response.headers)
    const isBeingMade = codigo === 'preparando' || codigo === 'saturado' || codigo === 'base_caida'
    if (!isBeingMade || attempt === PDF_TRIES)
      throw new RefusedError({ status: response.status, codigo, errores })
    await pause(RETRY_MS, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    setTimeout(resolve, ms)
  })
}

/** Sends a file's bytes. */
async function sendBytes(path: string, file: File, type: string): Promise<{ ok: boolean; body: unknown }> {
  const response = await fetchSigned(path, { 'Content-Type': type }, { method: 'POST', body: file })
  return { ok: response.ok, body: readBody(await response.text()) }
}

/** Uploads the PDF of the flag kits. @returns null, or the server's message */
export async function sendKit(file: File): Promise<string | null> {
  const { ok, body } = await sendBytes('/api/mostrador/kit-banderas', file, 'application/pdf')
  if (ok) return null
  return messagesIn(body).kit ?? erroresOf(body) ?? 'No se pudo subir el PDF.'
}

/**
 * Uploads a video, without a time limit. @returns the server's answer; rejects without network and when it
 * was aborted
 */
export async function sendVideo(file: File, callbacks: Callbacks): Promise<Answer<VideoDueno>> {
  const token = currentSession()?.access ?? ''
  // The server reads its type from the bytes
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'video/mp4' }
  const answer = await post<VideoDueno>('/api/mostrador/videos', file, headers, callbacks, 0)
  if (answer.status === 401) expireSession(token)
  return answer
}

/** Uploads a picture. @returns it, or the server's message */
export async function sendImagen(file: File): Promise<{ imagen_id: string; imagen: string } | string> {
  const { ok, body } = await sendBytes('/api/mostrador/imagenes', file, file.type || 'image/jpeg')
  const isImagen = typeof body === 'object' && body !== null && 'imagen_id' in body && 'imagen' in body
  if (ok && isImagen) return { imagen_id: String(body.imagen_id), imagen: String(body.imagen) }
  return erroresOf(body) ?? 'No se pudo subir la imagen.'
}
