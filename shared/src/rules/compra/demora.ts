// An order that will miss its promised hour.

/** How long before the hour the shop checks whether an order that is not begun can still be ready by then. */
export const DEMORA_ANTES_MS = 2 * 3600_000
/** After the hour: a clerk may be about to mark it ready. */
export const DEMORA_GRACIA_MS = 5 * 60_000
/** A promise older than this was forgotten rather than delayed: a clerk tells the customer. */
export const DEMORA_OLVIDO_MS = 24 * 3600_000
const MOST_MS = 60 * 24 * 3600_000

/**
 * Whether the promised hour is missed, or certainly will be. `antes`: when the order would be ready at the
 * earliest if it was begun now.
 */
export function isDemorado(
  { estado, prometido }: { estado: string; prometido: Date },
  antes: Date,
  now: Date,
): boolean {
  if (estado === 'pagado' && antes > prometido) return true
  return now.getTime() >= prometido.getTime() + DEMORA_GRACIA_MS
}

/** The problem of the new hour that a clerk gives; null if it is fine. */
export function horaProblem(hora: Date, prometido: Date, now: Date): string | null {
  if (hora <= now) return 'Esa hora ya pasó.'
  if (hora <= prometido) return 'Esa hora no es más tarde que la prometida.'
  return hora.getTime() > now.getTime() + MOST_MS ? 'Esa hora está demasiado lejos.' : null
}
