import { type CounterStep, DESHACER_S, DESHACIBLES } from '@imprimitodo/shared/rules/pedido'
import { createStore } from '../../ui/store.ts'

/** A step that was taken here just now. `until`: when it can no longer be taken back, in milliseconds of this clock. */
export type Dado = { pedido_id: string; numero: number; estado: CounterStep; until: number }

const dados = createStore<readonly Dado[]>([])

export const useDados = (): readonly Dado[] => dados.use()

export function dropDado({ pedido_id, until }: Dado): void {
  dados.set(dados.get().filter((one) => one.pedido_id !== pedido_id || one.until !== until))
}

/**
 * Offers to take a step back, where it is one that goes back. `since`: when it was sent, so that the offer ends before
 * the server's time does. False: there is nothing to offer.
 */
export function offerDeshacer(step: Omit<Dado, 'until'>, since: number): boolean {
  const dado = { ...step, until: since + DESHACER_S * 1000 }
  const left = dado.until - Date.now()
  if (!DESHACIBLES[step.estado] || left <= 0) return false
  // An order has one last step
  dados.set([...dados.get().filter(({ pedido_id }) => pedido_id !== step.pedido_id), dado])
  setTimeout(() => dropDado(dado), left)
  return true
}

/** What waits meanwhile, for a clerk. */
export const WAITS: Partial<Record<CounterStep, string>> = {
  listo: 'El aviso al cliente sale',
  cancelado: 'La devolución y el aviso salen',
  entregado: 'Queda firme',
}
