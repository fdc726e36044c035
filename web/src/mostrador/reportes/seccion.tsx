import type { Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import type { ReactNode } from 'react'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { Descarga } from '../descarga.tsx'
import { LoadError } from '../loading.tsx'
import styles from './reportes.module.css'

/** The address of a report's file. */
export const csvAddress = (name: string, asked?: Rango & { agrupar?: string }): string =>
  `/api/mostrador/reportes/${name}.csv?${new URLSearchParams({ ...asked, separador: 'punto_y_coma' })}`

/** One report: its conclusion as the title, its subject, and its file. */
export function Seccion({
  name,
  title,
  csv,
  query,
  isPrinted,
  children,
}: {
  name: string
  /** Undefined while it loads. */
  title: string | undefined
  /** The report's path and its query, for its files. */
  csv: string
  query: { data: unknown; error: Error | null; refetch: () => unknown }
  /** Part of the sheet of the day. */
  isPrinted?: boolean
  children: ReactNode
}) {
  return (
    <section className={isPrinted ? styles.seccion : `${styles.seccion} ${styles.screen}`} aria-label={name}>
      <div className={styles.head}>
        <div>
          <p className={styles.name}>{name}</p>
          {title && <h2>{title}</h2>}
        </div>
        <div className={`${styles.archivos} ${styles.screen}`}>
          <Descarga formato="Excel" name={name} href={csv.replace('.csv?', '.xlsx?')} />
          <Descarga formato="CSV" name={name} href={csv} />
        </div>
      </div>
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Spinner label={`Cargando ${name.toLowerCase()}…`} visible />}
      {query.data !== undefined && children}
    </section>
  )
}
