// The workshop: what the printers counted, and whether orders were ready when it was said.
import type { ImpresoraReporte, PromesaFila } from '@imprimitodo/shared/api/reportes'
import { instantsOf, type Rango } from '@imprimitodo/shared/rules/reporte'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { archivosSql } from '../../compra/archivos/service.ts'
import { historialSql, pedidosSql } from '../../compra/pedidos/service.ts'
import { impresionesSql, impresorasSql } from '../../taller/impresion/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'
import { within } from './hechos.ts'

/** Every printer that ended a work in the range. A work that stopped half way counts with the sides that came out. */
export async function impresorasOf(db: Queryable, rango: Rango): Promise<ImpresoraReporte[]> {
  const { rows } = await db.execute<ImpresoraReporte>(sql`
    with hechas as (
      select i.impresora_id, nullif(trim(i.motivo), '') as motivo, coalesce(i.contadas, 0) as contadas,
        i.estado = 'impresa' as impresa, case when i.estado = 'impresa' then i.hojas * i.copias else 0 end as hojas
      from ${impresionesSql} i
      where ${within(sql`i.terminada`, instantsOf(rango))} and (i.estado = 'impresa' or i.contadas > 0)
    ), motivos as (
      select impresora_id, motivo, count(*)::int as veces, sum(hojas)::int as hojas
      from hechas where motivo is not null group by 1, 2
    )
    select m.nombre as impresora, s.nombre as sucursal, (count(*) filter (where h.impresa))::int as trabajos,
      sum(h.hojas)::int as hojas, sum(h.contadas)::int as contadas,
      count(h.motivo)::int as reimpresiones,
      coalesce(sum(h.hojas) filter (where h.motivo is not null), 0)::int as hojas_reimpresas,
      coalesce((
        select json_agg(json_build_object('motivo', r.motivo, 'veces', r.veces, 'hojas', r.hojas)
          order by r.veces desc, r.motivo)
        from motivos r where r.impresora_id = m.id
      ), '[]') as motivos
    from hechas h join ${impresorasSql} m on m.id = h.impresora_id join ${sucursalesSql} s on s.id = m.sucursal_id
    group by m.id, m.nombre, s.id, s.nombre order by s.id, m.nombre`)
  return rows
}

/** Sheets of all copies of the orders paid in the range that were not cancelled. */
export async function hojasVendidas(db: Queryable, rango: Rango): Promise<number> {
  const { rows } = await db.execute<{ hojas: number }>(sql`
    select coalesce(sum(a.duplicado * case when a.doble_faz then (c.carillas + 1) / 2 else c.carillas end), 0)::float8 as hojas
    from ${pedidosSql} p join ${archivosSql} a on a.pedido_id = p.id
    cross join lateral (select coalesce(a.carillas, a.paginas) as carillas) c
    where ${within(sql`p.pagado`, instantsOf(rango))} and p.estado <> 'cancelado'`)
  return rows[0]?.hojas ?? 0
}

/** Orders promised for a day of the range; those that were cancelled or refunded before they were ready broke no word. */
export async function promesasOf(db: Queryable, rango: Rango, now: Date): Promise<PromesaFila[]> {
  const { rows } = await db.execute<PromesaFila>(sql`
    select s.nombre as sucursal, h.cumplidas, h.tarde, h.pendientes from (
    -- Added up before it is joined, out of an index that has all of it (pedidos_promesas)
    select p.sucursal_id, (count(*) filter (where l.listo <= p.prometido))::int as cumplidas,
      (count(*) filter (where coalesce(l.listo, ${now.toISOString()}::timestamptz) > p.prometido))::int as tarde,
      (count(*) filter (where l.listo is null and p.prometido >= ${now.toISOString()}::timestamptz))::int as pendientes
    from ${pedidosSql} p
    cross join lateral (
      select coalesce(p.listo, case when p.estado in ('listo', 'entregado') then (
        select min(h.cuando) from ${historialSql} h where h.pedido_id = p.id and h.estado = 'listo'
      ) end) as listo
    ) l
    where ${within(sql`p.prometido`, instantsOf(rango))} and p.pagado is not null
      and (l.listo is not null or p.estado not in ('cancelado', 'reembolsado'))
    group by 1) h join ${sucursalesSql} s on s.id = h.sucursal_id order by s.id`)
  return rows
}
