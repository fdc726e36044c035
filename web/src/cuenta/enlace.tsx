import type { UseQueryResult } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { isRefused } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './frame.module.css'
import { Slip } from './frame.tsx'

/** The page of a mail's link, after the server has said that the link still works. */
export function Enlace<T>({
  query: { data, error, isFetching, refetch },
  another,
  children,
}: {
  query: UseQueryResult<T>
  /** A link to the page that sends a new one. */
  another: ReactNode
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (!error)
    return (
      <div className={styles.centre}>
        <Spinner label="Verificando el enlace..." visible />
      </div>
    )
  if (isRefused(error)) return <EnlaceVencido text={error.message}>{another}</EnlaceVencido>
  return (
    <Slip tone="failed" title={<PageHeading title="No pudimos verificar el enlace" />}>
      <p role="alert">Revisá tu conexión o intentá más tarde. El enlace sigue sirviendo.</p>
      <Button variant="primary" icon={RotateCw} aria-disabled={isFetching} onClick={() => void refetch()}>
        Reintentar
      </Button>
    </Slip>
  )
}

const EnlaceVencido = ({ text, children }: { text: string; children: ReactNode }) => (
  <Slip tone="failed" title={<PageHeading title="El enlace ya no sirve" />}>
    <p role="alert">{text}</p>
    {children}
  </Slip>
)
