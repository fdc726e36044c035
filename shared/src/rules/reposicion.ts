/** A file of an order that is gone or changed: the customer was not asked yet, was asked, or sent another one. */
export const ESTADOS_REPOSICION = ['sin_pedir', 'pedida', 'recibida'] as const
export type EstadoReposicion = (typeof ESTADOS_REPOSICION)[number]

/** Of several files: what has to be done first. */
export function primeraReposicion(estados: readonly EstadoReposicion[]): EstadoReposicion | null {
  const order: EstadoReposicion[] = ['recibida', 'sin_pedir', 'pedida']
  return order.find((estado) => estados.includes(estado)) ?? null
}
