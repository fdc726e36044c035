import type { ReactNode } from 'react'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { retryOf, VerMas } from '../../ui/ver-mas.tsx'
import { LoadError } from '../loading.tsx'
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
  const { error } = query
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
      <VerMas query={query} />
    </>
  )
}
