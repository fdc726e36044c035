import { ArrowLeft } from 'lucide-react'
import { TextLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import styles from './facturar.module.css'

/** The invoice is queued, since ARCA did not answer. The page polls it. */
export function EnProceso({ pedidoId, problem }: { pedidoId: string; problem: string | null }) {
  return (
    <div className={styles.form}>
      <PageHeading title="Tu factura está en camino" />
      <p className="lead">
        ARCA todavía no la autorizó. La emitimos apenas responda y te la mandamos por mail: no hace falta que
        la pidas de nuevo.
      </p>
      {problem && <Notice tone="warning">{problem}</Notice>}
      <Spinner label="Esperando a ARCA…" visible />
      <TextLink icon={ArrowLeft} to={`/pedido/${pedidoId}`}>
        Volver al pedido
      </TextLink>
    </div>
  )
}
