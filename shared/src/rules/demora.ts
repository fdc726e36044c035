// An order that will miss its promised hour.

/** How long before the hour the shop looks whether an order that nobody began can still be ready by then. */
export const DEMORA_ANTES_MS = 2 * 3600_000
/** After the hour: who is at the counter may be about to say that it is ready. */
export const DEMORA_GRACIA_MS = 5 * 60_000
/** What was promised longer ago was forgotten rather than delayed: a person tells its customer. */
export const DEMORA_OLVIDO_MS = 24 * 3600_000
const MOST_MS = 60 * 24 * 3600_000

/**
 * Whether the promised hour is missed, or will be for sure. `antes`: when the order is ready at the earliest, were it
 * begun now.
 */
export function isDemorado(
  { estado, prometido }: { estado: string; prometido: Date },
  antes: Date,
  now: Date,
): boolean {
  if (estado === 'pagado' && antes > prometido) return true
  return now.getTime() >= prometido.getTime() + DEMORA_GRACIA_MS
}

/** What is wrong with the new hour that a person of the counter gives; null where nothing is. */
export function horaProblem(hora: Date, prometido: Date, now: Date): string | null {
  if (hora <= now) return 'Esa hora ya pasó.'
  if (hora <= prometido) return 'Esa hora no es más tarde que la prometida.'
  return hora.getTime() > now.getTime() + MOST_MS ? 'Esa hora está demasiado lejos.' : null
}
