import type { ReactNode } from 'react'
import { EmptySheet } from '../../ui/notice/empty-sheet.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Heading } from '../layout/heading.tsx'
import { LoadError } from '../loading.tsx'
import styles from './dueno.module.css'

/** The frame of an owner's screen, below its heading. */
export function Marco({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Heading title={title} />
      {children}
    </div>
  )
}

/** The problem of a part of a form, announced at once. */
export const Problema = ({ children }: { children: ReactNode }) => (
  <p className={styles.problem} role="alert">
    {children}
  </p>
)

export type ListaQuery<T> = { data: T[] | undefined; error: Error | null; refetch: () => unknown }

/**
 * The message while loading, after a failure or for an empty list; else the table, also where its next page
 * failed.
 */
export function Lista<T>({
  query: { data, error, refetch },
  label,
  columns,
  empty,
  children,
}: {
  query: ListaQuery<T>
  label: string
  columns: string[]
  empty: string
  children: (row: T) => ReactNode
}) {
  const failed = error && <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return failed ?? <Spinner label="Cargando…" visible />
  return (
    <>
      {data.length === 0 ? (
        <EmptySheet>
          <p>{empty}</p>
        </EmptySheet>
      ) : (
        <Tabla data={data} label={label} columns={columns}>
          {children}
        </Tabla>
      )}
      {failed}
    </>
  )
}

function Tabla<T>({
  data,
  label,
  columns,
  children,
}: {
  data: T[]
  label: string
  columns: string[]
  children: (row: T) => ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{data.map(children)}</tbody>
      </table>
    </section>
  )
}
