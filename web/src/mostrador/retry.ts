type Paged = { isFetchNextPageError: boolean; fetchNextPage: () => unknown; refetch: () => unknown }

/** What failed is tried again: the next page of a list, or the list. */
export const retryOf =
  ({ isFetchNextPageError, fetchNextPage, refetch }: Paged) =>
  (): void =>
    void (isFetchNextPageError ? fetchNextPage() : refetch())
