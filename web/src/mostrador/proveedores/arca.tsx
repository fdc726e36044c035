import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import type { ValoresConexion } from '@imprimitodo/shared/rules/gestion/conexion'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { Spinner } from '../../ui/notice/spinner.tsx'
import { showProblem } from '../../ui/notice/toasts.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { BusyButton } from '../busy-button.tsx'
import { useAct, useDueno } from '../dueno/queries.ts'
import { useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { Connect } from './connect.tsx'
import styles from './proveedores.module.css'

/** ARCA in its three steps: the issuer, the request and the certificate, each branch's point of sale. */
export function ConnectArca({
  proveedor: { origen, valores, servicio },
  ...rest
}: {
  proveedor: Proveedor
  inicial: ValoresConexion
  onSaved: () => void
  onClose: () => void
}) {
  return (
    <>
      {origen === 'pantalla' && <Solicitud />}
      <Connect
        // After a save the fields begin empty
        key={origen}
        cual="arca"
        valores={valores}
        {...rest}
      />
      {servicio === 'ARCA' && <PuntosDeVenta />}
    </>
  )
}

function Solicitud() {
  const [isBusy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const answer = await ask('POST /api/mostrador/proveedores/arca/solicitud').catch(() => null)
    setBusy(false)
    if (!answer?.ok) return showProblem(answer?.errores ?? 'No hay conexión: la solicitud no se bajó.')
    saveBlob(new Blob([answer.data.solicitud], { type: 'application/pkcs10' }), 'solicitud-arca.csr')
  }
  return (
    <ol className={styles.pasos}>
      <li>
        <p>Bajá la solicitud de certificado. La clave se hizo acá, y acá se queda.</p>
        <BusyButton
          size="medium"
          icon={Download}
          isBusy={isBusy}
          busyText="Bajando…"
          onClick={() => void save()}
        >
          Bajar la solicitud
        </BusyButton>
      </li>
      <li>
        En arca.gob.ar, con clave fiscal, entrá a «Administración de Certificados Digitales», agregá un alias,
        subí la solicitud y bajá el certificado. El de prueba se saca en «WSASS».
      </li>
      <li>
        En «Administrador de Relaciones» dale a ese alias «Facturación Electrónica» y «Consulta de constancia
        de inscripción».
      </li>
      <li>Cargá acá abajo el certificado.</li>
    </ol>
  )
}

const puntosKey = ['puntos-venta']

/** The points of sale that ARCA knows: one for each branch. */
function PuntosDeVenta() {
  const { data: ajustes } = useDueno('GET /api/mostrador/ajustes', undefined)
  const { data: sucursales } = useSucursales()
  const puntos = useQuery({
    queryKey: puntosKey,
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/proveedores/arca/puntos-venta', { signal })),
    retry: false,
  })
  const act = useAct()
  if (puntos.isPending || !ajustes || !sucursales)
    return <Spinner label="Cargando los puntos de venta…" visible />
  const sirven = puntos.data?.puntos.filter(({ sirve }) => sirve) ?? []
  if (sirven.length === 0)
    return (
      <Notice tone="error" still>
        {puntos.error
          ? `No se pudieron leer los puntos de venta: ${puntos.error.message}`
          : 'ARCA no tiene ningún punto de venta para web services de este CUIT. Dalo de alta en arca.gob.ar, en «Administración de puntos de venta y domicilios», y volvé a mirar.'}{' '}
        <Button size="medium" onClick={() => void puntos.refetch()}>
          Volver a mirar
        </Button>
      </Notice>
    )

  const { facturacion } = ajustes
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget)
    // A branch without a choice keeps its stored number
    const puntos_venta = {
      ...facturacion.puntos_venta,
      ...Object.fromEntries(
        sucursales.flatMap(({ nombre }) =>
          chosen.get(nombre) ? [[nombre, Number(chosen.get(nombre))]] : [],
        ),
      ),
    }
    void act('Puntos de venta guardados', () =>
      ask('PUT /api/mostrador/ajustes', { body: { facturacion: { puntos_venta } } }),
    )
  }
  return (
    <form className={styles.form} onSubmit={save}>
      <h3>Puntos de venta</h3>
      {sucursales.map(({ nombre, direccion }) => {
        const current = facturacion.puntos_venta[nombre]
        // If ARCA knows only one there is nothing to choose
        const only = current === undefined && direccion && sirven.length === 1 ? sirven[0]?.numero : undefined
        const isKnown = sirven.some(({ numero }) => numero === current)
        return (
          <SelectField
            key={nombre}
            name={nombre}
            label={`De ${nombre}`}
            defaultValue={String((isKnown ? current : only) ?? '')}
            hint={current === undefined ? 'Sin elegir, sus facturas salen con el 00001.' : undefined}
            error={
              isKnown || current === undefined
                ? null
                : `El ${current} no es un punto de venta de ARCA para web services: elegí otro.`
            }
          >
            {!isKnown && <option value="">Elegí</option>}
            {sirven.map(({ numero }) => (
              <option key={numero} value={numero}>
                {String(numero).padStart(5, '0')}
              </option>
            ))}
          </SelectField>
        )
      })}
      <div className={styles.actions}>
        <Button variant="primary" type="submit" size="medium">
          Guardar puntos de venta
        </Button>
      </div>
    </form>
  )
}
