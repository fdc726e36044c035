// Lists that people put in order by hand.

/** The most rows of one list. */
export const ORDEN_MAX = 2000

export const ORDEN_CAMBIO =
  'La lista cambió mientras la ordenabas: mirala de nuevo y ordená lo que hay ahora.'

/** Whether `ids` are exactly the ids in `there`, each once, in any order. */
export function isOrdenOf(ids: readonly number[], there: readonly number[]): boolean {
  const sent = new Set(ids)
  return sent.size === ids.length && ids.length === there.length && there.every((id) => sent.has(id))
}

/**
 * Moves the row at `from` to `to`; places are from 0, and a place outside the list counts as its nearest end.
 */
export function moveRow<T>(rows: readonly T[], from: number, to: number): T[] {
  const row = rows[from]
  if (row === undefined) return [...rows]
  const others = rows.filter((_, index) => index !== from)
  others.splice(Math.max(0, Math.min(to, others.length)), 0, row)
  return others
}

/**
 * For two orders of the same rows: the stretch from the first to the last row that moved, which a screen
 * reader announces.
 */
export function changedStretch<T>(before: readonly T[], after: readonly T[]): { before: T[]; after: T[] } {
  const differs = (row: T, place: number) => row !== before[place]
  const from = after.findIndex(differs)
  if (from < 0) return { before: [], after: [] }
  const to = after.findLastIndex(differs) + 1
  return { before: before.slice(from, to), after: after.slice(from, to) }
}
