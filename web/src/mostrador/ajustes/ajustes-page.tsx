import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { Heading } from '../layout/heading.tsx'
import { ajustesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './ajustes.module.css'
import { AjustesEditor } from './ajustes-editor.tsx'
import { ParaAbrir } from './para-abrir.tsx'

/** The owner's settings. */
export function AjustesPage() {
  const { data, error, refetch } = useQuery<Ajustes>({
    queryKey: ajustesKey,
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/ajustes', { signal })),
    // What is being typed must not be replaced under the hands
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })
  return (
    <div className={styles.page}>
      <Heading title="Precios y ajustes" />
      <p className="muted">
        Valen para los pedidos que se coticen desde ahora: un pedido confirmado conserva los precios con que
        se cotizó.
      </p>
      <ParaAbrir />
      {data && <AjustesEditor saved={data} />}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Cargando los ajustes…" visible />}
    </div>
  )
}
