declare global {
  /** Calls that index.html made while this code was still on its way, by address. */
  var early: Record<string, Promise<Response>> | undefined
}

/** The answer that is on its way already: once, so that the next call gets a new one. */
export function takeEarly(method: string, url: string): Promise<Response> | undefined {
  const { early } = globalThis
  if (method !== 'GET' || !early) return undefined
  const found = early[url]
  delete early[url]
  return found
}
