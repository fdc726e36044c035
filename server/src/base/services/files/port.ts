import type { Readable } from 'node:stream'

/**
 * Bytes that have arrived and belong to no file yet. Always call `drop` at the end; after `keep` it does
 * nothing.
 */
export type Received = {
  /** For the PDF engine. */
  path: string
  bytes: number
  /** The hash of its bytes, hex. */
  sha256(): Promise<string>
  /**
   * The slow part of `keep`, if there is one, to call before the transaction. If it is never kept, it is
   * swept away.
   */
  prepare(id: string): Promise<void>
  /** Makes them durable under `id` (fsynced) before it answers. Again under the same `id` it does nothing. */
  keep(id: string): Promise<void>
  drop(): Promise<void>
}

export class TooLarge extends Error {}
export class NoRoom extends Error {}
/** There is no file of that name. */
export class NotKept extends Error {}
/** The store does not answer, or wrongly: nothing was kept or handed out. It may work later. */
export class StoreDown extends Error {}
/** The store answers, and does not let our key make this call. */
export class StoreForbids extends StoreDown {}

/** Holds uploads in parts that may reach any of several machines. Keys: letters, digits, '-', '_', '/'. */
export type SharedParts = {
  /** Stores the file at `path` before it resolves. @throws StoreDown */
  put(key: string, path: string): Promise<void>
  /** @throws NotKept, StoreDown */
  open(key: string): Promise<Readable>
  /** Deletes all keys with this prefix. Missing ones are no error. @throws StoreDown */
  drop(prefix: string): Promise<void>
}

/** The store of customers' files. Ids are ours: letters, digits, '-' and '_'. */
export type FileStore = {
  /**
   * Streams to storage, never through memory; the chunks' buffers are freed. @throws TooLarge at `maxBytes`,
   * NoRoom; nothing is left behind then.
   */
  receive(source: Readable, maxBytes: number): Promise<Received>
  /** Adopts a file that is already on this disk (a finished upload in parts). */
  adopt(path: string): Promise<Received>
  /**
   * A local path of a kept file, to be read only and soon: it may be a copy that is deleted after an hour.
   * @throws NotKept, StoreDown, NoRoom
   */
  pathOf(id: string): Promise<string>
  /** The bytes of a kept file, without a copy on this disk. @throws NotKept, StoreDown */
  open(id: string): Promise<{ bytes: number; stream: Readable }>
  /** A local path for a derived file (thumbnail, print-ready PDF) that can be made again. */
  derivedPath(id: string, name: string): Promise<string>
  /** Deletes the kept file and all derived files. A missing one is no error. */
  delete(id: string): Promise<void>
  /** Bytes left before the reserve is touched; negative when it already is. */
  room(): Promise<number>
  /** Whether kept files can be reached now, and new ones are taken. Never throws. */
  isUp(): Promise<boolean>
  /** Null if everything is on one disk. */
  parts: SharedParts | null
  /** Deletes files that no order can ever name: cut uploads, and kept files that `known` does not list. */
  sweep(known: (ids: string[]) => Promise<Set<string>>, olderThanMs: number): Promise<number>
}
