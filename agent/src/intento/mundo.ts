import type { Perfil } from '../ipp/perfil.ts'
import type { IppPrinter } from '../ipp/printer.ts'
import type { Document } from '../ipp/transport.ts'
import type { Nota } from './journal.ts'

/** The things that an attempt to print uses. */
export type Mundo = {
  printer: IppPrinter
  perfil: Perfil
  /** The account that the printer's own accounting charges; null where none is set. */
  cuenta: string | null
  /** The verified document, from its first byte. */
  document(): Promise<Document>
  /** Durable when it resolves. */
  write(nota: Nota): Promise<void>
  /**
   * The final permission, asked before any byte is sent. False: no longer ours. Rejects if the server is
   * unreachable.
   */
  authorise(): Promise<boolean>
  /** A clerk wants it stopped. */
  isCalledOff(): boolean
  /** Tells the clerk why the work waits; null: it does not. */
  waiting(why: string | null): void
  signal: AbortSignal
  /** Shorter in tests. */
  pauseMs: number
}
