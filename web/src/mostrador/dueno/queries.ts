import type { Api } from '@imprimitodo/shared/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer, AnswerOf, CallArgs } from '../../api/call.ts'
import { dataOf } from '../../api/query-client.ts'
import { sinRespuesta } from '../../api/sin-respuesta.ts'
import { showProblem, showToast } from '../../ui/notice/toasts.tsx'
import { sucursalesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'

export const duenoKey = ['dueno']

type Data<K extends keyof Api> = Extract<AnswerOf<K>, { ok: true }>['data']

/** A list or a record for the owner. */
export const useDueno = <K extends keyof Api>(key: K, options: CallArgs<K>[0]) =>
  useQuery<Data<K>>({
    queryKey: [...duenoKey, key, options],
    queryFn: () => dataOf(ask(key, ...([options] as CallArgs<K>)) as Promise<Answer<Data<K>>>),
    refetchOnWindowFocus: false,
  })

/** After a change all of the owner's data is loaded again: prices, names and counts are in several lists. */
export function useReload(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () =>
    Promise.all([
      cache.invalidateQueries({ queryKey: duenoKey }),
      cache.invalidateQueries({ queryKey: sucursalesKey }),
    ])
}

/** An action of one click, without a form: its message is a toast. */
export function useAct(): (done: string, act: () => Promise<Answer<unknown>>) => Promise<void> {
  const reload = useReload()
  return async (done, act) => {
    const answer = await act().catch(() => null)
    if (answer?.ok) showToast(done)
    else showProblem(answer?.errores ?? sinRespuesta('se hizo'))
    void reload()
  }
}
