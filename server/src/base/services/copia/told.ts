import { Readable } from 'node:stream'

/** Passes what comes, and says so. */
export async function* told(source: AsyncIterable<Buffer>, seen: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    seen()
    yield chunk
  }
}

/** The same as a stream; where `source` ends badly, with what `wrong` makes of it. */
export function toldStream(source: Readable, seen: () => void, wrong: (cause: unknown) => unknown): Readable {
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* told(source, seen)
    } catch (error) {
      throw wrong(error)
    }
  }
  return Readable.from(chunks(), { objectMode: false })
}
