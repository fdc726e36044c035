import { constants, deflateSync, inflateSync } from 'node:zlib'
import type { PdfFile, StoredObject } from '../syntax/pdf-file.ts'
import { type Dictionary, readDictionary, referenceIn, referencesIn } from '../syntax/pdf-syntax.ts'

const MOST_BYTES = 256 * 2 ** 20 // of one page's drawing instructions; megabytes are rare

/** A stream's stored bytes, with the entries that a reader needs to decode them. */
export type Content = { dictionary: Dictionary; data: Buffer }

/** The page's content is in several streams, and not all of them in a filter that can be joined here. */
export class NeedsCoalescing extends Error {}

/**
 * A page's content as one stream: the stored bytes where it is one already, else the parts joined.
 * @param lenient leaves out parts in a filter that cannot be joined, as readers do with a broken one
 * @throws NeedsCoalescing
 */
export function contentOf(file: PdfFile, page: Dictionary, lenient: boolean): Content {
  const parts = contentReferences(file, page.get('/Contents')).flatMap((number) => file.object(number) ?? [])
  const [only] = parts
  if (!only) return { dictionary: new Map(), data: Buffer.alloc(0) }
  if (parts.length === 1) return { dictionary: decoding(only), data: stored(file, only) }
  const joined = Buffer.concat(parts.flatMap((part) => [decoded(file, part, lenient), Buffer.from('\n')]))
  return { dictionary: new Map([['/Filter', '/FlateDecode']]), data: deflateSync(joined, { level: 1 }) }
}

/** /Contents is a stream, an array of streams, or a reference to such an array. */
export function contentReferences(file: PdfFile, contents: string | undefined): number[] {
  const number = referenceIn(contents)
  if (number === undefined) return referencesIn(contents ?? '')
  const value = file.object(number)?.text ?? ''
  return value.startsWith('[') ? referencesIn(value) : [number]
}

const stored = (file: PdfFile, { stream }: StoredObject) =>
  stream ? file.bytes(stream.start, stream.length) : Buffer.alloc(0)

function decoding({ text }: StoredObject): Dictionary {
  const kept: Dictionary = new Map()
  const dictionary = text.startsWith('<<') ? readDictionary(text, 0)?.dictionary : undefined
  for (const key of ['/Filter', '/DecodeParms']) {
    const value = dictionary?.get(key)
    if (value !== undefined) kept.set(key, value)
  }
  return kept
}

function decoded(file: PdfFile, part: StoredObject, lenient: boolean): Buffer {
  const filter = decoding(part)
  const data = stored(file, part)
  if (filter.size === 0) return data
  if (filter.size > 1 || !/^(\/FlateDecode|\[ *\/FlateDecode *\])$/.test(filter.get('/Filter') ?? '')) {
    if (lenient) return Buffer.alloc(0)
    throw new NeedsCoalescing('Streams to be joined')
  }
  return inflate(data)
}

/** The part of a damaged stream that can be inflated: readers draw that part too. */
function inflate(data: Buffer): Buffer {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_BYTES })
  } catch (error) {
    if (error instanceof RangeError) throw error
    return Buffer.alloc(0)
  }
}
