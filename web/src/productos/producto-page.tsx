import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { use } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { MadePageContext } from '../api/made-page.ts'
import { isRefused } from '../api/query-client.ts'
import { Button, LinkButton, TextLink } from '../ui/button.tsx'
import { EmptySheet } from '../ui/empty-sheet.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { Producto } from './producto.tsx'
import styles from './producto-page.module.css'
import { productoQuery } from './producto-query.ts'

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
  const isMissing = isRefused(error)
  return (
    <div className={`wrap ${styles.page}`}>
      <EmptySheet>
        <PageHeading title={isMissing ? 'Este producto ya no está' : 'No pudimos cargar el producto'} />
        <p className="lead" role="alert">
          {isMissing
            ? 'Lo sacamos de la vidriera, o la dirección está mal escrita. En el catálogo están todos los demás.'
            : 'Revisá tu conexión y volvé a intentar.'}
        </p>
        {isMissing ? (
          <LinkButton variant="primary" to="/#productos">
            Ver el catálogo
          </LinkButton>
        ) : (
          <>
            <Button
              variant="primary"
              icon={RotateCw}
              aria-disabled={isFetching || undefined}
              onClick={() => void (isFetching || refetch())}
            >
              Reintentar
            </Button>
            <TextLink to="/#productos">Ver el catálogo</TextLink>
          </>
        )}
      </EmptySheet>
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
