let ahead = 0

/** The server's clock by its latest answer: a phone's own may be hours off. In ms since 1970. */
export const serverNow = (): number => Date.now() + ahead

/**
 * Reads the header Date of an answer that came from no cache; without one the last known difference stays.
 */
export function noteDate(headers: Headers): void {
  const told = Date.parse(headers.get('date') ?? '')
  if (told && headers.get('cache-control') === 'no-store') ahead = told - Date.now()
}
