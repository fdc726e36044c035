import { type Answer, answerOf, readBody, TIMEOUT_MS } from './call.ts'
import { headersFor } from './headers.ts'

/**
 * POSTs a form with upload progress, which `fetch` cannot tell. `onProgress` gets the bytes sent so far, form
 * overhead included. Like `call`, never rejects on a status; rejects without network, when aborted, and after 300 s.
 */
export async function upload<T>(
  path: string,
  form: FormData,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (sent: number, total: number) => void },
): Promise<Answer<T>> {
  const headers = await headersFor('POST')
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = (error: unknown) => () => {
      signal.removeEventListener('abort', abort)
      reject(error)
    }
    request.open('POST', path)
    request.withCredentials = true
    request.timeout = TIMEOUT_MS
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
    request.onload = () => {
      signal.removeEventListener('abort', abort)
      resolve(answerOf<T>(request.status, readBody(request.responseText)))
    }
    request.onerror = fail(new TypeError('Network error'))
    request.ontimeout = fail(new DOMException('Se agotó el tiempo de espera.', 'TimeoutError'))
    request.onabort = fail(new DOMException('Aborted', 'AbortError'))
    signal.addEventListener('abort', abort)
    request.send(form)
  })
}
