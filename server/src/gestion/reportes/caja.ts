import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { CANALES, instantsOf, medioTitle, type Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { sql } from 'drizzle-orm'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  cobros,
  deSuSucursal,
  devueltos,
  envios,
  fechaOf,
  pagosDeCuenta,
  sucursalName,
  ventasDeMostrador,
} from './hechos.ts'
import { readTotal } from './read.ts'
import { medidaOf, type TotalDeReporte } from './total.ts'

/**
 * All money that came in and went back, by branch, place and method.
 */
export const TOTAL_CAJA: TotalDeReporte = {
  que: 'caja',
  clave: 'caja:3',
  columnas: sql`sucursal_id int, operador_id int, canal text, medio text, operaciones int, cobrado bigint, devuelto bigint`,
  medida: sql`${medidaOf('cobrado')} - ${medidaOf('devuelto')}`,
  vivos: (tramo) => sql`
    select ${fechaOf(sql`h.cuando`)} as dia, h.sucursal_id, h.operador_id, h.canal, h.medio, sum(h.veces)::int as operaciones,
      sum(h.cobrado)::bigint as cobrado, sum(h.devuelto)::bigint as devuelto
    from (
      select cuando, sucursal_id, null::int as operador_id, canal, medio, 1 as veces, centavos as cobrado, 0::bigint as devuelto
      from (${cobros(tramo)}) c
      union all
      select cuando, sucursal_id, null, canal, medio, 0, 0, centavos from (${devueltos(tramo)}) d
      union all
      select cuando, sucursal_id, operador_id, 'venta', medio, 1, centavos, 0 from (${ventasDeMostrador(tramo)}) v
      union all
      select cuando, sucursal_id, null, 'envio', null, 1, centavos, 0 from (${envios(tramo)}) e
    ) h group by 1, 2, 3, 4, 5`,
}

type Row = {
  dia: string
  sucursal: string
  canal: CajaFila['canal']
  medio: string | null
  operaciones: number
  cobrado: number
  devuelto: number
}

const ORDEN = `{${CANALES.join(',')}}`

/**
 * For one branch, or with `sucursal_id` null for all. Payments of cuentas corrientes are added up at each
 * query: a month has few, and stored rows of a day would be read by the previous version too.
 */
export async function cajaOf(
  deps: Pick<Deps, 'db' | 'now'>,
  rango: Rango,
  sucursal_id: number | null,
): Promise<CajaFila[]> {
  const rows = await readTotal(deps, TOTAL_CAJA, rango, async (tx, filas) => {
    const found = await tx.execute<Row>(sql`
      select h.dia::text as dia, ${sucursalName(sql`s.nombre`)} as sucursal, h.canal, h.medio,
        sum(h.operaciones)::int as operaciones, sum(h.cobrado)::float8 as cobrado, sum(h.devuelto)::float8 as devuelto
      from (${filas} union all select * from (${pagosDeCuenta(instantsOf(rango))}) c) h ${deSuSucursal}
      where ${sucursal_id}::int is null or s.id = ${sucursal_id}::int
      group by h.dia, 2, h.canal, h.medio
      order by h.dia, min(s.id), array_position(${ORDEN}::text[], h.canal), h.medio`)
    return found.rows
  })
  return rows.map(({ canal, medio, cobrado, devuelto, ...row }) => ({
    ...row,
    canal,
    medio: canal === 'envio' ? 'Al recibir' : medioTitle(medio),
    medio_clave: medio,
    cobrado: toPesos(cobrado),
    devuelto: toPesos(devuelto),
    neto: toPesos(cobrado - devuelto),
  }))
}
