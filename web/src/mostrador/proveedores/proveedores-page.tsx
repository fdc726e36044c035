import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { isConectable } from '@imprimitodo/shared/rules/gestion/conexion'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Button, TextLink } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useDueno } from '../dueno/queries.ts'
import { Heading } from '../layout/heading.tsx'
import { Unloaded } from '../loading.tsx'
import { ask } from '../session/ask.ts'
import { ConnectArca } from './arca.tsx'
import { Connect } from './connect.tsx'
import styles from './proveedores.module.css'

/** The providers of the shop: built in or outside, whether they answer, and how they are connected. */
export default function ProveedoresPage() {
  const query = useQuery<Proveedor[]>({
    queryKey: ['proveedores'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/proveedores', { signal })),
  })
  return (
    <div className={styles.page}>
      <Heading title="Proveedores" />
      <p className="muted">Se conectan acá, sin reiniciar nada. Las claves no se vuelven a mostrar.</p>
      <TextLink to="/mostrador/salud">Si hoy andan, y qué hacer si no: salud</TextLink>
      {query.data && (
        <ul className={styles.list}>
          {query.data.map((proveedor) => (
            <Item key={proveedor.cual} proveedor={proveedor} />
          ))}
        </ul>
      )}
      <Unloaded query={query} label="Cargando los proveedores…" />
    </div>
  )
}

function Item({ proveedor }: { proveedor: Proveedor }) {
  const { cual, titulo, origen, direccion } = proveedor
  const [isOpen, setOpen] = useState(false)
  const cache = useQueryClient()
  const { mutate, data, isError, isPending, reset } = useMutation({
    mutationFn: () => ask('POST /api/mostrador/proveedores/:cual/probar', { params: { cual } }),
    onSuccess: () => void cache.invalidateQueries({ queryKey: ['proveedores'] }),
  })
  const problem = isError
    ? 'No hay conexión con el servidor.'
    : data?.ok === false
      ? (data.errores ?? 'No se pudo probar.')
      : null
  const close = () => {
    setOpen(false)
    reset()
  }
  const canConnect = isConectable(cual) && origen !== 'entorno'
  return (
    <li className={styles.item}>
      <Quien proveedor={proveedor} />
      <div className={styles.actions}>
        {canConnect && !isOpen && (
          <Button size="medium" onClick={() => setOpen(true)}>
            {origen ? 'Cambiar' : 'Conectar'}
            <span className="visually-hidden"> {titulo}</span>
          </Button>
        )}
        <BusyButton
          size="medium"
          isBusy={isPending}
          busyText="Probando…"
          about={` ${titulo}`}
          onClick={() => mutate()}
        >
          Probar
        </BusyButton>
      </div>
      {canConnect && isOpen && (
        <div className={styles.connect}>
          {direccion && <Direccion text={direccion} />}
          <Formulario
            proveedor={proveedor}
            onSaved={() => {
              setOpen(cual === 'arca' || cual === 'respaldo') // these may have steps left
              mutate()
            }}
            onClose={close}
          />
        </div>
      )}
      <div className={styles.answer} aria-live="polite">
        {problem && (
          <Notice tone="error" still>
            {problem}
          </Notice>
        )}
        {data?.ok && (
          <Notice tone={data.data.anda ? 'done' : 'error'} still>
            {data.data.texto} ({data.data.ms} ms)
          </Notice>
        )}
      </div>
    </li>
  )
}

function Quien({ proveedor: { cual, titulo, servicio, integrado, nota, origen } }: { proveedor: Proveedor }) {
  return (
    <div>
      <h2>{titulo}</h2>
      <p>
        {servicio} {integrado && <span className={styles.kind}>Propio</span>}
      </p>
      {nota && <p className="muted">{nota}</p>}
      {origen === 'entorno' && isConectable(cual) && (
        <p className="muted">Lo configura el servidor, con variables de entorno: acá no se cambia.</p>
      )}
    </div>
  )
}

type FormularioProps = { proveedor: Proveedor; onSaved: () => void; onClose: () => void }

/** Filled with the stored data of the seller. */
function Formulario({ proveedor, ...rest }: FormularioProps) {
  const { cual, valores } = proveedor
  const { data: ajustes, error } = useDueno('GET /api/mostrador/ajustes', undefined)
  if (!ajustes && !error) return <Spinner label="Cargando…" visible />
  const { cuit, razon_social, condicion_iva, email } = ajustes?.vendedor ?? {}
  if (cual === 'arca') {
    const inicial = { cuit: cuit ?? '', razon_social: razon_social ?? '', condicion: condicion_iva ?? '' }
    return <ConnectArca proveedor={proveedor} inicial={inicial} {...rest} />
  }
  if (!isConectable(cual)) return null
  const correo = { puerto: '587', usuario: email ?? '', remitente: email ?? '' }
  return <Connect cual={cual} valores={valores} inicial={cual === 'correo' ? correo : {}} {...rest} />
}

/** The address to paste at the provider. */
function Direccion({ text }: { text: string }) {
  return (
    <div className={styles.direccion}>
      <p>Pegá esta dirección en Mercado Pago, en Webhooks, con el evento «Pagos»:</p>
      <code>{text}</code>
      <Button
        size="medium"
        icon={Copy}
        onClick={() =>
          void copyText(text, 'Dirección copiada', 'No se pudo copiar: seleccionala y copiala a mano.')
        }
      >
        Copiar
      </Button>
    </div>
  )
}
