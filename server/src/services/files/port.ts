import type { Readable } from 'node:stream'

/** Bytes that have arrived and are nobody's yet. Exactly one of `keep` and `drop` is called. */
export type Received = {
  /** For the PDF engine. */
  path: string
  bytes: number
  /** Makes them durable under `id` (fsynced) before it answers. */
  keep(id: string): Promise<void>
  drop(): Promise<void>
}

export class TooLarge extends Error {}
export class NoRoom extends Error {}

/** Where customers' files live. Ids are ours: letters, digits, '-' and '_'. */
export type FileStore = {
  /** Streams to storage, never through memory; the source's chunks are spent. @throws TooLarge at `maxBytes`, NoRoom; nothing is left behind then. */
  receive(source: Readable, maxBytes: number): Promise<Received>
  /** Adopts a file that is already on this disk (a finished upload in parts). */
  adopt(path: string): Promise<Received>
  /** A local path of a kept file, to be read only. Rejects when it is not there. */
  pathOf(id: string): Promise<string>
  /** A local path for something derived of it (thumbnail, print-ready PDF) that can be made again. */
  derivedPath(id: string, name: string): Promise<string>
  /** The kept file and all that was derived of it. Not being there is fine. */
  delete(id: string): Promise<void>
  /** Bytes left before the reserve is touched; negative when it already is. */
  room(): Promise<number>
  /** Deletes what no order can ever name: cut uploads, and kept files that `known` does not list. */
  sweep(known: (ids: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>
}
