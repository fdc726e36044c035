import { type CounterStep, DESHACER_S, DESHACIBLES } from '@imprimitodo/shared/rules/compra/pedido'
import { createStore } from '../../ui/state/store.ts'

type Uno = { pedido_id: string; numero: number }

/**
 * A step that was just taken here, for one order or several. `until`: when it can no longer be undone, in
 * milliseconds of this computer's clock.
 */
export type Dado = { pedidos: readonly Uno[]; estado: CounterStep; until: number }

const dados = createStore<readonly Dado[]>([])

export const useDados = (): readonly Dado[] => dados.use()

export function dropDado(dado: Dado): void {
  const ids = new Set(dado.pedidos.map(({ pedido_id }) => pedido_id))
  dados.set(
    dados.get().filter((one) => one.until !== dado.until || !one.pedidos.some((of) => ids.has(of.pedido_id))),
  )
}

/**
 * Offers to undo a step, for all of these orders at once, if that step can be undone. `since`: when it was sent,
 * so that the offer ends before the server's time does. False: it cannot be undone.
 */
export function offerUndo(pedidos: readonly Uno[], estado: CounterStep, since: number): boolean {
  const dado = { pedidos, estado, until: since + DESHACER_S * 1000 }
  const left = dado.until - Date.now()
  if (!DESHACIBLES[estado] || left <= 0 || pedidos.length === 0) return false
  // Only an order's last step can be undone
  const ids = new Set(pedidos.map(({ pedido_id }) => pedido_id))
  const others = dados.get().flatMap((one) => {
    const rest = one.pedidos.filter(({ pedido_id }) => !ids.has(pedido_id))
    return rest.length > 0 ? [{ ...one, pedidos: rest }] : []
  })
  dados.set([...others, dado])
  setTimeout(() => dropDado(dado), left)
  return true
}

const staysFor = (n: number): string => (n > 1 ? 'Quedan firmes' : 'Queda firme')

/** The message that waits meanwhile, for the clerk's information. */
export const WAITS: Partial<Record<CounterStep, (n: number) => string>> = {
  listo: (n) => (n > 1 ? 'El aviso a sus clientes sale' : 'El aviso al cliente sale'),
  cancelado: () => 'La devolución y el aviso salen',
  en_produccion: staysFor,
  entregado: staysFor,
}
