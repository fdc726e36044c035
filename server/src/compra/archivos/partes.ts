import type { DataStore } from '@tus/utils'
import type { Received } from '../../base/services/files/port.ts'

/** How long parts wait for the rest of their upload, or for an order that names it. */
export const KEPT_MS = 48 * 3600_000

/** Where uploads in parts wait: on this disk (partes-disco.ts), or where any machine reaches them (partes-compartidas.ts). */
export type Partes = {
  /** For the protocol's server. */
  store: DataStore
  /** The bytes of one that is complete, or undefined. Once they are an order's the upload is over; `drop` is called at the end either way. */
  finished(id: string): Promise<Received | undefined>
  /** Not being there is fine. */
  remove(id: string): Promise<void>
  /** Ends those begun before `begun`, and those of which no byte came since `announced`. @returns how many */
  expire(before: { begun: Date; announced: Date }): Promise<number>
}
