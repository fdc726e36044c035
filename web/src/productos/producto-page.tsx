import { queryOptions, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../api/call.ts'
import { withDetalleKeys } from '../api/later-keys.ts'
import { MadePageContext } from '../api/made-page.ts'
import { dataOf, isRefused } from '../api/query-client.ts'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { FailedSheet } from '../ui/notice/failed-sheet.tsx'
import { Producto } from './producto.tsx'
import styles from './producto-page.module.css'

const productoQuery = (pk: string, esOferta: boolean) =>
  queryOptions({
    queryKey: ['productos', pk, esOferta],
    queryFn: async ({ signal }) =>
      withDetalleKeys(
        await dataOf(
          call('GET /api/v1/productos/:pk/', {
            params: { pk },
            query: { es_oferta: esOferta ? '1' : undefined },
            signal,
          }),
        ),
      ),
    staleTime: 60_000,
    networkMode: 'always',
    refetchOnReconnect: true,
  })

/** Route ProductoDetalle: /producto/{pk}?categoria={slug}&es_oferta={0|1} */
export function ProductoDetalle() {
  const { pk = '' } = useParams()
  const [query] = useSearchParams()
  const esOferta = query.get('es_oferta') === '1'
  const made = use(MadePageContext)?.producto
  const { data, error, isFetching, refetch } = useQuery({
    ...productoQuery(pk, esOferta),
    // Shown while the call is under way, and no longer
    placeholderData: made && String(made.id) === pk ? made : undefined,
  })
  if (data) return <Producto key={pk} producto={data} slug={query.get('categoria')} />
  if (!error) return <Loading />
  return (
    <div className={`wrap ${styles.page}`}>
      {isRefused(error) ? (
        <FailedSheet
          title="Este producto ya no está"
          text="Lo sacamos de la vidriera, o la dirección está mal escrita. En el catálogo están todos los demás."
        >
          <LinkButton variant="primary" to="/#productos">
            Ver el catálogo
          </LinkButton>
        </FailedSheet>
      ) : (
        <FailedSheet
          title="No pudimos cargar el producto"
          text="Revisá tu conexión y volvé a intentar."
          isBusy={isFetching}
          retry={() => void (isFetching || refetch())}
        >
          <TextLink to="/#productos">Ver el catálogo</TextLink>
        </FailedSheet>
      )}
    </div>
  )
}

/** The sheet as it will be, nothing printed yet. */
const Loading = () => (
  <div className={`wrap ${styles.page}`} aria-busy>
    <div className="visually-hidden" role="status">
      <h1>Cargando el producto…</h1>
    </div>
    <div className={styles.backRoom} />
    <div className={styles.sheet}>
      <div className={styles.viewerRoom} data-skeleton />
      <div className={styles.lines} aria-hidden>
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  </div>
)
