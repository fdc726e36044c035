import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { isEnTablero } from '@imprimitodo/shared/rules/pedido'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Hand } from 'lucide-react'
import { showProblem } from '../ui/toasts.tsx'
import { BusyButton } from './busy-button.tsx'
import { pedidoKey, pedidosKey } from './queries.ts'
import { ask } from './session/ask.ts'
import { useSession } from './session/session.ts'

type Tomable = Pick<PedidoFila, 'pedido_id' | 'numero' | 'tomado' | 'estado'>

/** 'Lo tenés vos', 'Lo tiene Nadia'; null: no one. */
export function useTomado({ tomado, estado }: Tomable): { text: string; isMine: boolean } | null {
  const session = useSession()
  if (!tomado || !isEnTablero(estado)) return null
  const isMine = tomado.id === session?.id
  return { isMine, text: isMine ? 'Lo tenés vos' : `Lo tiene ${tomado.nombre}` }
}

/** Takes the order in hand, or lets it go. A faster clerk has it: the screen then says who. */
export function useTomar({ pedido_id, numero, tomado }: Tomable) {
  const cache = useQueryClient()
  const key = tomado
    ? ('POST /api/mostrador/pedidos/:pedido_id/soltar' as const)
    : ('POST /api/mostrador/pedidos/:pedido_id/tomar' as const)
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => ask(key, { params: { pedido_id } }),
    onSuccess: (answer) => {
      if (answer.ok) cache.setQueryData(pedidoKey(pedido_id), answer.data)
      else if (answer.status !== 401) showProblem(answer.errores ?? `Pedido ${numero}: no se pudo.`)
    },
    onError: () => showProblem(`Pedido ${numero}: no hay conexión.`),
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: pedidosKey }),
        cache.invalidateQueries({ queryKey: pedidoKey(pedido_id) }),
      ]),
  })
  return { toggle: () => !isPending && mutate(), isPending }
}

/** 'Tomar', or 'Soltar' for who has it and the owner; nothing where another clerk has it or it is closed. */
export function TomarButton({
  pedido,
  className,
  isSmall,
}: {
  pedido: Tomable
  className?: string | undefined
  /** The hand alone: where a card has no room for its word. */
  isSmall?: boolean
}) {
  const session = useSession()
  const held = useTomado(pedido)
  const { toggle, isPending } = useTomar(pedido)
  if (!isEnTablero(pedido.estado) || (held && !held.isMine && session?.rol !== 'dueno')) return null
  const label = held ? 'Soltar' : 'Tomar'
  return (
    <BusyButton
      size="medium"
      icon={Hand}
      title={isSmall ? label : undefined}
      data-atajo="t"
      className={className}
      isBusy={isPending}
      busyText={isSmall ? '' : 'Guardando…'}
      about={` el pedido ${pedido.numero}`}
      onClick={toggle}
    >
      {isSmall ? <span className="visually-hidden">{label}</span> : label}
    </BusyButton>
  )
}
