declare global {
  /** Calls that index.html made before this code was loaded, by address. */
  var early: Record<string, Promise<Response>> | undefined
}

/** The answer of such a call, once: the next call is a new one. */
export function takeEarly(method: string, url: string): Promise<Response> | undefined {
  const { early } = globalThis
  if (method !== 'GET' || !early) return undefined
  const found = early[url]
  delete early[url]
  return found
}
