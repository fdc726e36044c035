// Facts that moved money in a range of instants, as SQL that the reports add up. All amounts in centavos.
import { ZONE } from '@imprimitodo/shared/rules/fecha'
import { type SQL, sql } from 'drizzle-orm'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { pagosCuentaSql } from '../../dinero/cuentas-corrientes/service.ts'
import { devolucionesSql, isDeCajaSql, pagosSql } from '../../dinero/pagos/service.ts'
import { ventasSql } from '../../dinero/ventas/service.ts'
import { operadoresSql } from '../../mostrador/acceso/service.ts'
import { sucursalesSql } from '../sucursales/service.ts'

/** `from` is included, `to` is not. */
export type Ventana = { from: Date; to: Date }

export const within = (instant: SQL, { from, to }: Ventana): SQL =>
  sql`(${instant} >= ${from.toISOString()}::timestamptz and ${instant} < ${to.toISOString()}::timestamptz)`

/** The day in the shop's zone. */
export const fechaOf = (instant: SQL): SQL => sql`(${instant} at time zone ${sql.raw(`'${ZONE}'`)})::date`

export const sucursalName = (name: SQL): SQL => sql`coalesce(${name}, 'Sin sucursal')`

/** Where a payment was made: with the provider, or at the counter. */
const canalOf = sql`case when ${isDeCajaSql(sql`g.id`)} then 'mostrador' else 'web' end as canal`

const cobrado = sql`g.moneda = 'ARS' and g.estado in ('approved', 'in_mediation', 'refunded', 'charged_back')`

/**
 * Money that came in for orders: a provider's payment counts when its order became paid, or when it was made
 * if that was later. Money that the counter took counts when it was taken, even if the order is not paid yet:
 * it lies in a drawer.
 */
export const cobros = (tramo: Ventana): SQL => sql`
  select p.pagado as cuando, p.sucursal_id, ${canalOf}, g.medio, g.importe as centavos
  from ${pedidosSql} p join ${pagosSql} g on g.pedido_id = p.id
  where ${cobrado} and ${within(sql`p.pagado`, tramo)} and g.creado <= p.pagado and not ${isDeCajaSql(sql`g.id`)}
  union all
  select g.creado, p.sucursal_id, ${canalOf}, g.medio, g.importe
  from ${pedidosSql} p join ${pagosSql} g on g.pedido_id = p.id
  where ${cobrado} and ${within(sql`g.creado`, tramo)}
    and (g.creado > p.pagado or ${isDeCajaSql(sql`g.id`)})`

/**
 * Money that went back, of the orders in `only`: refunds by staff, when they were done; the rest of what a
 * payment lost (cancelled, paid twice, at the provider), when the provider last reported it.
 */
const vueltas = (only: SQL): SQL => sql`
  select d.hecha as cuando, d.pedido_id, ${canalOf}, g.medio, d.importe as centavos
  from ${devolucionesSql} d join ${pagosSql} g on g.id = d.pago_id
  where d.hecha is not null and g.moneda = 'ARS' and d.pedido_id in (${only})
  union all
  select g.actualizado, g.pedido_id, ${canalOf}, g.medio, r.centavos
  from ${pagosSql} g cross join lateral (
    select case when g.estado = 'charged_back' then g.importe else g.devuelto end
      - coalesce(sum(d.importe), 0)::bigint as centavos
    from ${devolucionesSql} d where d.pago_id = g.id and d.hecha is not null
  ) r
  where (g.devuelto > 0 or g.estado = 'charged_back') and g.moneda = 'ARS' and r.centavos > 0
    and g.pedido_id in (${only})`

const conVueltas = (tramo: Ventana): SQL => sql`
  select d.pedido_id from ${devolucionesSql} d where ${within(sql`d.hecha`, tramo)}
  union select g.pedido_id from ${pagosSql} g
  where ${within(sql`g.actualizado`, tramo)} and (g.devuelto > 0 or g.estado = 'charged_back')`

export const devueltos = (tramo: Ventana): SQL => sql`
  select v.cuando, p.sucursal_id, v.canal, v.medio, v.centavos
  from (${vueltas(conVueltas(tramo))}) v join ${pedidosSql} p on p.id = v.pedido_id
  where ${within(sql`v.cuando`, tramo)}`

/**
 * Refunds of sales. If an order was paid twice, the surplus goes back first and is no returned sale.
 */
export const ventasDevueltas = (tramo: Ventana): SQL => sql`
  select v.cuando, p.sucursal_id, p.id as pedido_id,
    greatest(0, v.hasta_aca - e.extra) - greatest(0, v.hasta_aca - v.centavos - e.extra) as centavos
  from (
    select w.*, sum(w.centavos) over (partition by w.pedido_id order by w.cuando
      rows between unbounded preceding and current row) as hasta_aca
    from (${vueltas(conVueltas(tramo))}) w
  ) v
  join ${pedidosSql} p on p.id = v.pedido_id
  cross join lateral (
    select greatest(0, coalesce(sum(g.importe), 0) - p.importe_final) as extra from ${pagosSql} g
    where g.pedido_id = p.id and ${cobrado}
  ) e
  where ${within(sql`v.cuando`, tramo)}`

/** Delivery costs, which are paid when the parcel is received. */
export const envios = (tramo: Ventana): SQL => sql`
  select p.cerrado as cuando, p.sucursal_id, p.id as pedido_id, p.costo_delivery as centavos
  from ${pedidosSql} p
  where p.estado = 'entregado' and p.modo_entrega = 'delivery' and p.costo_delivery > 0
    and ${within(sql`p.cerrado`, tramo)}`

/** Typed sales. One without a branch counts for that of its clerk today: some were made before it was kept. */
export const ventasDeMostrador = (tramo: Ventana): SQL => sql`
  select v.cuando, v.sucursal_id, v.operador_id, v.importe as centavos from ${ventasSql} v where ${within(sql`v.cuando`, tramo)}`

/**
 * Payments of cuentas corrientes, as rows of the till's report. Their sales were counted on the day on which
 * they were charged: this is money, and no sale.
 */
export const pagosDeCuenta = (tramo: Ventana): SQL => sql`
  select ${fechaOf(sql`c.cuando`)} as dia, c.sucursal_id, c.operador_id, 'cuenta' as canal, c.medio,
    count(*)::int as operaciones, sum(c.importe)::bigint as cobrado, 0::bigint as devuelto
  from ${pagosCuentaSql} c where ${within(sql`c.cuando`, tramo)} group by 1, 2, 3, 5`

/**
 * Joins the branch of `h`, by its `sucursal_id` or by that of the clerk of a sale: null if neither has one.
 */
export const deSuSucursal = sql`left join ${operadoresSql} o on o.id = h.operador_id
  left join ${sucursalesSql} s on s.id = coalesce(h.sucursal_id, o.sucursal_id)`
