import { Readable } from 'node:stream'

/** Passes chunks on, and calls `seen` for each. */
export async function* told(source: AsyncIterable<Buffer>, seen: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    seen()
    yield chunk
  }
}

/** The same as a stream; an error of `source` is mapped by `wrong`. */
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
