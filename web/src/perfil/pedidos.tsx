import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { RefusedError } from '../api/query-client.ts'
import { PrintOffer } from '../parts/print-offer.tsx'
import { LinkButton } from '../ui/button.tsx'
import { EmptySheet } from '../ui/notice/empty-sheet.tsx'
import { RetryNotice } from '../ui/notice/retry-notice.tsx'
import { Spinner } from '../ui/notice/spinner.tsx'
import { retryOf, VerMas } from '../ui/ver-mas.tsx'
import type { HalfMade } from './half-made.ts'
import { PedidoItem } from './pedido-item.tsx'
import styles from './pedidos.module.css'
import { pedidosQuery } from './queries.ts'

/** The customer's own orders, newest first. */
export function Pedidos({ halfMade }: { halfMade: HalfMade }) {
  const query = useInfiniteQuery(pedidosQuery)
  const { data, error, isFetching } = query
  const pedidos = data?.pages.flatMap((page) => page.pedidos)
  return (
    <section aria-labelledby="tus-pedidos">
      <h2 id="tus-pedidos" className={styles.title}>
        Tus pedidos
      </h2>
      {error && (
        <RetryNotice isBusy={isFetching} retry={retryOf(query)}>
          {error instanceof RefusedError && error.codigo !== 'sesion'
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
      <VerMas query={query} what="pedidos" className={styles.more} />
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
