import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, call } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { reasonOf } from '../api/reason.ts'
import { type Address, useNavigate } from '../ui/link.tsx'
import { useBusy } from '../ui/state/use-busy.ts'
import { useIsShown } from '../ui/state/use-is-shown.ts'
import type { HalfMade } from './half-made.ts'
import { pedidosQuery } from './queries.ts'

/** Repeats an order: a new quote from the stored files, at today's prices, ready to be confirmed. */
export function useRepeat(pedido_id: string, { names, adopt }: HalfMade) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  const isShown = useIsShown()

  /** Unless `discard`, a half-made order is not replaced: the names of its files are returned instead. */
  async function repeatNow(discard: boolean): Promise<string[]> {
    setProblem(null)
    const ended = await attempt(discard)
    setProblem(ended.problem)
    if (ended.to) navigate(ended.to)
    return ended.inTheWay
  }

  async function attempt(discard: boolean) {
    const ended = { to: null as Address | null, problem: null as string | null, inTheWay: [] as string[] }
    const listed = async () => (discard ? [] : names(pedido_id))
    try {
      const inTheWay = await listed()
      if (inTheWay.length > 0) return { ...ended, inTheWay }
      const carrito = newId()
      const answer = await call('POST /api/clientes/pedidos/:pedido_id/repetir', {
        params: { pedido_id },
        body: { carrito },
      })
      if (!answer.ok) return { ...ended, problem: await problemOf(answer) }
      // Files may have been added meanwhile, also in another tab
      const added = await listed()
      if (!isShown() || added.length > 0) return { ...ended, inTheWay: added }
      await adopt(carrito, answer.data)
      // If the paper changed, step 2 shows that first
      return { ...ended, to: `/imprimitodo/${answer.data.hojas_cambiadas ? 'paso2' : 'paso3'}` as const }
    } catch {
      return { ...ended, problem: 'Parece que no hay conexión. Intentá de nuevo.' }
    }
  }

  async function problemOf(refused: Answer<unknown>): Promise<string> {
    // The files went meanwhile, and the list knows now
    if (refused.codigo === 'faltan_archivos')
      await queries.invalidateQueries({ queryKey: pedidosQuery.queryKey })
    return reasonOf(refused) ?? 'No pudimos repetirlo. Intentá de nuevo.'
  }

  return {
    repeat: async ({ discard = false } = {}) => (await run(() => repeatNow(discard))) ?? [],
    isBusy,
    problem,
  }
}
