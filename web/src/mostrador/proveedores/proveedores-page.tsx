import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { useMutation, useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { TextLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadError } from '../board/load-error.tsx'
import { BusyButton } from '../busy-button.tsx'
import { Heading } from '../layout/heading.tsx'
import { ask } from '../session/ask.ts'
import styles from './proveedores.module.css'

/** Who does what for the shop: built in or outside, and whether it answers. */
export function ProveedoresPage() {
  const { data, error, refetch } = useQuery<Proveedor[]>({
    queryKey: ['proveedores'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/proveedores', { signal })),
  })
  return (
    <div className={styles.page}>
      <Heading title="Proveedores" />
      <p className="muted">
        Lo que no está configurado lo hace la aplicación misma. Las claves se ponen en el servidor, no acá.
      </p>
      <TextLink to="/mostrador/salud">Si hoy andan, y qué hacer si no: salud</TextLink>
      {data && (
        <ul className={styles.list}>
          {data.map((proveedor) => (
            <Item key={proveedor.cual} proveedor={proveedor} />
          ))}
        </ul>
      )}
      {!data && error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner label="Cargando los proveedores…" visible />}
    </div>
  )
}

function Item({ proveedor: { cual, titulo, servicio, integrado, nota } }: { proveedor: Proveedor }) {
  const { mutate, data, isError, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => ask('POST /api/mostrador/proveedores/:cual/probar', { params: { cual } }),
  })
  const problem = isError
    ? 'No hay conexión con el servidor.'
    : data?.ok === false
      ? (data.errores ?? 'No se pudo probar.')
      : null
  return (
    <li className={styles.item}>
      <div>
        <h2>{titulo}</h2>
        <p>
          {servicio} <span className={styles.kind}>{integrado ? 'Propio' : 'Externo'}</span>
        </p>
        {nota && <p className="muted">{nota}</p>}
      </div>
      <BusyButton
        size="medium"
        isBusy={isPending}
        busyText="Probando…"
        about={` ${titulo}`}
        onClick={() => mutate()}
      >
        Probar
      </BusyButton>
      <div className={styles.answer} aria-live="polite">
        {problem && (
          <Notice tone="error" still>
            {problem}
          </Notice>
        )}
        {data?.ok && (
          <Notice tone={data.data.ok ? 'done' : 'error'} still>
            {data.data.detail} ({data.data.ms} ms)
          </Notice>
        )}
      </div>
    </li>
  )
}
