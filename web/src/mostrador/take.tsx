import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/compra/pedido'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { showProblem } from '../ui/notice/toasts.tsx'
import { BusyButton } from './busy-button.tsx'
import { tellRefusal } from './problemas.ts'
import { pedidoKey, pedidosKey } from './queries.ts'
import { ask } from './session/ask.ts'
import { useMostradorSession } from './session/session.ts'

type Tomable = Pick<PedidoFila, 'pedido_id' | 'numero' | 'tomado' | 'estado'>

type Tenido = { text: string; isMine: boolean }

/**
 * 'Lo tenés vos', 'Lo tiene Nadia'; null: no clerk has it in hand. `yo`: the id of the person at the screen.
 */
export function tenidoOf({ tomado, estado }: Tomable, yo: number | undefined): Tenido | null {
  if (!tomado || !isEnTablero(estado)) return null
  const isMine = tomado.id === yo
  return { isMine, text: isMine ? 'Lo tenés vos' : `Lo tiene ${tomado.nombre}` }
}

/** Whether another clerk has it in hand. `yo`: the id of the person at the screen. */
export const isDeOtro = ({ tomado }: Pick<PedidoFila, 'tomado'>, yo: number | undefined): boolean =>
  tomado !== null && tomado.id !== yo

export function useTomado(pedido: Tomable): Tenido | null {
  return tenidoOf(pedido, useMostradorSession()?.id)
}

/** Takes an order in hand, or releases it. If another clerk was faster, the screen then shows who has it. */
export function useTakeOne() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ pedido_id, tomado }: Tomable) =>
      ask(
        tomado
          ? 'POST /api/mostrador/pedidos/:pedido_id/soltar'
          : 'POST /api/mostrador/pedidos/:pedido_id/tomar',
        { params: { pedido_id } },
      ),
    onSuccess: (answer, { pedido_id, numero }) => {
      if (answer.ok) cache.setQueryData(pedidoKey(pedido_id), answer.data)
      else tellRefusal(answer, `Pedido ${numero}: no se pudo.`)
    },
    onError: (_error, { numero }) => showProblem(`Pedido ${numero}: no hay conexión.`),
    onSettled: (_answer, _error, { pedido_id }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: pedidosKey }),
        cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) }),
      ]),
  })
}

export function useTake(pedido: Tomable) {
  const { mutate, isPending } = useTakeOne()
  return { toggle: () => !isPending && mutate(pedido), isPending }
}

/**
 * 'Tomar', or 'Soltar' for the clerk who has it and for the owner; nothing where another clerk has it or it
 * is closed.
 */
export function TakeButton({ pedido }: { pedido: Tomable }) {
  const session = useMostradorSession()
  const held = useTomado(pedido)
  const { toggle, isPending } = useTake(pedido)
  if (!isEnTablero(pedido.estado) || (held && !held.isMine && session?.rol !== 'dueno')) return null
  const label = held ? 'Soltar' : 'Tomar'
  return (
    <BusyButton
      size="medium"
      icon={Hand}
      isBusy={isPending}
      busyText="Guardando…"
      about={` el pedido ${pedido.numero}`}
      onClick={toggle}
    >
      {label}
    </BusyButton>
  )
}
