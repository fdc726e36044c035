import type { VentasFila } from '@imprimitodo/shared/api/reportes'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { diasOf, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { type SQL, sql } from 'drizzle-orm'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import {
  deSuSucursal,
  envios,
  fechaOf,
  isWithin,
  sucursalEn,
  sucursalName,
  type Ventana,
  ventasDeMostrador,
  ventasDevueltas,
} from './hechos.ts'
import { readTotal } from './read.ts'
import { medidaOf, type TotalDeReporte } from './total.ts'

/** Orders paid in the range, added up before anything else, by the branch that had them then. */
const pagadosPorDia = (tramo: Ventana): SQL => sql`
  select ${fechaOf(sql`p.pagado`)} as dia, ${sucursalEn(sql`p.pagado`)} as sucursal_id, count(*) as pedidos,
    count(*) filter (where p.importe_final = 0) as gratis, sum(p.final_impresion) as impresion,
    count(*) filter (where p.total_anillado > 0) as anillados,
    count(*) filter (where p.total_anillado > 0 and p.importe_final = 0) as anillados_gratis,
    sum(p.final_anillado) filter (where p.total_anillado > 0) as anillado,
    count(*) filter (where p.total_otros > 0) as con_otros, sum(p.final_otros) as otros,
    count(*) filter (where p.descuento_mano > 0) as con_descuento, -sum(p.descuento_mano) as descuento
  from ${pedidosSql} p where ${isWithin(sql`p.pagado`, tramo)} group by 1, 2`

/**
 * Sales and refunds. Printing counts all orders, free ones too; binding, and goods sold with the order, count
 * orders that have any. The discount by hand is a line of its own, below 0.
 */
export const TOTAL_VENTAS: TotalDeReporte = {
  que: 'ventas',
  clave: 'ventas:3',
  columnas: sql`sucursal_id int, operador_id int, cual text, pedidos int, gratis int, mostrador int, bruto bigint, devuelto bigint`,
  medida: sql`${medidaOf('bruto')} - ${medidaOf('devuelto')}`,
  vivos: (tramo) => sql`
    select h.dia, h.sucursal_id, h.operador_id, h.cual, sum(h.pedidos)::int as pedidos, sum(h.gratis)::int as gratis,
      sum(h.mostrador)::int as mostrador, sum(h.bruto)::bigint as bruto, sum(h.devuelto)::bigint as devuelto
    from (
      select o.dia, o.sucursal_id, null::int as operador_id, x.cual, x.pedidos, x.gratis, 0 as mostrador, x.centavos as bruto,
        0::bigint as devuelto
      from (${pagadosPorDia(tramo)}) o cross join lateral (values
        ('impresion', o.pedidos, o.gratis, o.impresion), ('anillado', o.anillados, o.anillados_gratis, o.anillado),
        ('otros', o.con_otros, 0, o.otros), ('descuento', o.con_descuento, 0, o.descuento)
      ) x (cual, pedidos, gratis, centavos)
      where x.pedidos > 0
      union all
      select ${fechaOf(sql`e.cuando`)}, e.sucursal_id, null, 'envio', 0, 0, 0, e.centavos, 0 from (${envios(tramo)}) e
      union all
      select ${fechaOf(sql`v.cuando`)}, v.sucursal_id, v.operador_id, 'mostrador', 0, 0, 1, v.centavos, 0
      from (${ventasDeMostrador(tramo)}) v
      union all
      select ${fechaOf(sql`d.cuando`)}, d.sucursal_id, null, 'devolucion', 0, 0, 0, 0, d.centavos
      from (${ventasDevueltas(tramo)}) d where d.centavos <> 0
    ) h group by 1, 2, 3, 4`,
}

/** The names of `cual` for people, in this order. */
const PRODUCTOS = [
  ['impresion', 'Impresión'],
  ['anillado', 'Anillado'],
  ['otros', 'Productos y servicios'],
  ['descuento', 'Descuentos a mano'],
  ['envio', 'Envío'],
  ['mostrador', 'Ventas en el mostrador'],
  ['devolucion', 'Devoluciones'],
] as const

export type GroupChooser = 'dia' | 'sucursal' | 'producto'

type Row = {
  clave: string
  pedidos: number
  gratis: number
  mostrador: number
  bruto: number
  devuelto: number
}

const productos = sql.join(
  PRODUCTOS.map(([cual, nombre], orden) => sql`(${cual}, ${nombre}, ${orden}::int)`),
  sql`, `,
)

const CLAVES: Record<GroupChooser, { clave: SQL; orden: SQL }> = {
  dia: { clave: sql`h.dia::text`, orden: sql`1` },
  sucursal: { clave: sucursalName(sql`s.nombre`), orden: sql`min(s.id), 1` },
  producto: { clave: sql`k.nombre`, orden: sql`min(k.orden)` },
}

/**
 * By day there is a row for every day; otherwise only for what was sold or refunded. By product an order
 * counts in printing and in binding; otherwise once, with its printing.
 */
export async function ventasOf(
  deps: Pick<Deps, 'db' | 'now'>,
  rango: Rango,
  agrupar: GroupChooser,
): Promise<VentasFila[]> {
  const { clave, orden } = CLAVES[agrupar]
  const cuenta = agrupar === 'producto' ? sql`true` : sql`h.cual not in ('anillado', 'otros', 'descuento')`
  const rows = await readTotal(deps, TOTAL_VENTAS, rango, async (tx, filas) => {
    const found = await tx.execute<Row>(sql`
      select ${clave} as clave, coalesce(sum(h.pedidos) filter (where ${cuenta}), 0)::int as pedidos,
        coalesce(sum(h.gratis) filter (where ${cuenta}), 0)::int as gratis, sum(h.mostrador)::int as mostrador,
        sum(h.bruto)::float8 as bruto, sum(h.devuelto)::float8 as devuelto
      from (${filas}) h ${deSuSucursal} join (values ${productos}) k (cual, nombre, orden) on k.cual = h.cual
      group by 1 order by ${orden}`)
    return found.rows
  })
  if (agrupar !== 'dia') return rows.map(filaOf)
  const found = new Map(rows.map((row) => [row.clave, row]))
  const nothing = { pedidos: 0, gratis: 0, mostrador: 0, bruto: 0, devuelto: 0 }
  return diasOf(rango).map((dia) => filaOf(found.get(dia) ?? { clave: dia, ...nothing }))
}

const filaOf = ({ bruto, devuelto, ...row }: Row): VentasFila => ({
  ...row,
  bruto: toPesos(bruto),
  devuelto: toPesos(devuelto),
  neto: toPesos(bruto - devuelto),
})
