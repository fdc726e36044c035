import { isReadable } from '../../ui/state/is-readable.ts'
import { again } from '../../ui/state/later.ts'
import { isFinal, rechazoIn } from '../rechazo.ts'
import { withCsrf } from '../session/csrf.ts'
import { renew } from '../session/renewal.ts'
import { bearerOf, storedAccess } from '../session/token.ts'
import { RefusedUpload } from './upload-result.ts'

const loadTus = again(() => import('tus-js-client'))

const ENDPOINT = '/api/subidas'
/** Small enough that a slow connection finishes one long before a proxy's timeout. */
const CHUNK_BYTES = 4 * 1024 ** 2
/** Used after a cut: on a slow line that is cut every minute, larger parts would never arrive whole. */
const CAREFUL_BYTES = 512 * 1024
/** Files up to this size are sent in one call: if it is cut, this much is sent again. */
const SMALL_BYTES = 256 * 1024
/** If no byte is accepted for this long while there is a network, the upload has failed. */
const STALLED_MS = 300_000
/**
 * A connection that took no bytes for so long is given up: after a phone changed its cell the old connection
 * is dead, and the system notices that only after a quarter of an hour. Longer than a phone's own buffer
 * takes to empty at 8 kB/s.
 */
const SILENT_MS = 30_000
/** A connection that took no bytes for so long is told as waiting, without giving it up. */
const QUIET_MS = 10_000
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000]

type Callbacks = {
  signal: AbortSignal
  onProgress: (sent: number) => void
  /**
   * True while no bytes move: there is no signal, or what the phone takes for one lets nothing through. False
   * once they move again. Not called if the upload fails meanwhile.
   */
  onWaiting: (waiting: boolean) => void
  /** Gets its id as soon as the server knows it: before the bytes are sent, unless the file is small. */
  onBegun?: (id: string) => void
}

/**
 * Sends one file in resumable parts (tus 1.0 at /api/subidas) and answers its id there. It waits while the
 * signal is lost, and continues after a reload, by the fingerprint that tus keeps in localStorage. Rejects
 * when aborted, when the server refuses (RefusedUpload), when the file can no longer be read, or when no byte
 * was accepted for 300 s.
 */
export async function uploadInParts(
  archivo: { name: string },
  file: File,
  callbacks: Callbacks,
): Promise<string> {
  let accepted = -1
  let movedAt = Date.now()
  let chunkSize = CHUNK_BYTES
  let isWaiting = false
  let begun = ''
  const onBegun = (id: string) => {
    if (id !== begun) accepted = 0 // another upload begins without the bytes of the one before
    begun = id
    callbacks.onBegun?.(id)
  }
  const onWaiting = (waiting: boolean) => {
    if (waiting === isWaiting) return
    isWaiting = waiting
    callbacks.onWaiting(waiting)
  }
  for (let attempt = 0; ; attempt++) {
    callbacks.signal.throwIfAborted()
    try {
      const id = await unsafely((headers) =>
        attemptUpload(archivo, file, { ...callbacks, onBegun, onWaiting, chunkSize, headers }, (bytes) => {
          if (bytes <= accepted) return
          accepted = bytes
          movedAt = Date.now()
          attempt = 0
        }),
      )
      onWaiting(false)
      return id
    } catch (error) {
      if (error instanceof RefusedUpload || callbacks.signal.aborted || !(await isReadable(file))) throw error
      chunkSize = CAREFUL_BYTES
      if (navigator.onLine && Date.now() - movedAt > STALLED_MS) throw error
      onWaiting(true)
      const wasAway = !navigator.onLine
      await nextTry(attempt, callbacks.signal)
      if (wasAway) movedAt = Date.now()
    }
  }
}

/** Deletes what arrived of a file: `subida` is its id if all of it did. */
export async function dropPartes(file: File | null, subida: string | null): Promise<void> {
  const { Upload, defaultOptions } = await loadTus()
  return unsafely(async (headers) => {
    const options = { endpoint: ENDPOINT, headers, retryDelays: null }
    if (subida) return Upload.terminate(`${ENDPOINT}/${subida}`, options)
    if (!file) return
    for (const { uploadUrl, urlStorageKey } of await new Upload(file, options).findPreviousUploads()) {
      await defaultOptions.urlStorage?.removeUpload(urlStorageKey)
      if (uploadUrl) await Upload.terminate(uploadUrl, options)
    }
  })
}

