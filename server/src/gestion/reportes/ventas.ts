import type { VentasFila } from '@imprimitodo/shared/api/reportes'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import { diasOf, instantsOf, type Rango } from '@imprimitodo/shared/rules/reporte'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'
import {
  envios,
  fechaOf,
  sucursalName,
  type Tramo,
  ventasDeMostrador,
  ventasDevueltas,
  within,
} from './hechos.ts'

export type Agrupar = 'dia' | 'sucursal' | 'producto'

type Row = {
  clave: string
  pedidos: number
  gratis: number
  mostrador: number
  bruto: number
  devuelto: number
}

/**
 * Binding is of the orders that have any; printing of all, free ones too. By product an order counts in both, else once,
 * with its printing.
 */
const vendidos = (tramo: Tramo, agrupar: Agrupar): SQL => sql`
  select o.dia, o.sucursal_id, x.orden, x.producto, x.pedidos, x.gratis, 0 as mostrador, x.centavos as bruto,
    0::bigint as devuelto
  from (${pagadosPorDia(tramo)}) o cross join lateral (values
    (1, 'Impresión', o.pedidos, o.gratis, o.impresion, true),
    (2, 'Anillado', ${cuenta(agrupar, 'o.anillados')}, ${cuenta(agrupar, 'o.anillados_gratis')}, o.anillado, o.anillados > 0)
  ) x (orden, producto, pedidos, gratis, centavos, cuenta)
  where x.cuenta
  union all
  select ${fechaOf(sql`e.cuando`)}, e.sucursal_id, 3, 'Envío', 0, 0, 0, e.centavos, 0 from (${envios(tramo)}) e
  union all
  select ${fechaOf(sql`v.cuando`)}, v.sucursal_id, 4, 'Ventas en el mostrador', 0, 0, 1, v.centavos, 0
  from (${ventasDeMostrador(tramo)}) v
  union all
  select ${fechaOf(sql`d.cuando`)}, d.sucursal_id, 5, 'Devoluciones', 0, 0, 0, 0, d.centavos
  from (${ventasDevueltas(tramo)}) d where d.centavos > 0`

const cuenta = (agrupar: Agrupar, column: string): SQL => sql.raw(agrupar === 'producto' ? column : '0')

/** Added up before anything else, out of an index that has all of it (`pedidos_ventas`). */
const pagadosPorDia = (tramo: Tramo): SQL => sql`
  select ${fechaOf(sql`p.pagado`)} as dia, p.sucursal_id, count(*) as pedidos,
    count(*) filter (where p.importe_final = 0) as gratis, sum(p.final_impresion) as impresion,
    count(*) filter (where p.total_anillado > 0) as anillados,
    count(*) filter (where p.total_anillado > 0 and p.importe_final = 0) as anillados_gratis,
    sum(p.final_anillado) filter (where p.total_anillado > 0) as anillado
  from ${pedidosSql} p where ${within(sql`p.pagado`, tramo)} group by 1, 2`

const CLAVES: Record<Agrupar, { clave: SQL; orden: SQL }> = {
  dia: { clave: sql`h.dia::text`, orden: sql`1` },
  sucursal: { clave: sucursalName(sql`s.nombre`), orden: sql`min(s.id), 1` },
  producto: { clave: sql`h.producto`, orden: sql`min(h.orden)` },
}

/** By day there is a row of every day; otherwise of what was sold or given back. */
export async function ventasOf(db: Queryable, rango: Rango, agrupar: Agrupar): Promise<VentasFila[]> {
  const { clave, orden } = CLAVES[agrupar]
  const { rows } = await db.execute<Row>(sql`
    select ${clave} as clave, sum(h.pedidos)::int as pedidos, sum(h.gratis)::int as gratis,
      sum(h.mostrador)::int as mostrador,
      sum(h.bruto)::float8 as bruto, sum(h.devuelto)::float8 as devuelto
    from (${vendidos(instantsOf(rango), agrupar)}) h left join ${sucursalesSql} s on s.id = h.sucursal_id
    group by 1 order by ${orden}`)
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
