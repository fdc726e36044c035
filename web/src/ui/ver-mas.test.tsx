// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RetryNotice } from './notice/retry-notice.tsx'
import { retryOf, VerMas } from './ver-mas.tsx'

/** Three rows, one a page. */
const ROWS = ['Primera', 'Segunda', 'Tercera']

const load = vi.fn<(page: number) => Promise<string>>()
let cache: QueryClient

function Rows() {
  const query = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length < ROWS.length ? pages.length : null),
  })
  return (
    <>
      {query.error && <RetryNotice retry={retryOf(query)}>No pudimos cargar la lista.</RetryNotice>}
      <ul>
        {query.data?.pages.map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
      <VerMas query={query} what="pedidos" />
    </>
  )
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const asked = () => load.mock.calls.map(([page]) => page)
const more = () => screen.getByRole('button', { name: 'Ver más pedidos' })

async function open() {
  render(
    <QueryClientProvider client={cache}>
      <Rows />
    </QueryClientProvider>,
  )
  await expect.poll(shown).toEqual(['Primera'])
}

beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  load.mockReset().mockImplementation(async (page) => ROWS[page] ?? '')
})
afterEach(cleanup)

describe('Ver más, below a list,', () => {
  it('adds the next page and keeps the focus; at the end of the list it is gone', async () => {
    await open()
    more().focus()
    fireEvent.click(more())
    await expect.poll(shown).toEqual(['Primera', 'Segunda'])
    expect(document.activeElement).toBe(more())
    fireEvent.click(more())
    await expect.poll(shown).toEqual(ROWS)
    expect(screen.queryByRole('button')).toBeNull()
    expect(asked()).toEqual([0, 1, 2])
  })

  it('says that the page loads and takes no second press meanwhile, without losing the focus', async () => {
    await open()
    const page = Promise.withResolvers<string>()
    load.mockReturnValueOnce(page.promise)
    more().focus()
    fireEvent.click(more())
    const busy = await screen.findByRole('button', { name: 'Cargando…' })
    fireEvent.click(busy)
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    expect(document.activeElement).toBe(busy)
    page.resolve('Segunda')
    await expect.poll(shown).toEqual(['Primera', 'Segunda'])
    expect(asked()).toEqual([0, 1])
    expect(more().getAttribute('aria-disabled')).toBeNull()
  })

  it('asks for the same page again where it failed, as does the button of the message; the shown rows stay', async () => {
    await open()
    load.mockRejectedValueOnce(new Error('offline')).mockRejectedValueOnce(new Error('offline'))
    fireEvent.click(more())
    await screen.findByRole('alert')
    fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await expect.poll(asked).toEqual([0, 1, 1])
    await expect.poll(() => more().getAttribute('aria-disabled')).toBeNull()
    expect(shown()).toEqual(['Primera'])
    fireEvent.click(more())
    await expect.poll(shown).toEqual(['Primera', 'Segunda'])
    expect(screen.queryByRole('alert')).toBeNull()
    expect(asked()).toEqual([0, 1, 1, 1])
  })
})

it('a list that could not be loaded anew is asked for again as a whole, not its next page', async () => {
  await open()
  load.mockRejectedValueOnce(new Error('offline'))
  await act(() => cache.refetchQueries())
  fireEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
  expect(shown()).toEqual(['Primera'])
  expect(asked()).toEqual([0, 0, 0])
})
