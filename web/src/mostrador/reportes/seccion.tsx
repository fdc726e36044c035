import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { LoadError } from '../board/load-error.tsx'
import { BusyButton } from '../busy-button.tsx'
import { askRaw } from '../session/ask.ts'
import styles from './reportes.module.css'

const KEEP_MS = 60_000

/** One report: its conclusion as the title, what it is of, and its file. */
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
  /** The report's path and its query, for the file. */
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
        <Descarga name={name} csv={csv} />
      </div>
      {query.error && <LoadError error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <Spinner label={`Cargando ${name.toLowerCase()}…`} visible />}
      {query.data !== undefined && children}
    </section>
  )
}

function Descarga({ name, csv }: { name: string; csv: string }) {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const response = await askRaw(csv, 'text/csv').catch(() => null)
    setBusy(false)
    if (!response?.ok) return showToast(`No se pudo descargar «${name}». Probá de nuevo.`, { tone: 'error' })
    const file = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = file ?? 'reporte.csv'
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS)
  }
  return (
    <BusyButton
      className={styles.screen}
      size="medium"
      icon={Download}
      isBusy={isBusy}
      busyText="Descargando…"
      about={`: ${name}`}
      onClick={() => void save()}
    >
      CSV
    </BusyButton>
  )
}
