type Paged = { isFetchNextPageError: boolean; fetchNextPage: () => unknown; refetch: () => unknown }

/** Repeats the query that failed: the next page of a list, or the whole list. */
export const retryOf =
  ({ isFetchNextPageError, fetchNextPage, refetch }: Paged) =>
  (): void =>
    void (isFetchNextPageError ? fetchNextPage() : refetch())
