/** The kinds of things that need a person at the counter, in the order in which they are shown. */
const TIPOS_URGENCIA = ['duda', 'impresora', 'tarde', 'ayuda', 'sena', 'asunto'] as const
export type TipoUrgencia = (typeof TIPOS_URGENCIA)[number]

/** How long before its promised time an order is announced. */
export const PRONTO_MS = 3600_000

/**
 * After one refused payment the customer may try again; after two, or after this long, the customer is stuck.
 */
export const RECHAZOS_SEGUIDOS = 2
export const SIN_REINTENTO_MS = 10 * 60_000
/** A refusal older than this is no longer shown: the customer has left. */
export const AYUDA_MS = 24 * 3600_000

/** A customer who asked for help may ask again after this long. */
export const AYUDA_CADA_MS = 3600_000

/** The most kinds that stand in the strip; the others are behind a button. */
const CELDAS = 3

type Una = { tipo: TipoUrgencia; clave: string }
export type Celda<T extends Una> = { tipo: TipoUrgencia; urgencias: T[] }

/** Sorted by kind, in the order shown. */
export const inOrder = <T extends Una>(urgencias: readonly T[]): T[] =>
  [...urgencias].sort((a, b) => TIPOS_URGENCIA.indexOf(a.tipo) - TIPOS_URGENCIA.indexOf(b.tipo))

/**
 * The strip's cells: one for each kind, at most three; `detras` counts the urgencies of the other kinds.
 * Orders that are promised within the hour stand in the cell of the late ones, or make a cell where none is
 * late: they are not counted.
 */
export function celdasOf<T extends Una>(
  urgencias: readonly T[],
  pronto: number,
): { celdas: Celda<T>[]; detras: number } {
  const all = TIPOS_URGENCIA.map((tipo) => ({
    tipo,
    urgencias: urgencias.filter((one) => one.tipo === tipo),
  }))
  const some = all.filter(({ tipo, urgencias: mine }) => mine.length > 0 || (tipo === 'tarde' && pronto > 0))
  const detras = some.slice(CELDAS).reduce((sum, { urgencias: mine }) => sum + mine.length, 0)
  return { celdas: some.slice(0, CELDAS), detras }
}

/** The urgencies that were not there before. */
export function nuevasOf<T extends Una>(urgencias: readonly T[], before: ReadonlySet<string>): T[] {
  return urgencias.filter(({ clave }) => !before.has(clave))
}
