// The workshop: the counts of the printers, and whether orders were ready at the promised hour.
import type { ImpresoraReporte, PromesaFila } from '@imprimitodo/shared/api/reportes'
import type { Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../base/runtime/deps.ts'
import { archivosSql } from '../../compra/archivos/service.ts'
import { historialSql, pedidosSql } from '../../compra/pedidos/service.ts'
import { impresionesSql, impresorasSql } from '../../taller/impresion/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'
import { fechaOf, isWithin } from './hechos.ts'
import { readTotal } from './read.ts'
import { medidaOf, type TotalDeReporte } from './total.ts'

type Asked = Pick<Deps, 'db' | 'now'>

/**
 * Works that ended, by printer and reason. A work that stopped half way counts with the sides that came out.
 */
export const TOTAL_IMPRESORAS: TotalDeReporte = {
  que: 'impresoras',
  clave: 'impresoras',
  columnas: sql`impresora_id int, motivo text, trabajos int, veces int, hojas bigint, contadas bigint`,
  medida: medidaOf('contadas'),
  vivos: (tramo) => sql`
    select ${fechaOf(sql`i.terminada`)} as dia, i.impresora_id, nullif(trim(i.motivo), '') as motivo,
      (count(*) filter (where i.estado = 'impresa'))::int as trabajos, count(*)::int as veces,
      coalesce(sum(i.hojas * i.copias) filter (where i.estado = 'impresa'), 0)::bigint as hojas,
      coalesce(sum(i.contadas), 0)::bigint as contadas
    from ${impresionesSql} i
    where ${isWithin(sql`i.terminada`, tramo)} and (i.estado = 'impresa' or i.contadas > 0)
    group by 1, 2, 3`,
}

/** Every printer that ended a work in the range. */
export function impresorasOf(deps: Asked, rango: Rango): Promise<ImpresoraReporte[]> {
  return readTotal(deps, TOTAL_IMPRESORAS, rango, async (tx, filas) => {
    const { rows } = await tx.execute<ImpresoraReporte>(sql`
      with hechas as (
        select impresora_id, motivo, sum(trabajos)::int as trabajos, sum(veces)::int as veces, sum(hojas)::int as hojas,
          sum(contadas)::int as contadas
        from (${filas}) h group by 1, 2
      )
      select m.nombre as impresora, s.nombre as sucursal, sum(h.trabajos)::int as trabajos, sum(h.hojas)::int as hojas,
        sum(h.contadas)::int as contadas, coalesce(sum(h.veces) filter (where h.motivo is not null), 0)::int as reimpresiones,
        coalesce(sum(h.hojas) filter (where h.motivo is not null), 0)::int as hojas_reimpresas,
        coalesce(json_agg(json_build_object('motivo', h.motivo, 'veces', h.veces, 'hojas', h.hojas)
          order by h.veces desc, h.motivo) filter (where h.motivo is not null), '[]') as motivos
      from hechas h join ${impresorasSql} m on m.id = h.impresora_id join ${sucursalesSql} s on s.id = m.sucursal_id
      group by m.id, m.nombre, s.id, s.nombre order by s.id, m.nombre`)
    return rows
  })
}

/** Sheets of all copies of paid orders that were not cancelled. */
export const TOTAL_HOJAS: TotalDeReporte = {
  que: 'hojas',
  clave: 'hojas',
  columnas: sql`hojas bigint`,
  medida: medidaOf('hojas'),
  vivos: (tramo) => sql`
    select ${fechaOf(sql`p.pagado`)} as dia,
      sum(a.duplicado * case when a.doble_faz then (c.carillas + 1) / 2 else c.carillas end)::bigint as hojas
    from ${pedidosSql} p join ${archivosSql} a on a.pedido_id = p.id
    cross join lateral (select coalesce(a.carillas, a.paginas) as carillas) c
    where ${isWithin(sql`p.pagado`, tramo)} and p.estado <> 'cancelado' group by 1`,
}

export function hojasVendidas(deps: Asked, rango: Rango): Promise<number> {
  return readTotal(deps, TOTAL_HOJAS, rango, async (tx, filas) => {
    const { rows } = await tx.execute<{ hojas: number }>(
      sql`select coalesce(sum(h.hojas), 0)::float8 as hojas from (${filas}) h`,
    )
    return rows[0]?.hojas ?? 0
  })
}

/**
 * Orders by the day for which they were promised; orders that were cancelled or refunded before they were
 * ready do not count as late. On a day that is over none is pending: an order that is not ready is late.
 */
export const TOTAL_PROMESAS: TotalDeReporte = {
  que: 'promesas',
  clave: 'promesas',
  columnas: sql`sucursal_id int, cumplidas int, tarde int, pendientes int`,
  medida: sql`${medidaOf('cumplidas')} + ${medidaOf('tarde')} + ${medidaOf('pendientes')}`,
  // Added up from an index that has all columns (pedidos_promesas)
  vivos: (tramo, now) => sql`
    select ${fechaOf(sql`p.prometido`)} as dia, p.sucursal_id, (count(*) filter (where l.listo <= p.prometido))::int as cumplidas,
      (count(*) filter (where coalesce(l.listo, ${now.toISOString()}::timestamptz) > p.prometido))::int as tarde,
      (count(*) filter (where l.listo is null and p.prometido >= ${now.toISOString()}::timestamptz))::int as pendientes
    from ${pedidosSql} p
    cross join lateral (
      select coalesce(p.listo, case when p.estado in ('listo', 'entregado') then (
        select min(h.cuando) from ${historialSql} h where h.pedido_id = p.id and h.estado = 'listo'
      ) end) as listo
    ) l
    where ${isWithin(sql`p.prometido`, tramo)} and p.pagado is not null
      and (l.listo is not null or p.estado not in ('cancelado', 'reembolsado'))
    group by 1, 2`,
}

export function promesasOf(deps: Asked, rango: Rango): Promise<PromesaFila[]> {
  return readTotal(deps, TOTAL_PROMESAS, rango, async (tx, filas) => {
    const { rows } = await tx.execute<PromesaFila>(sql`
      select s.nombre as sucursal, sum(h.cumplidas)::int as cumplidas, sum(h.tarde)::int as tarde,
        sum(h.pendientes)::int as pendientes
      from (${filas}) h join ${sucursalesSql} s on s.id = h.sucursal_id group by s.id, s.nombre order by s.id`)
    return rows
  })
}
