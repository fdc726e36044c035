// Facts that moved money in a range of instants, as SQL that the reports add up. All amounts in centavos.
import { ZONE } from '@imprimitodo/shared/rules/base/fecha'
import { COBRADOS } from '@imprimitodo/shared/rules/dinero/pago'
import { type SQL, sql } from 'drizzle-orm'
import { entregasSql, mudanzasSql, pedidosSql } from '../../compra/pedidos/service.ts'
import { movimientosCajaSql } from '../../dinero/caja/service.ts'
import { pagosCuentaSql } from '../../dinero/cuentas-corrientes/service.ts'
import { devolucionesSql, isDeCajaSql, pagosSql, reintegrosSql } from '../../dinero/pagos/service.ts'
import { ventasSql } from '../../dinero/ventas/service.ts'
import { operadoresSql } from '../../mostrador/acceso/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'

/** `from` is included, `to` is not. */
export type Ventana = { from: Date; to: Date }

export const isWithin = (instant: SQL, { from, to }: Ventana): SQL =>
  sql`(${instant} >= ${from.toISOString()}::timestamptz and ${instant} < ${to.toISOString()}::timestamptz)`

/** The day in the shop's zone. */
export const fechaOf = (instant: SQL): SQL => sql`(${instant} at time zone ${sql.raw(`'${ZONE}'`)})::date`

export const sucursalName = (name: SQL): SQL => sql`coalesce(${name}, 'Sin sucursal')`

/** The branch that had the order `p` at an instant. */
export const sucursalEn = (instant: SQL): SQL => sql`coalesce((
  select m.desde_sucursal from ${mudanzasSql} m where m.pedido_id = p.id and m.cuando > ${instant} order by m.cuando limit 1
), p.sucursal_id)`

const isDeCajaG = isDeCajaSql(sql`g.id`)

/** Where a payment was made: with the provider, or at the counter. */
const canalOf = sql`case when ${isDeCajaG} then 'mostrador' else 'web' end as canal`

const cobrado = sql`g.moneda = 'ARS' and g.estado in ${COBRADOS}`

/**
 * Money that came in for orders, at the moment when the shop had it. Money of the counter belongs to the branch whose
 * drawer took it, all other to the branch that had the order then. Payments from before migration 0100 do not keep that
 * moment: one of the counter counts when it was made, one of a provider when its order became paid, or when it was
 * made if that was later. If the order never was paid, a provider's counts only if it went back.
 */
export const cobros = (tramo: Ventana): SQL => sql`
  select e.cuando, coalesce(m.sucursal_id, ${sucursalEn(sql`e.cuando`)}) as sucursal_id, ${canalOf}, g.medio, g.importe as centavos
  from (
    select a.acreditado as cuando, a.id from ${pagosSql} a where ${isWithin(sql`a.acreditado`, tramo)}
    union all
    select p.pagado, a.id from ${pedidosSql} p join ${pagosSql} a on a.pedido_id = p.id
    where a.acreditado is null and ${isWithin(sql`p.pagado`, tramo)} and a.creado <= p.pagado and not ${isDeCajaSql(sql`a.id`)}
    union all
    select a.creado, a.id from ${pedidosSql} p join ${pagosSql} a on a.pedido_id = p.id
    where a.acreditado is null and ${isWithin(sql`a.creado`, tramo)} and (a.creado > p.pagado or ${isDeCajaSql(sql`a.id`)}
      or (p.pagado is null and (a.devuelto > 0 or a.estado = 'charged_back')))
  ) e
  join ${pagosSql} g on g.id = e.id join ${pedidosSql} p on p.id = g.pedido_id
  left join ${movimientosCajaSql} m on m.clave = 'cobro:' || g.id
  where ${cobrado}`

/**
 * Money that went back, of the orders in `only`. First the refunds by staff, when they were done, with the branch and
 * the means of their drawer. Then what else a payment lost (cancelled, paid twice, at the provider), when the provider
 * told it (`reintegros`, from migration 0100 on). Last what older payments lost: when they changed last.
 */
const vueltas = (only: SQL): SQL => sql`
  select d.hecha as cuando, d.pedido_id, m.sucursal_id, ${canalOf}, coalesce(m.medio, g.medio) as medio, d.importe as centavos
  from ${devolucionesSql} d join ${pagosSql} g on g.id = d.pago_id
  left join ${movimientosCajaSql} m on m.clave = 'devolucion:' || d.id and ${isDeCajaG}
  where d.hecha is not null and g.moneda = 'ARS' and d.pedido_id in (${only})
  union all
  select r.cuando, r.pedido_id, null, ${canalOf}, g.medio, r.importe
  from ${reintegrosSql} r join ${pagosSql} g on g.id = r.pago_id
  where g.moneda = 'ARS' and r.pedido_id in (${only})
  union all
  select g.actualizado, g.pedido_id, null, ${canalOf}, g.medio, r.centavos
  from ${pagosSql} g cross join lateral (
    select case when g.estado = 'charged_back' then g.importe else g.devuelto end
      - (select coalesce(sum(d.importe), 0)::bigint from ${devolucionesSql} d where d.pago_id = g.id and d.hecha is not null)
      - (select coalesce(sum(r.importe), 0)::bigint from ${reintegrosSql} r where r.pago_id = g.id) as centavos
  ) r
  where (g.devuelto > 0 or g.estado = 'charged_back') and g.moneda = 'ARS' and r.centavos > 0
    and g.pedido_id in (${only})`

