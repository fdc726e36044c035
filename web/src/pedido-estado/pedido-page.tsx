import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { pedidoQuery } from '../api/queries.ts'
import { RefusedError } from '../api/query-client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptySheet } from '../ui/empty-sheet.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { useParams } from '../ui/routes.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Archivos } from './archivos.tsx'
import { CodigoRetiro } from './codigo-retiro.tsx'
import { Contacto } from './contacto.tsx'
import { Estado } from './estado.tsx'
import { Pago } from './pago.tsx'
import { isPaid, pollMs } from './pasos.ts'
import styles from './pedido-page.module.css'

/**
 * An order for whoever holds its id: state live, pickup code, files, payment.
 * @param onPaid called when the order is seen paid: the frame empties the half-made order it came from.
 */
export function PedidoPage({ onPaid }: { onPaid?: (pedidoId: string) => void }) {
  const { id = '' } = useParams()
  const {
    data: pedido,
    error,
    refetch,
    isFetching,
  } = useQuery({
    ...pedidoQuery(id),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data ? pollMs(state.data, Date.now()) : false),
    refetchOnWindowFocus: 'always',
  })
  const paid = pedido !== undefined && isPaid(pedido.estado)
  useEffect(() => {
    if (paid) onPaid?.(id)
  }, [paid, id, onPaid])
  return (
    <div className={`wrap ${styles.page}`}>
      <meta name="robots" content="noindex" />
      {pedido ? (
        <Pedido pedido={pedido} stale={error !== null} />
      ) : error ? (
        <Fallo error={error} retrying={isFetching} retry={() => void refetch()} />
      ) : (
        <div className={styles.loading}>
          <Spinner label="Buscando tu pedido…" visible />
        </div>
      )}
    </div>
  )
}

function Pedido({ pedido, stale }: { pedido: PedidoAnswer; stale: boolean }) {
  const hasTicket = pedido.codigo_retiro !== null && isPaid(pedido.estado) && pedido.estado !== 'entregado'
  return (
    <>
      {stale && (
        <Notice tone="warning" className={styles.stale}>
          <b>No pudimos actualizar el estado.</b> Te mostramos lo último que supimos y seguimos intentando.
        </Notice>
      )}
      <div className={hasTicket ? styles.top : undefined}>
        <Estado pedido={pedido} live={!stale} />
        {hasTicket && pedido.codigo_retiro && <CodigoRetiro pedido={pedido} codigo={pedido.codigo_retiro} />}
      </div>
      <Archivos pedido={pedido} />
      <div className={styles.foot}>
        <Pago pedido={pedido} />
        <Contacto pedido={pedido} />
      </div>
    </>
  )
}

function Fallo({ error, retrying, retry }: { error: Error; retrying: boolean; retry: () => void }) {
  if (error instanceof RefusedError && error.status === 404)
    return (
      <EmptySheet>
        <PageHeading title="No encontramos ese pedido" />
        <p className="lead">
          Revisá que el enlace esté completo: es el que te mandamos por mail. Si el pedido nunca se confirmó,
          se borra solo.
        </p>
        <LinkButton variant="primary" to="/imprimitodo" iconAfter={ArrowRight}>
          Hacer otro pedido
        </LinkButton>
      </EmptySheet>
    )
  return (
    <EmptySheet>
      <PageHeading title="No pudimos cargar tu pedido" />
      <p className="lead" role="alert">
        Revisá tu conexión o intentá más tarde. Tu pedido no cambió por esto.
      </p>
      <Button variant="primary" icon={RotateCw} aria-disabled={retrying} onClick={retry}>
        Reintentar
      </Button>
    </EmptySheet>
  )
}
