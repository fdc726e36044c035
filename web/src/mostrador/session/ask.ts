import type { Api } from '@imprimitodo/shared/api'
import type { VideoDueno } from '@imprimitodo/shared/api/catalogo'
import { erroresOf } from '@imprimitodo/shared/rules/errores'
import { type Answer, type AnswerOf, type CallArgs, call, readBody } from '../../api/call.ts'
import { RefusedError } from '../../api/query-client.ts'
import { type Callbacks, post } from '../../api/upload.ts'
import { askAutoriza } from './authorise.ts'
import { behindCheck } from './behind-check.ts'
import { confirmIdentity } from './confirm.ts'
import { says } from './says.ts'
import { currentSession, demandFactor, expireSession } from './session.ts'
import { goOnAlthough } from './tomado.ts'

/** `sentAt`: when the request that was answered was sent, in milliseconds of this clock. */
type Sent<K extends keyof Api> = AnswerOf<K> & { sentAt: number }

/**
 * `call` with the counter's bearer. A 401 ends the session, and with it the screen that asked. Where the server first
 * wants the anti-bot check, to know again who sits there, another person who agrees, or somebody else has the order in
 * hand, that is done or asked and the same call sent once more.
 */
export async function ask<K extends keyof Api>(key: K, ...args: CallArgs<K>): Promise<Sent<K>> {
  let answer = await confirmed(key, ...args)
  if (says(answer, 'tomado')) return askTomado(answer, key, ...args)
  // Who mistypes who they are is asked again
  while (says(answer, 'autorizar') || says(answer, 'autoriza')) {
    const autoriza = await askAutoriza(whyOf(answer))
    if (!autoriza) return answer
    // The same call, with who agrees in its body
    const [options] = args as unknown as [{ body?: object }?]
    const body = { ...options?.body, autoriza }
    answer = await confirmed(key, ...([{ ...options, body }] as unknown as CallArgs<K>))
  }
  return answer
}

/** Why another person has to agree, or why the one that was named did not. */
function whyOf({ data, errores }: { data: unknown; errores?: string | null }): string {
  const isWrong = typeof data === 'object' && data !== null && 'autoriza' in data
  return isWrong ? [data.autoriza].flat().join(' ') : (errores ?? '')
}

async function confirmed<K extends keyof Api>(key: K, ...args: CallArgs<K>): Promise<Sent<K>> {
  const answer = await behindCheck(() => send(key, ...args))
  if (!says(answer, 'confirmar')) return answer
  return (await confirmIdentity()) ? behindCheck(() => send(key, ...args)) : answer
}

/** Somebody else has the order in hand: the person is told who, and the call is sent again where they go on. */
async function askTomado<K extends keyof Api>(
  refused: Sent<K>,
  key: K,
  ...[options]: CallArgs<K>
): Promise<Sent<K>> {
  if (!(await goOnAlthough(refused.errores ?? ''))) return refused
  const [sent] = [options] as unknown as [{ body?: object }?]
  const body = { ...sent?.body, aunque_tomado: true }
  // A call that is refused so takes the word for going on
  return ask(key, ...([{ ...options, body }] as unknown as CallArgs<K>))
}

async function send<K extends keyof Api>(key: K, ...[options]: CallArgs<K>): Promise<Sent<K>> {
  const sentAt = Date.now()
  const token = currentSession()?.access ?? ''
  // The arguments are those of the same key: only the token is added
  const answer = await call(key, ...([{ ...options, token }] as unknown as CallArgs<K>))
  if (answer.status === 401) expireSession(token)
  if (says(answer, 'enrolar')) demandFactor(token)
  return { ...answer, sentAt }
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

/** A file that is made on demand, and of which who sits there is known again first. */
export async function askFile(path: string): Promise<Response> {
  const send = async () => {
    const token = currentSession()?.access ?? ''
    const headers = { Authorization: `Bearer ${token}`, Accept: '*/*' }
    const response = await fetch(path, { method: 'POST', headers, cache: 'no-store' })
    if (response.status === 401) expireSession(token)
    return response
  }
  const response = await send()
  const isAsked = response.headers.get('x-codigo') === 'confirmar'
  return isAsked && (await confirmIdentity()) ? send() : response
}

/** How often a PDF that is still being made is asked for again: each time the server waits 20 s by itself. */
const PDF_TRIES = 6
const RETRY_MS = 3000

/**
 * The PDF at `path`, however long it takes to be made (two minutes at most). RefusedError with the server's
 * message, TypeError without network, AbortError.
 */
export async function fetchPdf(path: string, signal: AbortSignal): Promise<Blob> {
  for (let attempt = 1; ; attempt++) {
    const response = await askRaw(path, 'application/pdf', signal)
    if (response.ok) return new Blob([await response.arrayBuffer()], { type: 'application/pdf' })
    const errores = erroresOf(readBody(await response.text())) ?? 'No se pudo preparar el PDF.'
    const isBeingMade = response.status === 503 && response.headers.has('retry-after')
    if (!isBeingMade || attempt === PDF_TRIES) throw new RefusedError(response.status, errores)
    await pause(RETRY_MS, signal)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    setTimeout(resolve, ms)
  })
}

/** A file as it is. */
async function sendBytes(path: string, file: File, type: string): Promise<{ ok: boolean; body: unknown }> {
  const token = currentSession()?.access ?? ''
  const response = await fetch(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
    body: file,
  })
  if (response.status === 401) expireSession(token)
  return { ok: response.ok, body: readBody(await response.text()) }
}

/** The PDF of the flag kits into the shop. @returns null, or the server's message */
export async function sendKit(file: File): Promise<string | null> {
  const { ok, body } = await sendBytes('/api/mostrador/kit-banderas', file, 'application/pdf')
  if (ok) return null
  const messages = typeof body === 'object' && body !== null && 'kit' in body ? [body.kit].flat() : []
  return messages.length > 0 ? messages.join(' ') : (erroresOf(body) ?? 'No se pudo subir el PDF.')
}

/**
 * A video into the shop, as long as it takes. @returns the server's answer; rejects without network and when it was
 * given up
 */
export async function sendVideo(file: File, callbacks: Callbacks): Promise<Answer<VideoDueno>> {
  const token = currentSession()?.access ?? ''
  // What it is, its bytes tell
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'video/mp4' }
  const answer = await post<VideoDueno>('/api/mostrador/videos', file, headers, callbacks, 0)
  if (answer.status === 401) expireSession(token)
  return answer
}

/** A picture into the shop. @returns it, or the server's message */
export async function sendImagen(file: File): Promise<{ imagen_id: string; imagen: string } | string> {
  const { ok, body } = await sendBytes('/api/mostrador/imagenes', file, file.type || 'image/jpeg')
  const isImagen = typeof body === 'object' && body !== null && 'imagen_id' in body && 'imagen' in body
  if (ok && isImagen) return { imagen_id: String(body.imagen_id), imagen: String(body.imagen) }
  return erroresOf(body) ?? 'No se pudo subir la imagen.'
}
