// Random days of a counter: whatever two clerks do at once, the money is where the till says, to the centavo.
import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aCounterOfDays,
  again,
  type Clerk,
  type CounterOfDays,
  DAY_MS,
  hangUp,
} from '../../testing/judge/dias.ts'
import { reportsAgainstTill, wrongIn } from '../../testing/judge/juez-caja.ts'
import { rounds } from '../../testing/rounds.ts'
import { closeTurno } from './turnos.ts'

/**
 * One day: the drawers are opened, two clerks work at once, and it is closed while one of them still charges.
 */
async function live(
  { shop, clerks, whole, chance, send, sales, later, azar }: CounterOfDays,
  isKilled: boolean,
) {
  const open = async (clerk: Clerk, caja: number): Promise<number> =>
    (await send(clerk, 'turnos', { sucursal: 'Alberdi', caja, fondo: whole(0, 50_000) }, 201)).turno_id
  const [one, two] = clerks
  const first = await open(one, 1)
  const second = chance(0.3) ? await open(two, 2) : null
  const work = (clerk: Clerk, turno: number) => {
    const what = azar()
    if (what < 0.28) return sales.sell(clerk)
    if (what < 0.34) return sales.pair(clerk)
    if (what < 0.42) return sales.race()
    if (what < 0.46) return sales.fight()
    if (what < 0.58) return later.payRest(clerk)
    if (what < 0.64) return later.endLink(clerk)
    if (what < 0.76) return sales.sellTyped(clerk)
    if (what < 0.88) return later.giveBack(clerk)
    return what < 0.94 ? later.move(clerk, turno) : later.online()
  }
  for (let burst = whole(1, 2); burst > 0; burst--)
    await Promise.all([
      work(one, first),
      work(two, second ?? first),
      sales.sell(two),
      ...(isKilled ? [hangUp(shop)] : []),
    ])
  await sayMedios({ shop, send }, one)
  for (const turno of second === null ? [first] : [second, first]) {
    const { esperado } = await send(one, `turnos/${turno}/contar`, { contado: 0 }, 200)
    const contado = Math.max(0, esperado + (chance(0.5) ? 0 : whole(-500, 500)))
    await Promise.all([
      closeTurno(shop.deps, { id: one.id, nombre: 'Nadia' }, turno, { contado }),
      ...Array.from({ length: whole(0, 2) }, () => sales.sell(two)),
    ])
  }
}

/** Sets the means of charges typed without one, in the shift or outside. */
async function sayMedios({ shop, send }: Pick<CounterOfDays, 'shop' | 'send'>, clerk: Clerk): Promise<void> {
  const { rows } = await again(() =>
    shop.db.execute<{ id: number }>(sql`select id::int from movimientos_caja where medio is null`),
  )
  for (const { id } of rows) await send(clerk, `movimientos/${id}/medio`, { medio: 'efectivo' }, 200)
}

/** The shop has exactly what its answers told the clerks: nothing is missing or there twice. */
async function expectTold({ shop, told }: CounterOfDays): Promise<void> {
  const { rows } = await shop.db.execute<{ que: string; suma: number }>(sql`
    select tipo as que, sum(importe)::float8 as suma from movimientos_caja group by 1
    union all
    select 'web', sum(importe - devuelto)::float8 from pagos where proveedor <> 'caja'
    union all
    select 'ventas', count(*)::float8 from ventas where de_pedidos
    union all
    select 'pagados', count(*)::float8 from codigos where usado is not null`)
  const sums = new Map(rows.map(({ que, suma }) => [que, suma ?? 0]))
  expect(Object.fromEntries(sums)).toMatchObject({
    cobro: told.cobrado,
    venta: told.vendido,
    devolucion: -told.devuelto,
    web: told.web,
    ventas: told.ventas.size,
  })
  const spent = await shop.db.execute<{ codigo: string }>(
    sql`select codigo from codigos where usado is not null or pedido_id is not null`,
  )
  expect(spent.rows.map(({ codigo }) => codigo).toSorted()).toEqual([...told.codigos].toSorted())
}

const DAYS = rounds(40, 2_000)

test(`${DAYS} random days of two clerks: drawers are the sum of their movements, and reports are drawers and the web`, async () => {
  const seed = Number(process.env.SEED ?? randomInt(1e9))
  console.info(`seed ${seed}: SEED=${seed} lives the same days again`)
  const counter = await aCounterOfDays(seed)
  const { shop, told, night } = counter
  const from = shop.deps.now()
  for (let day = 0; day < DAYS; day++) {
    await live(counter, day % 10 === 9)
    await night()
    if (day % 20 === 19) expect([day, await wrongIn(shop)]).toEqual([day, []])
    shop.clock.offsetMs += DAY_MS
  }
  expect(await wrongIn(shop)).toEqual([])
  const [reported, moved] = await reportsAgainstTill(shop, from)
  expect(reported).toEqual(moved)
  await expectTold(counter)
  // Each kind really happened, else the sums would prove nothing
  const { cobrado, vendido, devuelto, web, codigos, rechazos } = told
  console.info(`${told.ventas.size} sales, ${codigos.size} codes, refused: ${JSON.stringify([...rechazos])}`)
  expect([cobrado, vendido, devuelto, web, codigos.size].every((sum) => sum > 0)).toBe(true)
}, 7_200_000)
