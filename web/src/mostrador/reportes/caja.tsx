import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import { CANAL_TITLES, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { ask } from '../session/ask.ts'
import { Barras } from './barras.tsx'
import styles from './reportes.module.css'
import { csvAddress, Seccion } from './seccion.tsx'
import { Tabla } from './tabla.tsx'
import { cajaTitle, cajaTotals, entrado, lugaresOf, mediosDeCaja } from './textos.ts'

/**
 * Payments and refunds, by payment method: with its total, the sheet that is printed at the end of the day.
 */
export function CajaSeccion({ rango }: { rango: Rango }) {
  const query = useQuery({
    queryKey: ['reportes', 'caja', rango],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/caja', { query: rango, signal })),
  })
  const filas = query.data?.filas ?? []
  // A charge to a cuenta corriente is a row, but no money
  const entro = entrado(filas)
  const title = query.data && cajaTitle(entro)
  const total = cajaTotals(entro)
  const isOneDay = rango.desde === rango.hasta
  return (
    <Seccion name="Caja" title={title} csv={csvAddress('caja', rango)} query={query} isPrinted>
      {query.data?.tapado && (
        <Notice tone="info" still>
          Hay un turno abierto: su efectivo y las ventas cargadas se ven cuando se cierra.
        </Notice>
      )}
      {filas.length > 0 && (
        <dl className={styles.tiles}>
          {lugaresOf(filas).map(({ clave, titulo, neto, detalle, esCajon }) => (
            <div key={clave} className={cx(esCajon && styles.drawer)}>
              <dt>{titulo}</dt>
              <dd>{formatPesos(neto)}</dd>
              <dd>{detalle}</dd>
            </div>
          ))}
        </dl>
      )}
      <Barras title={title ?? ''} marcas={mediosDeCaja(entro)} />
      {filas.length > 0 && (
        <Tabla
          label="Caja por día, sucursal y medio"
          heads={[
            'Medio',
            'Dónde',
            'Sucursal',
            ...(isOneDay ? [] : ['Día']),
            'Cobros',
            'Cobrado',
            'Devuelto',
            'Neto',
          ]}
          words={['Dónde', 'Sucursal', 'Día']}
          rows={filas.map(({ dia, sucursal, canal, medio, operaciones, cobrado, devuelto, neto }) => ({
            key: `${dia} ${sucursal} ${canal} ${medio}`,
            cells: [
              medio,
              CANAL_TITLES[canal],
              sucursal,
              ...(isOneDay ? [] : [formatFecha(dia)]),
              operaciones,
              formatPesos(cobrado),
              formatPesos(devuelto),
              formatPesos(neto),
            ],
          }))}
          total={[
            entro.length < filas.length ? 'Total, sin cuenta corriente' : 'Total',
            '',
            '',
            ...(isOneDay ? [] : ['']),
            total.operaciones,
            formatPesos(total.cobrado),
            formatPesos(total.devuelto),
            formatPesos(total.neto),
          ]}
        />
      )}
    </Seccion>
  )
}
