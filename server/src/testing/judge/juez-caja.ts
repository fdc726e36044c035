// Checks all sums of a counter's money against the tables of each fact.
import { puntosFor, puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import { sql } from 'drizzle-orm'
import { cajaOf } from '../../gestion/reportes/service.ts'
import type { Shop } from '../shop.ts'
import { DAY_MS, TOPES } from './dias.ts'

/**
 * The sums that do not add up; [] if all do. With `desde` only facts since then: older ones were checked
 * before.
 */
export async function wrongIn(shop: Shop): Promise<object[]> {
  const { rows } = await shop.db.execute<Record<string, unknown>>(sql`
    select 'esperado' as que, t.id::text as cual, t.esperado::float8 as es, t.fondo + coalesce((
        select sum(m.importe) from movimientos_caja m
        where m.turno_id = t.id and m.medio = 'efectivo' and m.tipo <> 'devolucion_web'), 0)::float8 as debe
    from turnos t where t.cerrado is not null and t.esperado <> t.fondo + coalesce((
        select sum(m.importe) from movimientos_caja m
        where m.turno_id = t.id and m.medio = 'efectivo' and m.tipo <> 'devolucion_web'), 0)
    union all
    select 'cobro', coalesce(g.id, m.clave), m.importe::float8, g.importe::float8
    from (select * from pagos where proveedor = 'caja') g
    full join (select * from movimientos_caja where tipo = 'cobro') m on m.clave = 'cobro:' || g.id
    where m.importe is distinct from g.importe
    union all
    select 'venta', coalesce(v.id::text, m.clave), m.importe::float8, v.importe::float8
    from (select * from ventas where not de_pedidos) v full join (select * from movimientos_caja where tipo = 'venta') m on m.venta_id = v.id
    where m.importe is distinct from v.importe
    union all
    select 'devolucion', coalesce(d.id::text, m.clave), m.importe::float8, -d.importe::float8
    from devoluciones d
    full join (select * from movimientos_caja where tipo = 'devolucion') m on m.clave = 'devolucion:' || d.id
    where m.importe is distinct from -d.importe or d.hecha is null
    union all
    select 'devuelto', g.id, g.devuelto::float8, coalesce(sum(d.importe), 0)::float8
    from pagos g left join devoluciones d on d.pago_id = g.id
    where g.proveedor = 'caja' group by g.id having g.devuelto <> coalesce(sum(d.importe), 0)
    union all
    -- What was paid of an order, and what is owed of it, is its price; of one that waits for its link it is less
    select 'precio', p.id, (p.resta + coalesce(sum(g.importe), 0))::float8, p.importe_final::float8
    from pedidos p left join pagos g on g.pedido_id = p.id where p.numero is not null
    group by p.id having case when p.pagado is null then coalesce(sum(g.importe), 0) > p.importe_final
      else p.resta + coalesce(sum(g.importe), 0) <> p.importe_final end
    union all
    -- A sale is the sum of its orders
    select 'total', v.id::text, v.importe::float8, sum(p.importe_final)::float8
    from ventas v left join ventas_pedidos o on o.venta_id = v.id left join pedidos p on p.id = o.pedido_id
    where v.de_pedidos group by v.id having v.importe is distinct from sum(p.importe_final)
    union all
    select 'sin venta', p.id, null, null from pedidos p
    where p.email = 'sin-email@imprimitodo.invalid' and not exists (select from ventas_pedidos o where o.pedido_id = p.id)
    union all
    -- A code is spent with the order that it comes off
    select 'codigo', c.codigo, null, null from codigos c join pedidos p on p.id = c.pedido_id
    where (c.usado is null) = (p.pagado is not null)
    union all
    select 'porcentaje', p.id, p.descuento_codigo::float8, sum(c.porcentaje)::float8
    from pedidos p left join codigos c on c.pedido_id = p.id and c.porcentaje is not null and c.usado is not null
    where p.pagado is not null group by p.id having p.descuento_codigo <> coalesce(sum(c.porcentaje), 0)
    union all
    select 'tarde', m.id::text, null, null from movimientos_caja m join turnos t on t.id = m.turno_id
    where t.cerrado < m.cuando - interval '1 minute'
    union all
    select 'saldo', s.cliente_id::text, s.puntos::float8, coalesce(sum(u.puntos), 0)::float8
    from saldos s left join puntos u on u.cliente_id = s.cliente_id
    group by s.cliente_id, s.puntos having s.puntos <> coalesce(sum(u.puntos), 0)`)
  return [...rows, ...(await puntosWrongIn(shop))]
}

type Ganado = {
  pedido_id: string
  importe_final: number
  final_otros: number
  is_due: boolean
  puntos: number | null
  tipeados: number
  perdidos: number
  pagos: { estado: string; importe: number; devuelto: number; moneda: string }[]
  de_venta: number
  del_dia: number
}

/**
 * Points of each order with an account: all those for files; for typed amounts those within the limits, once.
 */
async function puntosWrongIn(shop: Shop): Promise<object[]> {
  // A guest's order counts for the day of its last peso, whenever the account came
  const cuando = sql`coalesce((select g.cuando from puntos_pedidos g where g.pedido_id = u.pedido_id), u.cuando)`
  const day = sql`(${cuando} at time zone 'America/Argentina/Tucuman')::date`
  const { rows } = await shop.db.execute<Ganado>(sql`
    with lineas as (
      select u.*, o.venta_id, ${day} as dia from puntos u left join ventas_pedidos o on o.pedido_id = u.pedido_id
    ), dias as (select cliente_id, dia, sum(tipeados) as suma from lineas group by 1, 2),
    de_ventas as (select venta_id, sum(tipeados) as suma from lineas where venta_id is not null group by 1)
    select p.id as pedido_id, p.importe_final::float8, p.final_otros::float8, u.puntos::float8,
      p.pagado is not null and p.resta = 0 as is_due, coalesce(u.tipeados, 0)::float8 as tipeados,
      coalesce((select -sum(d.puntos) from puntos d where d.pedido_id = p.id and d.tipo = 'devolucion'), 0)::float8 as perdidos,
      coalesce((select json_agg(json_build_object('estado', g.estado, 'importe', g.importe, 'devuelto', g.devuelto, 'moneda', g.moneda))
        from pagos g where g.pedido_id = p.id), '[]') as pagos,
      coalesce(v.suma, 0)::float8 as de_venta, coalesce(d.suma, 0)::float8 as del_dia
    from pedidos p join clientes c on c.id = p.cliente_id or (p.cliente_id is null and c.email = p.email)
    left join lineas u on u.pedido_id = p.id and u.tipo = 'pedido'
    left join dias d on d.cliente_id = u.cliente_id and d.dia = u.dia
    left join de_ventas v on v.venta_id = u.venta_id
    where p.numero is not null`)
  const limits = await shop.db.execute<Record<string, unknown>>(sql`
    select 'dia' as que, u.cliente_id, ${day} as dia, sum(u.tipeados)::float8 as suma from puntos u
    group by 1, 2, 3 having sum(u.tipeados) > ${TOPES.por_cliente_dia}
    union all
    select 'venta', null, null, sum(u.tipeados)::float8 from puntos u join ventas_pedidos o on o.pedido_id = u.pedido_id
    group by o.venta_id having sum(u.tipeados) > ${TOPES.por_venta}`)
  return [...limits.rows, ...rows.filter(isWrong).map((row) => ({ que: 'puntos', ...row }))]
}

function isWrong({ is_due, puntos, tipeados, perdidos, pagos, ...row }: Ganado): boolean {
  if (!is_due) return puntos !== null
  const all = puntosFor(row.importe_final, 1)
  const typed = puntosFor(Math.min(row.final_otros, row.importe_final), 1)
  if ((puntos ?? 0) !== all - typed + tipeados) return true
  if (perdidos !== puntosLost(puntos ?? 0, row.importe_final, pagos)) return true
  if (puntos === null || tipeados === typed) return tipeados > typed
  // Points that were not given met a limit
  return row.de_venta < TOPES.por_venta && row.del_dia < TOPES.por_cliente_dia
}

/**
 * Each day's report of the counter and of the web, next to the till's movements and the provider's payments.
 */
export async function reportsAgainstTill(shop: Shop, from: Date): Promise<[unknown, unknown]> {
  const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3600_000).toISOString().slice(0, 10)
  const to = shop.deps.now()
  const days = new Map<string, number>()
  const add = (key: string, centavos: number) => days.set(key, (days.get(key) ?? 0) + centavos)
  for (let at = from; at <= to; at = new Date(at.getTime() + 300 * DAY_MS)) {
    const end = new Date(Math.min(to.getTime(), at.getTime() + 299 * DAY_MS))
    const filas = await cajaOf(shop.deps, { desde: dayOf(at), hasta: dayOf(end) }, null)
    for (const { dia, canal, neto } of filas.filter((one) => one.canal !== 'envio'))
      add(`${dia} ${canal === 'web' ? 'web' : 'mostrador'}`, Math.round(neto * 100))
  }
  const { rows } = await shop.db.execute<{ clave: string; suma: number }>(sql`
    select ((cuando at time zone 'America/Argentina/Tucuman')::date)::text || ' mostrador' as clave, sum(importe)::float8 as suma
    from movimientos_caja where tipo in ('cobro', 'venta', 'devolucion') group by 1
    union all
    select ((creado at time zone 'America/Argentina/Tucuman')::date)::text || ' web', sum(importe)::float8
    from pagos where proveedor <> 'caja' group by 1`)
  const sorted = (of: Iterable<[string, number]>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [sorted(days), sorted(rows.map(({ clave, suma }): [string, number] => [clave, suma]))]
}
