import type { Readable } from 'node:stream'

/** Bytes that have arrived and belong to no file yet. `drop` is called at the end; after `keep` it takes nothing away. */
export type Received = {
  /** For the PDF engine. */
  path: string
  bytes: number
  /** Of its bytes, hex. */
  sha256(): Promise<string>
  /** The slow part of `keep`, where there is one: before a transaction that ends with it. Never kept, it is swept away. */
  prepare(id: string): Promise<void>
  /** Makes them durable under `id` (fsynced) before it answers. Again under the same `id` it does nothing. */
  keep(id: string): Promise<void>
  drop(): Promise<void>
}

export class TooLarge extends Error {}
export class NoRoom extends Error {}
/** There is no file of that name. */
export class NotKept extends Error {}
/** The store does not answer, or not as it should: nothing was kept or handed out. Later it may be. */
export class StoreDown extends Error {}

/** Where uploads that come in parts wait when they may reach any of several machines. Keys: letters, digits, '-', '_', '/'. */
export type SharedParts = {
  /** The file at `path`, kept before it answers. @throws StoreDown */
  put(key: string, path: string): Promise<void>
  /** @throws NotKept, StoreDown */
  open(key: string): Promise<Readable>
  /** All whose key begins so. Not being there is fine. @throws StoreDown */
  drop(prefix: string): Promise<void>
}

/** Where customers' files live. Ids are ours: letters, digits, '-' and '_'. */
export type FileStore = {
  /** Streams to storage, never through memory; the source's chunks are spent. @throws TooLarge at `maxBytes`, NoRoom; nothing is left behind then. */
  receive(source: Readable, maxBytes: number): Promise<Received>
  /** Adopts a file that is already on this disk (a finished upload in parts). */
  adopt(path: string): Promise<Received>
  /** A local path of a kept file, to be read only and soon: it may be a copy that goes after an hour. @throws NotKept, StoreDown, NoRoom */
  pathOf(id: string): Promise<string>
  /** The bytes of a kept file, without a copy on this disk. @throws NotKept, StoreDown */
  open(id: string): Promise<{ bytes: number; stream: Readable }>
  /** A local path for something derived of it (thumbnail, print-ready PDF) that can be made again. */
  derivedPath(id: string, name: string): Promise<string>
  /** The kept file and all that was derived of it. Not being there is fine. */
  delete(id: string): Promise<void>
  /** Bytes left before the reserve is touched; negative when it already is. */
  room(): Promise<number>
  /** Whether kept files can be reached now. Never throws. */
  isUp(): Promise<boolean>
  /** Null where everything is on one disk. */
  parts: SharedParts | null
  /** Deletes what no order can ever name: cut uploads, and kept files that `known` does not list. */
  sweep(known: (ids: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>
}