const conVueltas = (tramo: Ventana): SQL => sql`
  select d.pedido_id from ${devolucionesSql} d where ${isWithin(sql`d.hecha`, tramo)}
  union select r.pedido_id from ${reintegrosSql} r where ${isWithin(sql`r.cuando`, tramo)}
  union select g.pedido_id from ${pagosSql} g
  where ${isWithin(sql`g.actualizado`, tramo)} and (g.devuelto > 0 or g.estado = 'charged_back')`

export const devueltos = (tramo: Ventana): SQL => sql`
  select v.cuando, coalesce(v.sucursal_id, ${sucursalEn(sql`v.cuando`)}) as sucursal_id, v.canal, v.medio, v.centavos
  from (${vueltas(conVueltas(tramo))}) v join ${pedidosSql} p on p.id = v.pedido_id
  where ${isWithin(sql`v.cuando`, tramo)}`

/**
 * Refunds of sales, by what was known when they were made. What went back before its order was paid, or of one that
 * never was, is no returned sale. If an order was paid twice, the surplus goes back first and is none either. Below 0:
 * the money is the shop's again, as after a claim at a bank.
 */
export const ventasDevueltas = (tramo: Ventana): SQL => sql`
  select r.cuando, r.sucursal_id, r.pedido_id, r.centavos
  from (
    select v.cuando, v.sucursal_id, v.pedido_id, max(greatest(0, v.devuelto - e.extra)) over hasta_aca
      - coalesce(max(greatest(0, v.devuelto - e.extra)) over (hasta_aca rows between unbounded preceding and 1 preceding), 0)
      + v.otra_vez as centavos
    from (
      select w.cuando, p.id as pedido_id, ${sucursalEn(sql`w.cuando`)} as sucursal_id, p.importe_final, w.antes, sum(least(0, w.centavos)) as otra_vez,
        sum(sum(greatest(0, w.centavos))) over (partition by p.id order by w.cuando) as devuelto
      from (
        select u.*, coalesce(sum(u.centavos) filter (where u.cuando <= p.pagado) over (partition by u.pedido_id), 0) as antes
        from (${vueltas(conVueltas(tramo))}) u join ${pedidosSql} p on p.id = u.pedido_id
      ) w join ${pedidosSql} p on p.id = w.pedido_id and w.cuando > p.pagado
      group by 1, 2, 3, 4, 5
    ) v
    cross join lateral (
      select greatest(0, coalesce(sum(g.importe), 0) - v.antes - v.importe_final) as extra from ${pagosSql} g
      where g.pedido_id = v.pedido_id and ${cobrado} and coalesce(g.acreditado, g.creado) <= v.cuando
    ) e
    window hasta_aca as (partition by v.pedido_id order by v.cuando)
  ) r
  where ${isWithin(sql`r.cuando`, tramo)}`

/** Delivery costs, which are paid when the parcel is received, and stay with the shop if the order goes back. */
export const envios = (tramo: Ventana): SQL => sql`
  select h.cuando, p.sucursal_id, p.id as pedido_id, p.costo_delivery as centavos
  from ${entregasSql} h join ${pedidosSql} p on p.id = h.pedido_id
  where p.modo_entrega = 'delivery' and p.costo_delivery > 0 and ${isWithin(sql`h.cuando`, tramo)}`

/**
 * Typed sales, by the means that the till has of them. One without a branch counts for that of its clerk today: some
 * were made before it was kept.
 */
export const ventasDeMostrador = (tramo: Ventana): SQL => sql`
  select v.cuando, v.sucursal_id, v.operador_id, m.medio, v.importe as centavos from ${ventasSql} v
  left join ${movimientosCajaSql} m on m.clave = 'venta:' || v.id where ${isWithin(sql`v.cuando`, tramo)}`

/**
 * Payments of cuentas corrientes, as rows of the till's report. Their sales were counted on the day on which
 * they were charged: this is money, and no sale.
 */
export const pagosDeCuenta = (tramo: Ventana): SQL => sql`
  select ${fechaOf(sql`c.cuando`)} as dia, c.sucursal_id, c.operador_id, 'cuenta' as canal, c.medio,
    count(*)::int as operaciones, sum(c.importe)::bigint as cobrado, 0::bigint as devuelto
  from ${pagosCuentaSql} c where ${isWithin(sql`c.cuando`, tramo)} group by 1, 2, 3, 5`

/**
 * Joins the branch of `h`, by its `sucursal_id` or by that of the clerk of a sale: null if neither has one.
 */
export const deSuSucursal = sql`left join ${operadoresSql} o on o.id = h.operador_id
  left join ${sucursalesSql} s on s.id = coalesce(h.sucursal_id, o.sucursal_id)`