/** Sends with the session and the CSRF token as headers; after a refusal for the token once more. */
async function unsafely<T>(send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const answer = await withCsrf('', async (csrf) => {
    try {
      return { codigo: null, sent: await send({ ...bearerOf(storedAccess()), ...csrf }) }
    } catch (error) {
      return { codigo: error instanceof RefusedUpload ? error.codigo : null, error }
    }
  })
  if ('error' in answer) throw answer.error
  return answer.sent
}

async function attemptUpload(
  { name }: { name: string },
  file: File,
  {
    signal,
    onProgress,
    onWaiting,
    onBegun,
    chunkSize,
    headers,
  }: Callbacks & { chunkSize: number; headers: Record<string, string> },
  onAccepted: (bytes: number) => void,
): Promise<string> {
  const { Upload, DetailedError } = await loadTus()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const silence = watchSilence(onWaiting, () => {
      void upload.abort()
      end()
      reject(new Error('The line went silent'))
    })
    const end = () => {
      silence.end()
      signal.removeEventListener('abort', abort)
    }
    const upload = new Upload(file, {
      endpoint: ENDPOINT,
      headers,
      metadata: { filename: name, filetype: 'application/pdf' },
      chunkSize,
      // One call for a small file
      uploadDataDuringCreation: file.size <= SMALL_BYTES,
      // We retry ourselves: the library gives up as soon as the device is offline
      retryDelays: null,
      removeFingerprintOnSuccess: true,
      onProgress: (sent) => {
        silence.touch()
        onProgress(sent)
      },
      onUploadUrlAvailable: () => {
        const id = upload.url?.split('/').at(-1)
        if (id) onBegun?.(id)
      },
      onChunkComplete: (_, bytes) => {
        silence.touch()
        onAccepted(bytes)
      },
      // Bytes that arrived before a cut count as accepted: on a slow line no part may ever arrive whole
      onAfterResponse: (request, response) => {
        if (request.getMethod() !== 'HEAD') return
        const offset = response.getHeader('Upload-Offset')
        if (offset) onAccepted(Number(offset))
        // The library would take it for the shop's word that the upload is gone, and send all of it again
        if (response.getStatus() >= 400 && !response.getHeader('X-Codigo'))
          throw new Error(`A proxy answered ${response.getStatus()}`)
      },
      onSuccess: () => {
        end()
        const id = upload.url?.split('/').at(-1)
        if (id) resolve(id)
        else reject(new Error('The upload has no address'))
      },
      onError: (error) => {
        end()
        const response = error instanceof DetailedError ? error.originalResponse : null
        const status = response?.getStatus() ?? 0
        // 409 and 423 are about the offset and a lock, 401 about the session: the next try can succeed. 404
        // and 410 of a PATCH: the upload was deleted, so the next try finds that out and begins a new one
        const isGone =
          [404, 410].includes(status) &&
          error instanceof DetailedError &&
          error.originalRequest.getMethod() === 'PATCH'
        const codigo = rechazoIn({ get: (name) => response?.getHeader(name) ?? null })
        // Without a code a proxy refused. 507: the server's disk is full
        const isNo = isFinal({ status, codigo }) || codigo === 'sin_lugar'
        const refused = isNo && ![401, 409, 423].includes(status) && !isGone
        const fail = () =>
          reject(refused ? new RefusedUpload(status, response?.getBody() ?? '', codigo) : error)
        if (codigo === 'sesion') void renew('').then(fail)
        else fail()
      },
    })
    const abort = () => {
      void upload.abort()
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    upload
      .findPreviousUploads()
      .then((previous) => {
        if (previous[0]) upload.resumeFromPreviousUpload(previous[0])
        upload.start()
      })
      .catch((error: unknown) => {
        end()
        reject(error)
      })
  })
}

/**
 * Calls `onQuiet(true)` where `touch` was not called for QUIET_MS, `onQuiet(false)` at each `touch`, and
 * `onSilent` once where it was not called for SILENT_MS.
 */
function watchSilence(
  onQuiet: (isQuiet: boolean) => void,
  onSilent: () => void,
): { touch(): void; end(): void } {
  let [quiet, silent] = [setTimeout(onQuiet, QUIET_MS, true), setTimeout(onSilent, SILENT_MS)]
  const end = () => {
    clearTimeout(quiet)
    clearTimeout(silent)
  }
  return {
    touch() {
      end()
      onQuiet(false)
      ;[quiet, silent] = [setTimeout(onQuiet, QUIET_MS, true), setTimeout(onSilent, SILENT_MS)]
    },
    end,
  }
}

/** Waits until the network comes back; where there is one, at most so long, longer after each attempt. */
function nextTry(attempt: number, signal: AbortSignal): Promise<void> {
  const ms = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = navigator.onLine ? setTimeout(end, ms) : undefined
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
