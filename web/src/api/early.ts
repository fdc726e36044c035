/** The answer of a call that the page's first script has made (app/first.ts), once: the next call is a new one. */
export function takeEarly(method: string, url: string): Promise<Response> | undefined {
  const { early } = globalThis
  if (method !== 'GET' || !early) return undefined
  const found = early[url]
  delete early[url]
  return found
}
