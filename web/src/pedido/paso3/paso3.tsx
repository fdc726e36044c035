import { FALLBACK_DELIVERY } from '@imprimitodo/shared/rules/compra/entrega'
import { isOpen } from '@imprimitodo/shared/rules/compra/pedido'
import { RUTAS } from '@imprimitodo/shared/rules/vidriera/ruta'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { configQuery, pedidoQuery } from '../../api/queries.ts'
import { isRefusedFor } from '../../api/query-client.ts'
import { SinAbrir } from '../../parts/sin-abrir.tsx'
import { Button, TextLink } from '../../ui/button.tsx'
import { Navigate } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PageLoading } from '../../ui/notice/page-loading.tsx'
import { RetryNotice } from '../../ui/notice/retry-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { updateCarrito, useCarrito } from '../carrito/carrito.ts'
import { isQuoted } from '../carrito/cotizado.ts'
import { isRecienCotizado, pedidoRecienCotizado } from '../carrito/recien-cotizado.ts'
import { usePedido } from '../carrito/use-pedido.ts'
import { PedidoFrame } from '../frame.tsx'
import { ConfirmacionForm } from './confirmacion.tsx'
import styles from './paso3.module.css'
import { useAreLinesAwaited } from './queries.ts'

/** Step 3, confirmation: only with an order that the server has priced, and only while that order can be paid. */
export function Paso3() {
  const carrito = useCarrito()
  const [first] = useState(carrito.pedidoId)
  if (!carrito.pedidoId)
    return first ? <Dejado pedidoId={first} /> : <Navigate to="/imprimitodo/paso1" replace />
  // Options were changed after the quote: its price is not that of the present list
  if (!isQuoted(carrito)) return <Navigate to="/imprimitodo/paso2" replace />
  return (
    <PedidoFrame>
      <div className={`wrap ${styles.step}`}>
        <PageHeading title={RUTAS['/imprimitodo/paso3'].head.titulo} />
        <SinAbrir className={styles.above} />
        <Pedido key={carrito.pedidoId} pedidoId={carrito.pedidoId} />
      </div>
    </PedidoFrame>
  )
}

/** The order was on the screen, and left this browser: paid in another tab, or the customer logged out there. */
function Dejado({ pedidoId }: { pedidoId: string }) {
  const { data, isFetching } = usePedido(pedidoId)
  if (isFetching) return <PageLoading />
  // A cancelled or expired order is not shown: its files may belong to a new order of another tab
  const isGone = data?.estado === 'vencido' || data?.estado === 'cancelado'
  const isOver = data !== undefined && !isOpen(data.estado) && !isGone
  return <Navigate to={isOver ? `/pedido/${pedidoId}` : '/imprimitodo/paso1'} replace />
}

function Pedido({ pedidoId }: { pedidoId: string }) {
  const { data: pedido, error, refetch, isFetching, isLoading, failureCount } = usePedido(pedidoId)
  const areLinesAwaited = useAreLinesAwaited(isLoading && failureCount === 0)
  const isDraft = useDraft(pedidoId, error !== null && !pedido) || (pedido && isRecienCotizado(pedidoId))
  if (isRefusedFor(error, 'no_existe') && !isDraft) return <Perdido />
  if (pedido && (pedido.estado === 'cancelado' || pedido.estado === 'vencido')) return <Perdido />
  const isPaying =
    pedido?.pago === 'pendiente' || pedido?.pago === 'en_proceso' || pedido?.pago === 'aprobado'
  // Paid or being paid: the order's page shows it, and a second payment must not start here
  if ((pedido && !isOpen(pedido.estado)) || isPaying) return <Navigate to={`/pedido/${pedidoId}`} replace />
  return (
    <>
      {error && !pedido && (
        <RetryNotice className={styles.above} isBusy={isFetching} retry={() => void refetch()}>
          No pudimos cargar el precio de tu pedido. Revisá tu conexión o intentá más tarde.
        </RetryNotice>
      )}
      <ConfirmacionForm pedidoId={pedidoId} pedido={pedido} areLinesAwaited={areLinesAwaited} />
    </>
  )
}

/**
 * Shows the price of the upload's answer where the order itself cannot be loaded: the customer need not wait for it to
 * pay. Whether it does.
 */
function useDraft(pedidoId: string, isMissing: boolean): boolean {
  const queries = useQueryClient()
  const { data: config, isLoading } = useQuery(configQuery)
  const { descuentoCompra } = config ?? FALLBACK_DELIVERY
  const isDraft = isMissing && pedidoRecienCotizado(pedidoId, descuentoCompra) !== null
  const isReady = isDraft && !isLoading
  useEffect(() => {
    const draft = isReady ? pedidoRecienCotizado(pedidoId, descuentoCompra) : null
    if (draft) queries.setQueryData(pedidoQuery(pedidoId).queryKey, draft)
  }, [queries, pedidoId, descuentoCompra, isReady])
  return isDraft
}

/**
 * The quote was deleted (drafts last 48 h) or given up: the files are still listed, only the price is
 * missing.
 */
function Perdido() {
  // Without a price this step leads to step 2 by itself
  const quoteAgain = () => updateCarrito((carrito) => ({ ...carrito, cotizado: null, precioEstimado: null }))
  return (
    <>
      <Notice
        tone="warning"
        action={
          <Button size="medium" onClick={quoteAgain}>
            Volver a calcular
          </Button>
        }
      >
        <b>Este presupuesto ya no vale.</b> Tus archivos y opciones siguen acá: calculamos el precio de nuevo.
      </Notice>
      <p>
        <TextLink icon={ArrowLeft} to="/imprimitodo/paso1">
          Volver a los archivos
        </TextLink>
      </p>
    </>
  )
}
