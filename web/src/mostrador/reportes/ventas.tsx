import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatFecha } from '@imprimitodo/shared/rules/base/fecha'
import type { Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dataOf } from '../../api/query-client.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { ask } from '../session/ask.ts'
import { Barras } from './barras.tsx'
import { csvAddress, Seccion } from './seccion.tsx'
import { Tabla } from './tabla.tsx'
import { marcasOf, ventasTitle } from './textos.ts'

type GroupChooser = 'dia' | 'sucursal' | 'producto'
const AGRUPAR: readonly { value: GroupChooser; label: string }[] = [
  { value: 'dia', label: 'Por día' },
  { value: 'sucursal', label: 'Por sucursal' },
  { value: 'producto', label: 'Por producto' },
]
const HEADS: Record<GroupChooser, string> = { dia: 'Día', sucursal: 'Sucursal', producto: 'Producto' }

export function Ventas({ rango }: { rango: Rango }) {
  const [agrupar, setAgrupar] = useState<GroupChooser>('dia')
  const asked = { ...rango, agrupar }
  const query = useQuery({
    queryKey: ['reportes', 'ventas', asked],
    queryFn: ({ signal }) => dataOf(ask('GET /api/mostrador/reportes/ventas', { query: asked, signal })),
  })
  const filas = query.data?.filas ?? []
  const marcas = marcasOf(filas, agrupar)
  const title = query.data && ventasTitle(filas, marcas)
  return (
    <Seccion name="Ventas" title={title} csv={csvAddress('ventas', asked)} query={query}>
      <Segmented label="Agrupar las ventas" options={AGRUPAR} value={agrupar} onChange={setAgrupar} />
      <Barras title={title ?? ''} marcas={marcas} />
      {filas.length > 0 && (
        <Tabla
          label={`Ventas por ${HEADS[agrupar].toLowerCase()}`}
          heads={[HEADS[agrupar], 'Pedidos', 'Gratis', 'En el mostrador', 'Vendido', 'Devuelto', 'Neto']}
          rows={filas.map(({ clave, pedidos, gratis, mostrador, bruto, devuelto, neto }) => ({
            key: clave,
            cells: [
              agrupar === 'dia' ? formatFecha(clave) : clave,
              pedidos,
              gratis,
              mostrador,
              formatPesos(bruto),
              formatPesos(devuelto),
              formatPesos(neto),
            ],
          }))}
        />
      )}
    </Seccion>
  )
}
