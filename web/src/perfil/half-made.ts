import type { Repetido } from '@imprimitodo/shared/api/clientes'

/** The half-made order of this browser, which belongs to another screen. Its code is loaded when it is needed. */
export type HalfMade = {
  /** Names of its files, which repeating this order would discard. */
  names: (repeated: string) => Promise<string[]>
  /** The quote of a repeated order becomes the half-made one. */
  adopt: (id: string, cotizacion: Repetido) => Promise<void>
}
