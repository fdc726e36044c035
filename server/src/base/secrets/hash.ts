import { type BinaryToTextEncoding, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** SHA-256, in hex, of a whole stream. `seen`: called with the number of bytes. @throws the stream's error */
export async function sha256Of(
  source: AsyncIterable<unknown>,
  seen: (bytes: number) => void = () => {},
): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) {
    hash.update(chunk as Buffer)
    seen((chunk as Buffer).length)
  }
  return hash.digest('hex')
}

/** The hash of a file on disk; SHA-256 in hex by default. */
export async function hashFile(
  path: string,
  method = 'sha256',
  as: BinaryToTextEncoding = 'hex',
): Promise<string> {
  const hash = createHash(method)
  await pipeline(createReadStream(path), hash)
  return hash.digest(as)
}
