import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { baseOf } from '../api/base.ts'
import { call } from '../api/call.ts'
import { cuponQuery, primerCuponQuery } from '../api/codigos.ts'
import { showAnswer } from '../api/query-client.ts'
import { messagesIn } from '../api/reason.ts'
import { withRenewal } from '../api/session/renewal.ts'
import { bearerOf } from '../api/session/token.ts'
import { startStream } from '../api/stream/stream.ts'
import { useBusy } from '../ui/state/use-busy.ts'

/** How often the coupon's state is polled. */
const POLL_MS = 20_000

/**
 * The customer's coupon, polled every 20 s; the server's event that it was used only triggers a poll earlier.
 */
export function useCupon() {
  const queries = useQueryClient()
  useEffect(
    () =>
      startStream({
        open: openEventos,
        onData: () => void queries.invalidateQueries(cuponQuery),
        onState: () => {},
        onUnauthorized: () => {}, // the poll ends the session
      }),
    [queries],
  )
  // A failure is shown at once: the next poll tries again
  return useQuery({ ...cuponQuery, staleTime: 0, refetchInterval: POLL_MS, retry: false })
}

const EVENTOS = '/api/cupones/eventos'

async function openEventos(signal: AbortSignal): Promise<Response> {
  const base = await baseOf(EVENTOS)
  return withRenewal(base, (access) =>
    fetch(base + EVENTOS, {
      headers: { ...bearerOf(access), Accept: 'text/event-stream' },
      credentials: 'include',
      cache: 'no-store',
      signal,
    }),
  )
}

/** Whether the next coupon would be the customer's first. */
export const useEsPrimero = (isWanted: boolean): boolean =>
  useQuery({ ...primerCuponQuery, enabled: isWanted }).data?.cantidad_cupones === 0

/** Generates a coupon. */
export function useGenerate(onGenerated: () => void) {
  const queries = useQueryClient()
  const { isBusy, run } = useBusy()
  const [problem, setProblem] = useState<string | null>(null)
  async function generate(): Promise<void> {
    setProblem(null)
    const answer = await call('POST /api/cupones/').catch(() => null)
    if (answer?.ok) {
      showAnswer(queries, cuponQuery.queryKey, answer.data)
      void queries.invalidateQueries(primerCuponQuery)
      onGenerated()
    } else {
      // Perhaps it was generated: its answer was lost, or another tab did it
      const before = queries.getQueryData(cuponQuery.queryKey)?.codigo
      await queries.invalidateQueries(cuponQuery)
      const now = queries.getQueryData(cuponQuery.queryKey)
      if (now?.codigo && now.codigo !== before && !now.usado) onGenerated()
      else setProblem(messagesIn(answer?.data).non_field_errors ?? 'Error al generar el cupón')
    }
  }
  return { generate: () => run(generate), isBusy, problem }
}
