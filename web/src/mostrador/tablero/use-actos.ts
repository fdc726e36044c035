import type { Accion, PedidoFila } from '@imprimitodo/shared/api/mostrador'
import type { CounterStep } from '@imprimitodo/shared/rules/compra/pedido'
import { useMemo, useRef, useState } from 'react'
import { askToPrint, useAccion } from '../impresion/queries.ts'
import { useStep } from '../queries.ts'
import { useMostradorSession } from '../session/session.ts'
import { isDeOtro, useTakeOne } from '../take.tsx'

/** Orders of which another clerk has some in hand; `run` performs the action on the given ones. */
export type Ajenos = {
  accion: Accion
  filas: readonly PedidoFila[]
  run: (filas: readonly PedidoFila[]) => void
}

/**
 * The actions of a card's buttons. The same object as long as the board is mounted, so that cards need not be
 * drawn again.
 */
export type ActosDeFila = {
  act: (fila: PedidoFila, accion: Accion) => void
  take: (fila: PedidoFila) => void
  tick: (pedido_id: string, isRange: boolean) => void
}

/**
 * Performs actions on orders of the board. `busy`: the orders with one under way. For several orders at once,
 * those in another clerk's hands are asked about first: `ajenos` is set until the clerk answers.
 */
export function useActos(tick: ActosDeFila['tick']) {
  const yo = useMostradorSession()?.id
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const [ajenos, setAjenos] = useState<Ajenos | null>(null)
  const { mutateAsync: step } = useStep(({ pedido_id }) => leaveCard(pedido_id))
  const { mutateAsync: print } = useAccion()
  const { mutateAsync: take } = useTakeOne()

  /** Only marks the order as busy: `run` reports its own failures. */
  async function during(pedido_id: string, run: () => Promise<unknown>): Promise<void> {
    if (busy.has(pedido_id)) return
    setBusy((was) => new Set(was).add(pedido_id))
    await run().catch(() => {})
    setBusy((was) => new Set([...was].filter((one) => one !== pedido_id)))
  }
  function one(fila: PedidoFila, accion: Accion): Promise<unknown> {
    const { pedido_id, numero } = fila
    if (accion !== 'imprimir') return step({ pedido_id, numero, estado: accion satisfies CounterStep })
    const done = `Pedido ${numero}: a imprimir.`
    return print({ run: () => askToPrint(pedido_id), done, pedido_id })
  }
  /** Asks first where another clerk has some of them in hand. */
  function asking(asked: Ajenos): void {
    if (asked.filas.some((fila) => isDeOtro(fila, yo))) setAjenos(asked)
    else asked.run(asked.filas)
  }
  const latest = useRef<ActosDeFila>(null)
  latest.current = {
    // For a single order the call itself asks about another clerk's hold
    act: (fila, accion) => void during(fila.pedido_id, () => one(fila, accion)),
    take: (fila) => void during(fila.pedido_id, () => take(fila)),
    tick,
  }
  const actos = useMemo<ActosDeFila>(
    () => ({
      act: (...args) => latest.current?.act(...args),
      take: (...args) => latest.current?.take(...args),
      tick: (...args) => latest.current?.tick(...args),
    }),
    [],
  )
  return { actos, busy, asking, ajenos, closeAjenos: () => setAjenos(null) }
}

/** The clerk's action is about to move the card out of its column: the focus stays in the column. */
function leaveCard(pedido_id: string): void {
  const card = document.querySelector<HTMLElement>(`[data-pedido="${pedido_id}"]`)
  if (!card?.contains(document.activeElement)) return
  document.getElementById(`columna-${card.dataset.estado}`)?.focus({ preventScroll: true })
}
