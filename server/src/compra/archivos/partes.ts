import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/utils'
import type { Received } from '../../base/services/files/port.ts'

/** Passes a part's bytes to `write` as long as its sender's quota has room. @throws 429 */
export type Meter = (
  part: { source: Readable; id: string; offset: number },
  write: (source: Readable) => Promise<number>,
) => Promise<number>

/** How long parts wait for the rest of their upload, or for an order that names it. */
export const KEPT_MS = 48 * 3600_000

/**
 * Where uploads in parts wait: on this disk (partes-disco.ts), or where any machine reaches them
 * (partes-compartidas.ts).
 */
export type Partes = {
  /** For the tus server. */
  store: DataStore
  /**
   * The bytes of a complete upload, or undefined. Once an order has them the upload is over; `drop` is called
   * at the end either way.
   */
  finished(id: string): Promise<Received | undefined>
  /** Does nothing where the upload is not there. */
  remove(id: string): Promise<void>
  /**
   * Ends uploads begun before `begun`, and those announced before `announced` without a byte since. @returns
   * how many
   */
  expire(before: { begun: Date; announced: Date }): Promise<number>
}
