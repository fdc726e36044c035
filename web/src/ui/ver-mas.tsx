import { Button } from './button.tsx'

/** The parts of a paged list's query that the button needs. */
type Paged = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
  refetch: () => unknown
}

/** Repeats the query that failed: the next page of a list, or the whole list. */
export const retryOf =
  ({ isFetchNextPageError, fetchNextPage, refetch }: Omit<Paged, 'hasNextPage' | 'isFetchingNextPage'>) =>
  (): void =>
    void (isFetchNextPageError ? fetchNextPage() : refetch())

/**
 * The button below a list that loads its next page; nothing at the end of the list. While the page loads it
 * says so and ignores clicks, but stays in the tab order: a `disabled` button would lose the keyboard's focus.
 */
export function VerMas({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  what,
  className,
}: {
  query: Pick<Paged, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>
  /** The things that are listed, if the screen has other lists too: 'pedidos'. */
  what?: string
  className?: string | undefined
}) {
  if (!hasNextPage) return null
  return (
    <Button
      className={className}
      aria-disabled={isFetchingNextPage || undefined}
      onClick={isFetchingNextPage ? undefined : () => void fetchNextPage()}
    >
      {isFetchingNextPage ? 'Cargando…' : what ? `Ver más ${what}` : 'Ver más'}
    </Button>
  )
}
