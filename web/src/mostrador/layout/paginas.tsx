import type { ReactNode } from 'react'
import { EmptySheet } from '../../ui/empty-sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { BusyButton } from '../busy-button.tsx'
import { retryOf } from '../retry.ts'
import styles from './lista.module.css'

/** A list in pages: loading, failed, empty, or loaded with a button for more. */
export function Paginas<T>({
  query,
  filas,
  loading,
  empty,
  children,
}: {
  query: {
    error: Error | null
    refetch: () => unknown
    hasNextPage: boolean
    fetchNextPage: () => unknown
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
  }
  /** The rows of all pages so far; undefined before the first. */
  filas: readonly T[] | undefined
  loading: string
  empty: string
  /** Renders one row as an `<li>`. */
  children: (fila: T) => ReactNode
}) {
  const { error, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  return (
    <>
      {error && <LoadError error={error} onRetry={retryOf(query)} />}
      {!filas && !error && <Spinner label={loading} visible />}
      {filas?.length === 0 && (
        <EmptySheet>
          <p>{empty}</p>
        </EmptySheet>
      )}
      {filas && filas.length > 0 && <ul className={styles.list}>{filas.map(children)}</ul>}
      {hasNextPage && (
        <BusyButton isBusy={isFetchingNextPage} busyText="Cargando…" onClick={() => void fetchNextPage()}>
          Ver más
        </BusyButton>
      )}
    </>
  )
}
