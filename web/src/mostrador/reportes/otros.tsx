import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { useQuery } from '@tanstack/react-query'
import { dataOf } from '../../api/query-client.ts'
import { ask } from '../session/ask.ts'
import { Barras } from './barras.tsx'
import { csvAddress, Seccion } from './seccion.tsx'
import { Tabla } from './tabla.tsx'
import { DESCUENTOS, descuentosTitle, promesasTitle } from './textos.ts'

export function DescuentosSeccion({ rango }: { rango: Rango }) {
  const query = useQuery({
    queryKey: ['reportes', 'descuentos', rango],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/descuentos', { query: rango, signal })),
  })
  const filas = query.data?.filas ?? []
  const title = query.data && descuentosTitle(filas)
  const marcas = filas
    .filter(({ pesos }) => pesos > 0)
    .map(({ tipo, pesos }) => ({ clave: tipo, texto: DESCUENTOS[tipo], valor: pesos }))
  return (
    <Seccion name="Descuentos y códigos" title={title} csv={csvAddress('descuentos', rango)} query={query}>
      <Barras title={title ?? ''} marcas={marcas} />
      <Tabla
        label="Descuentos por clase"
        heads={['Descuento', 'Pedidos', 'Usados en el mostrador', 'Pesos']}
        rows={filas.map(({ tipo, pedidos, mostrador, pesos }) => ({
          key: tipo,
          cells: [DESCUENTOS[tipo], pedidos, mostrador, formatPesos(pesos)],
        }))}
      />
    </Seccion>
  )
}

export function PuntosSeccion() {
  const query = useQuery({
    queryKey: ['reportes', 'puntos'],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/puntos', { signal })),
  })
  const { puntos = 0, cuentas = 0, pesos = null } = query.data ?? {}
  const worth = pesos === null ? '' : `: en hojas valen hasta ${formatPesos(pesos)}`
  const title =
    query.data && `Hay ${count(puntos, 'punto')} sin canjear en ${count(cuentas, 'cuenta')}${worth}.`
  return (
    <Seccion name="Puntos, hoy" title={title} csv={csvAddress('puntos')} query={query}>
      <p className="muted">
        A la mejor relación de los premios de hojas, con el precio de una hoja simple faz.
      </p>
    </Seccion>
  )
}

export function Impresoras({ rango }: { rango: Rango }) {
  const query = useQuery({
    queryKey: ['reportes', 'impresoras', rango],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/impresoras', { query: rango, signal })),
  })
  const impresoras = query.data?.impresoras ?? []
  const hojas = impresoras.reduce((total, one) => total + one.hojas, 0)
  const again = impresoras.reduce((total, one) => total + one.hojas_reimpresas, 0)
  const title =
    query.data &&
    `Se vendieron ${count(query.data.hojas_vendidas, 'hoja')} y se imprimieron ${count(hojas, 'hoja')}, ${again} otra vez.`
  return (
    <Seccion name="Impresoras" title={title} csv={csvAddress('impresoras', rango)} query={query}>
      {impresoras.length > 0 && (
        <Tabla
          label="Por impresora"
          heads={['Impresora', 'Sucursal', 'Trabajos', 'Hojas', 'Caras contadas', 'Reimpresas', 'Motivos']}
          words={['Sucursal', 'Motivos']}
          rows={impresoras.map(({ impresora, sucursal, trabajos, hojas, contadas, ...more }) => ({
            key: `${sucursal} ${impresora}`,
            cells: [
              impresora,
              sucursal,
              trabajos,
              hojas,
              contadas,
              more.hojas_reimpresas,
              more.motivos.map(({ motivo, veces }) => `${motivo} (${veces})`).join(', ') || 'Ninguno',
            ],
          }))}
        />
      )}
    </Seccion>
  )
}

export function Promesas({ rango }: { rango: Rango }) {
  const query = useQuery({
    queryKey: ['reportes', 'promesas', rango],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/promesas', { query: rango, signal })),
  })
  const filas = query.data?.filas ?? []
  return (
    <Seccion
      name="Horas prometidas"
      title={query.data && promesasTitle(filas)}
      csv={csvAddress('promesas', rango)}
      query={query}
    >
      {filas.length > 0 && (
        <Tabla
          label="Promesas por sucursal"
          heads={['Sucursal', 'A tiempo', 'Tarde', 'Pendientes']}
          rows={filas.map(({ sucursal, cumplidas, tarde, pendientes }) => ({
            key: sucursal,
            cells: [sucursal, cumplidas, tarde, pendientes],
          }))}
        />
      )}
    </Seccion>
  )
}
