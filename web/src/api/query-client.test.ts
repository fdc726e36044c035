import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient, showAnswer } from './query-client.ts'

const queryKey = ['pedido']

/** Reads that are answered by hand, in any order. */
function reads() {
  const answers: ((data: string) => void)[] = []
  return { answers, queryFn: () => new Promise<string>((resolve) => answers.push(resolve)) }
}

it('the answer to a change is shown at once; a read under way does not undo it, and is asked anew', async () => {
  const queries = createQueryClient()
  const { answers, queryFn } = reads()
  queries.setQueryData(queryKey, 'antes')
  const shown: unknown[] = []
  const stop = new QueryObserver(queries, { queryKey, queryFn, staleTime: 0 }).subscribe(({ data }) => {
    if (shown.at(-1) !== data) shown.push(data)
  })
  const reading = queries.fetchQuery({ queryKey, queryFn, staleTime: 0 })
  expect(answers).toHaveLength(1)
  showAnswer(queries, queryKey, 'cambiado')
  expect(queries.getQueryData(queryKey)).toBe('cambiado')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('antes')
  await vi.waitFor(() => expect(shown.at(-1)).toBe('cambiado'))
  answers[1]?.('cambiado y lo de otro')
  expect(await reading).toBe('cambiado y lo de otro')
  await vi.waitFor(() => expect(shown).toEqual(['antes', 'cambiado', 'cambiado y lo de otro']))
  stop()
})

it('so it is while the first read is under way, and where no screen shows it', async () => {
  const queries = createQueryClient()
  const { answers, queryFn } = reads()
  const reading = queries.fetchQuery({ queryKey, queryFn })
  showAnswer(queries, queryKey, 'cambiado')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[0]?.('antes')
  answers[1]?.('después')
  expect(await reading).toBe('después')
  expect(queries.getQueryData(queryKey)).toBe('después')
})

it('without a read under way none is asked', () => {
  const queries = createQueryClient()
  const { answers, queryFn } = reads()
  const stop = new QueryObserver(queries, { queryKey, queryFn, initialData: 'antes' }).subscribe(() => {})
  showAnswer(queries, queryKey, 'cambiado')
  expect(queries.getQueryState(queryKey)).toMatchObject({ data: 'cambiado', isInvalidated: false })
  expect(answers).toEqual([])
  stop()
})
