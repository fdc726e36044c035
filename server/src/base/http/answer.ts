// What the answers of outside services have in common.

/** The text, in UTF-8. @throws where it is longer, also once unpacked: the rest is not read */
export async function limitedText({ body }: Response, maxBytes: number): Promise<string> {
  if (!body) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error('too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The wait that it asks for, seconds or a date (RFC 9110 10.2.3), in ms. */
export function retryAfterOf({ headers }: Response, now: number = Date.now()): number | undefined {
  const text = headers.get('retry-after')
  if (!text) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
