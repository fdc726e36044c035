import { createHash } from 'node:crypto'

/** SHA-256, in hex, of all that a stream gives. @throws what the stream throws */
export async function sha256Of(source: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
