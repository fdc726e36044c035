import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { Heading } from '../layout/heading.tsx'
import { Unloaded } from '../loading.tsx'
import { ajustesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './ajustes.module.css'
import { AjustesEditor } from './ajustes-editor.tsx'
import { ParaAbrirPasos } from './para-abrir.tsx'

/** The owner's settings. */
export function AjustesPage() {
  const query = useQuery<Ajustes>({
    queryKey: ajustesKey,
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/ajustes', { signal })),
    // A reload must not replace the fields while a person types in them
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
      <ParaAbrirPasos />
      {query.data && <AjustesEditor saved={query.data} />}
      <Unloaded query={query} label="Cargando los ajustes…" />
    </div>
  )
}
