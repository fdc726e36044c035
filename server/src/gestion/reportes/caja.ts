import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import { instantsOf, medioTitle, type Rango } from '@imprimitodo/shared/rules/reporte'
import { sql } from 'drizzle-orm'
import type { Queryable } from '../../base/db/open.ts'
import { sucursalesSql } from '../sucursales/service.ts'
import { cobros, devueltos, diaOf, envios, sucursalName, ventasDeMostrador } from './hechos.ts'

type Row = {
  dia: string
  sucursal: string
  canal: CajaFila['canal']
  medio: string | null
  operaciones: number
  cobrado: number
  devuelto: number
}

/** All money that came in and went back, by day, branch and method; `sucursal_id` null: of all branches. */
export async function cajaOf(db: Queryable, rango: Rango, sucursal_id: number | null): Promise<CajaFila[]> {
  const tramo = instantsOf(rango)
  const { rows } = await db.execute<Row>(sql`
    select ${diaOf(sql`h.cuando`)} as dia, ${sucursalName(sql`s.nombre`)} as sucursal, h.canal, h.medio,
      sum(h.veces)::int as operaciones, sum(h.cobrado)::float8 as cobrado, sum(h.devuelto)::float8 as devuelto
    from (
      select cuando, sucursal_id, case canal when 'web' then 1 else 2 end as orden, canal, medio, 1 as veces, centavos as cobrado, 0::bigint as devuelto
      from (${cobros(tramo)}) c
      union all
      select cuando, sucursal_id, case canal when 'web' then 1 else 2 end, canal, medio, 0, 0, centavos from (${devueltos(tramo)}) d
      union all
      select cuando, sucursal_id, 3, 'venta', null, 1, centavos, 0 from (${ventasDeMostrador(tramo)}) v
      union all
      select cuando, sucursal_id, 4, 'envio', null, 1, centavos, 0 from (${envios(tramo)}) e
    ) h left join ${sucursalesSql} s on s.id = h.sucursal_id
    where ${sucursal_id}::int is null or h.sucursal_id = ${sucursal_id}::int
    group by 1, 2, h.canal, h.medio order by 1, min(s.id), min(h.orden), h.medio`)
  return rows.map(({ canal, medio, cobrado, devuelto, ...row }) => ({
    ...{ ...row, canal },
    medio: canal === 'envio' ? 'Al recibir' : medioTitle(medio),
    cobrado: toPesos(cobrado),
    devuelto: toPesos(devuelto),
    neto: toPesos(cobrado - devuelto),
  }))
}
