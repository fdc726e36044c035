import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { PrintOffer } from '../api/print-offer.tsx'
import { RefusedError } from '../api/query-client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptySheet } from '../ui/empty-sheet.tsx'
import { RetryNotice } from '../ui/retry-notice.tsx'
import { Spinner } from '../ui/spinner.tsx'
import type { HalfMade } from './half-made.ts'
import { PedidoItem } from './pedido-item.tsx'
import styles from './pedidos.module.css'
import { pedidosQuery } from './pedidos-query.ts'

/** The customer's own orders, newest first. */
export function Pedidos({ halfMade }: { halfMade: HalfMade }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(pedidosQuery)
  const pedidos = data?.pages.flatMap((page) => page.pedidos)
  return (
    <section aria-labelledby="tus-pedidos">
      <h2 id="tus-pedidos" className={styles.title}>
        Tus pedidos
      </h2>
      {error && (
        <RetryNotice isBusy={isFetching} retry={() => void (data ? fetchNextPage() : refetch())}>
          {error instanceof RefusedError && error.status !== 401
            ? error.message
            : 'No pudimos cargar tus pedidos. Revisá tu conexión.'}
        </RetryNotice>
      )}
      {!pedidos && !error && (
        <div className={styles.loading}>
          <Spinner label="Buscando tus pedidos…" visible />
        </div>
      )}
      {pedidos?.length === 0 && <None />}
      {pedidos && pedidos.length > 0 && (
        <ul className={styles.list}>
          {pedidos.map((pedido) => (
            <PedidoItem key={pedido.pedido_id} pedido={pedido} halfMade={halfMade} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          className={styles.more}
          aria-disabled={isFetchingNextPage || undefined}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? 'Cargando…' : 'Ver más pedidos'}
        </Button>
      )}
    </section>
  )
}

const None = () => (
  <EmptySheet>
    <p>Todavía no hiciste ningún pedido con tu cuenta.</p>
    <LinkButton to="/imprimitodo" iconAfter={ArrowRight}>
      Imprimir
      <PrintOffer />
    </LinkButton>
  </EmptySheet>
)
