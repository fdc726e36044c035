import type pg from 'pg'
import { expect } from 'vitest'
import { ask } from './server.ts'
import { OWNER, type Shop } from './shop.ts'
import type { Told } from './visitantes.ts'

const RANK = ['borrador', 'confirmado', 'pagado', 'en_produccion', 'listo', 'entregado']
const AT_LEAST = { cotizado: 0, confirmado: 1, pagado: 2, en_produccion: 3, listo: 4, entregado: 5 }
const PRINTED = 20

/**
 * Checks the database, once all is quiet: everything that was answered exists, with its price and its files,
 * and nothing exists twice. Payments reach the shop a moment after the customer: they have a minute.
 */
export async function expectTold(db: pg.Client, told: Told, shop: Shop): Promise<void> {
  const column = async (query: string, values: unknown[] = []) =>
    (await db.query({ text: query, rowMode: 'array' }, values)).rows.flat()

  await expect.poll(() => behind(db, told), { timeout: 60_000, interval: 500 }).toEqual([])
  const twice = [
    `select pedido_id from pagos where estado = 'approved' group by 1 having count(*) > 1`,
    `select pedido_id from historial where nota is null and estado <> 'borrador'
     group by pedido_id, estado having count(*) > 1`,
    `select pedido_id from historial where nota = 'Tomó el pedido.' group by 1 having count(*) > 1`,
    'select cliente_id from puntos group by 1 having sum(puntos) < 0',
    `select id from ventas v where (select count(*) from puntos where clave = 'venta:' || v.id) <> 1`,
    `select id from codigos c where tipo = 'hojas'
     and (select count(*) from puntos where clave = 'canje:' || c.id and puntos = -2000 * c.hojas) <> 1`,
    'select numero from pedidos where numero is not null group by 1 having count(*) > 1',
  ]
  for (const query of twice) expect(await column(query), query).toEqual([])

  const ventas = new Set(await column(`select split_part(clave, ':', 2) from ventas`))
  expect([...told.ventas.keys()].filter((key) => !ventas.has(key))).toEqual([])
  const codigos = new Set(await column('select codigo from codigos'))
  expect([...told.codigos].filter((codigo) => !codigos.has(codigo))).toEqual([])
  expect([...told.usados].filter(([, times]) => times !== 1)).toEqual([])
  const usados = new Set(
    await column(
      `select codigo from codigos where usado is not null
       union all select codigo_retiro from pedidos where estado = 'entregado'`,
    ),
  )
  expect([...told.usados.keys()].filter((codigo) => !usados.has(codigo))).toEqual([])

  const { access } = await ask<{ access: string }>(shop, '/api/mostrador/ingresar', OWNER)
  const paid = [...told.pedidos].filter(([, { estado }]) => AT_LEAST[estado] >= AT_LEAST.pagado)
  const some = [true, false].flatMap((inParts) => {
    const such = paid.filter(([, { enPartes }]) => enPartes === inParts)
    return such.slice(0, PRINTED / 2).concat(such.slice(PRINTED / 2).slice(-PRINTED / 2))
  })
  for (const [id] of some) {
    const headers = { authorization: `Bearer ${access}` }
    const print = await fetch(`${shop.url}/api/mostrador/pedidos/${id}/trabajos/1.pdf`, { headers })
    expect(print.status, String(id)).toBe(200)
    const head = Buffer.from(await print.arrayBuffer()).toString('latin1', 0, 5)
    expect([id, head]).toEqual([id, '%PDF-'])
  }
}

/** Orders whose state is not the one that a client was told. */
async function behind(db: pg.Client, { pedidos }: Told): Promise<string[]> {
  const { rows } = await db.query<{ id: string; estado: string; total: string }>(
    'select id, estado, total_impresion + total_anillado as total from pedidos where id = any($1)',
    [[...pedidos.keys()]],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...pedidos].flatMap(([id, { total, estado }]) => {
    const row = found.get(id)
    if (!row) return `${id} (${estado}) is lost`
    if (Number(row.total) !== Math.round(total * 100)) return `${id} costs ${row.total}, not ${total}`
    return RANK.indexOf(row.estado) < AT_LEAST[estado] ? `${id} is ${row.estado}, not ${estado}` : []
  })
}
