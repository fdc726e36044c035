import type { Api } from '@imprimitodo/shared/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, AnswerOf, CallArgs } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'
import { showProblem, showToast } from '../../ui/toasts.tsx'
import { sucursalesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

export const duenoKey = ['dueno']

type Data<K extends keyof Api> = Extract<AnswerOf<K>, { ok: true }>['data']

/** A list or a record of the owner's; `about` tells one question of a call from another. */
export const useDueno = <K extends keyof Api>(key: K, options: CallArgs<K>[0], about: unknown = null) =>
  useQuery<Data<K>>({
    queryKey: [...duenoKey, key, about],
    queryFn: () => dataOf(ask(key, ...([options] as CallArgs<K>)) as Promise<Answer<Data<K>>>),
    refetchOnWindowFocus: false,
  })

/** After a change everything of the owner's is asked for again: prices, names and counts stand in several lists. */
export function useReload(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: duenoKey }),
      cache.invalidateQueries({ queryKey: sucursalesKey }),
    ])
  }
}

/** The same, for who does not wait for it. */
export function useRefresh(): () => void {
  const reload = useReload()
  return () => void reload()
}

/** One click without a form: its message is a toast. */
export function useAct(): (done: string, act: () => Promise<Answer<unknown>>) => Promise<void> {
  const refresh = useRefresh()
  return async (done, act) => {
    const answer = await act().catch(() => null)
    if (answer?.ok) showToast(done)
    else showProblem(answer?.errores ?? 'No hay conexión: no se hizo.')
    refresh()
  }
}
