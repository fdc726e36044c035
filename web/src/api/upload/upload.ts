import { type Answer, answerOf, readBody } from '../call.ts'
import { authorised } from '../headers.ts'
import { TIMEOUT_MS } from '../timeout.ts'

export type Callbacks = { signal: AbortSignal; onProgress: (sent: number, total: number) => void }

/**
 * POSTs a form with upload progress, which `fetch` does not report. `onProgress` gets the bytes sent so far,
 * form overhead included. Like `call`, renews a session once and never rejects on a status; rejects without
 * network, when aborted, and after 300 s.
 */
export const upload = <T>(path: string, form: FormData, callbacks: Callbacks): Promise<Answer<T>> =>
  authorised('POST', {}, (headers) => post<T>(path, form, headers, callbacks))

/** The same for any body, with the caller's headers. `timeoutMs` 0: no time limit. */
export function post<T>(
  path: string,
  body: XMLHttpRequestBodyInit,
  headers: Record<string, string>,
  { signal, onProgress }: Callbacks,
  timeoutMs: number = TIMEOUT_MS,
): Promise<Answer<T>> {
  signal.throwIfAborted()
  const answered = new Promise<XMLHttpRequest>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (error: unknown) => () => {
      signal.removeEventListener('abort', abort)
      reject(error)
    }
    request.open('POST', path)
    request.withCredentials = true
    request.timeout = timeoutMs
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => {
      signal.removeEventListener('abort', abort)
      resolve(request)
    }
    request.onerror = fail(new TypeError('Network error'))
    request.ontimeout = fail(new DOMException('Se agotó el tiempo de espera.', 'TimeoutError'))
    request.onabort = fail(new DOMException('Aborted', 'AbortError'))
    signal.addEventListener('abort', abort)
    request.send(body)
  })
  return answered.then((request) => {
    const headers = { get: (name: string) => request.getResponseHeader(name) }
    return answerOf<T>({ status: request.status, headers }, readBody(request.responseText))
  })
}
