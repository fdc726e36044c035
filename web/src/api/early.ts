declare global {
  interface Window {
    /** Calls that index.html made while this code was still on its way, by address. */
    early?: Record<string, Promise<Response>>
  }
}

/** The answer that is on its way already: once, so that whoever asks again gets a new one. */
export function takeEarly(method: string, url: string): Promise<Response> | undefined {
  if (method !== 'GET') return undefined
  const found = window.early?.[url]
  delete window.early?.[url]
  return found
}
