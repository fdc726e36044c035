/**
 * A file of an order that is missing or changed: the customer was not asked yet, was asked, or sent another
 * one.
 */
export const ESTADOS_REPOSICION = ['sin_pedir', 'pedida', 'recibida'] as const
export type EstadoReposicion = (typeof ESTADOS_REPOSICION)[number]

/** The state, among those of several files, that has to be handled first. */
export function primeraReposicion(estados: readonly EstadoReposicion[]): EstadoReposicion | null {
  const order: EstadoReposicion[] = ['recibida', 'sin_pedir', 'pedida']
  return order.find((estado) => estados.includes(estado)) ?? null
}
