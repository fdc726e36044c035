import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { Link } from '../../ui/link.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { Heading } from '../layout/heading.tsx'
import { ajustesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './ajustes.module.css'
import { AjustesEditor } from './ajustes-editor.tsx'
import { ParaAbrir } from './para-abrir.tsx'

/** What the owner sets elsewhere. */
const OTROS = [
  ['dueno/catalogo', 'Catálogo', 'Productos, categorías y carteles'],
  ['dueno/premios', 'Premios', 'Lo que se canjea por puntos'],
  ['dueno/sucursales', 'Sucursales', 'Dirección, horario y WhatsApp'],
  ['dueno/negocio', 'Negocio', 'Datos, facturación, cupón y ruleta'],
  ['dueno/personas', 'Personas', 'Quién entra al mostrador, y cómo'],
  ['dueno/clientes', 'Clientes', 'Cuentas y puntos'],
  ['dueno/cambios', 'Cambios', 'Quién cambió qué, y cuándo'],
  ['dueno/seguridad', 'Actividad de seguridad', 'Ingresos fallidos, cambios y límites'],
  ['impresoras', 'Impresoras', 'Y el agente de cada sucursal'],
  ['proveedores', 'Proveedores', 'Pagos, correo, mapas y ARCA'],
] as const

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
      <Heading title="Ajustes" />
      <p className="muted">
        Valen para los pedidos que se coticen desde ahora: un pedido confirmado conserva los precios con que
        se cotizó.
      </p>
      <ParaAbrir />
      <nav className={styles.otros} aria-label="Otros ajustes">
        {OTROS.map(([to, title, about]) => (
          <Link key={to} to={`/mostrador/${to}`}>
            <b>{title}</b>
            <span>{about}</span>
          </Link>
        ))}
      </nav>
      {data && <AjustesEditor saved={data} />}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Cargando los ajustes…" visible />}
    </div>
  )
}
