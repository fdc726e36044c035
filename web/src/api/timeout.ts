/** Every request ends after 300000 ms. */
export const TIMEOUT_MS = 300_000

/** Runs a request that `outer` can abort and that ends with TimeoutError after `ms`. AbortSignal.any is too new for the phones we serve. */
export async function withTimeout<T>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
  ms = TIMEOUT_MS,
): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(
    () => controller.abort(new DOMException('Se agotó el tiempo de espera.', 'TimeoutError')),
    ms,
  )
  const follow = () => controller.abort(outer?.reason)
  if (outer?.aborted) follow()
  outer?.addEventListener('abort', follow)
  try {
    return await run(controller.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', follow)
  }
}
