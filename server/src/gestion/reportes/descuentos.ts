import type { DescuentoFila, PuntosReporte } from '@imprimitodo/shared/api/reportes'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { CODIGOS, CODIGOS_DE_TABLA } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { DESCUENTO_TIPOS, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { pedidosSql } from '../../compra/pedidos/service.ts'
import { clientesSql } from '../../cuentas/auth/service.ts'
import { codigosSql } from '../../fidelidad/codigos/service.ts'
import { premiosSql, puntosSql, saldosSql } from '../../fidelidad/puntos/service.ts'
import { readAjustes } from '../ajustes/service.ts'
import { fechaOf, isWithin } from './hechos.ts'
import { readTotal } from './read.ts'
import { medidaOf, type TotalDeReporte } from './total.ts'

const PORCENTAJES = CODIGOS_DE_TABLA.filter((tipo) => CODIGOS[tipo].valor === 'porcentaje')

/**
 * Discounts of the orders paid in the range. The percents of the web and of a code are taken off as one
 * discount of the order, and each gets its share of it; from products and services only the code takes off.
 */
export const TOTAL_DESCUENTOS: TotalDeReporte = {
  que: 'descuentos',
  clave: 'descuentos',
  columnas: sql`tipo text, pedidos int, mostrador int, centavos bigint`,
  medida: medidaOf('centavos'),
  vivos: (tramo) => sql`
    with pagados as (
      select ${fechaOf(sql`p.pagado`)} as dia, p.id, p.descuento_hojas as hojas, p.descuento_porcentaje as web,
        p.descuento_codigo as codigo, p.descuento_mano as mano,
        p.total_impresion + p.total_anillado - p.descuento_hojas - p.final_impresion - p.final_anillado as porcentaje,
        p.total_otros - p.final_otros as de_otros
      from ${pedidosSql} p where ${isWithin(sql`p.pagado`, tramo)}
    ), partes as (
      select *, case when codigo > 0 then round(porcentaje * codigo / (web + codigo)) else 0 end as de_impresion from pagados
    )
    select h.dia, h.tipo, sum(h.en_pedido)::int as pedidos, sum(h.en_mostrador)::int as mostrador,
      sum(h.centavos)::bigint as centavos
    from (
      select dia, 'web' as tipo, 1 as en_pedido, 0 as en_mostrador, porcentaje - de_impresion as centavos
      from partes where porcentaje > de_impresion
      union all select dia, 'hojas', 1, 0, hojas from partes where hojas > 0
      union all
      select dia, coalesce((
        select c.tipo from ${codigosSql} c
        where c.pedido_id = partes.id and c.usado is not null and c.tipo in ${PORCENTAJES} order by c.tipo limit 1
      ), 'cupon'), 1, 0, de_impresion + de_otros from partes where de_impresion + de_otros > 0
      union all select dia, 'mano', 1, 0, mano from partes where mano > 0
      union all
      select ${fechaOf(sql`c.usado`)}, c.tipo, 0, 1, 0 from ${codigosSql} c where ${isWithin(sql`c.usado`, tramo)}
        and c.pedido_id is null and c.usado_por not like 'pedido %'
    ) h group by 1, 2`,
}

const TIPOS = sql.join(
  DESCUENTO_TIPOS.map((tipo, orden) => sql`(${orden}::int, ${tipo}::text)`),
  sql`, `,
)

type Row = { tipo: DescuentoFila['tipo']; pedidos: number; mostrador: number; centavos: number }

export async function descuentosOf(deps: Pick<Deps, 'db' | 'now'>, rango: Rango): Promise<DescuentoFila[]> {
  const rows = await readTotal(deps, TOTAL_DESCUENTOS, rango, async (tx, filas) => {
    const found = await tx.execute<Row>(sql`
      select k.tipo, coalesce(sum(h.pedidos), 0)::int as pedidos, coalesce(sum(h.mostrador), 0)::int as mostrador,
        coalesce(sum(h.centavos), 0)::float8 as centavos
      from (values ${TIPOS}) k (orden, tipo)
      left join (${filas}) h on h.tipo = k.tipo group by k.tipo, k.orden order by k.orden`)
    return found.rows
  })
  return rows.map(({ centavos, ...row }) => ({ ...row, pesos: toPesos(centavos) }))
}

/**
 * Points that customers can still spend; they are worth the b/w sheets that they buy at the best rate of such
 * prizes.
 */
export async function puntosPendientes(db: Queryable): Promise<PuntosReporte> {
  const { byn } = await readAjustes(db)
  const { rows } = await db.execute<{ puntos: number; cuentas: number; hojas_por_punto: number | null }>(sql`
    select coalesce(sum(saldo), 0)::float8 as puntos, count(*)::int as cuentas,
      (select max(cantidad::float8 / puntos_requeridos) from ${premiosSql} premios
        where es_codigo_canje and retirado is null and cantidad > 0) as hojas_por_punto
    from (
      select puntos as saldo from ${saldosSql} saldos where puntos > 0
      union all
      -- Accounts that housekeeping has not come to since balances are kept
      select sum(u.puntos) from ${clientesSql} c join ${puntosSql} u on u.cliente_id = c.id
      where not exists (select from ${saldosSql} saldos where cliente_id = c.id) group by c.id having sum(u.puntos) > 0
    ) s`)
  const { puntos, cuentas, hojas_por_punto } = rows[0] ?? { puntos: 0, cuentas: 0, hojas_por_punto: null }
  const pesos =
    hojas_por_punto === null || !byn ? null : toPesos(Math.round(puntos * hojas_por_punto * byn.una))
  return { puntos, cuentas, pesos }
}
