// Balances stored beside the ledger are always the sum of its lines.
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { clientes } from '../../base/db/schema/clientes.ts'
import { comprobaciones } from '../../base/db/schema/comprobaciones.ts'
import { puntos, saldos } from '../../base/db/schema/puntos.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { checkSaldos, completeSaldos, insertPuntos } from './service.ts'

const DAY_MS = 86_400_000
let counted = 0

async function account({ db }: Shop): Promise<number> {
  const email = `saldo${++counted}@example.com`
  const [made] = await db
    .insert(clientes)
    .values({
      email,
      nombre: 'Ana',
      celular: '3865412233',
      fecha_nacimiento: '1990-05-17',
      password_hash: 'x',
    })
    .returning()
  return made?.id ?? 0
}

const line = (cliente_id: number, many: number) => ({
  cliente_id,
  puntos: many,
  tipo: 'ajuste' as const,
  motivo: 'Prueba',
  quien: 'prueba',
  clave: `prueba:${++counted}`,
  cuando: new Date(),
})
const earn = ({ db }: Shop, cliente_id: number, many: number) =>
  db.transaction((tx) => insertPuntos(tx, line(cliente_id, many)))
const keptOf = async ({ db }: Shop, id: number) =>
  (await db.select().from(saldos).where(eq(saldos.cliente_id, id)))[0]?.puntos
const pending = async (shop: Shop) =>
  (await shop.get('/api/mostrador/reportes/puntos', await enterAs(shop))).json()
const told = async (shop: Shop, headers: Record<string, string>) =>
  (await shop.get('/api/mostrador/salud', headers))
    .json()
    .asuntos.filter(({ cual }: { cual: string }) => cual.startsWith('sumas'))

test('50 lines of one account at once, its first ones, and some that roll back', async () => {
  const shop = await testShop()
  const [one, two] = [await account(shop), await account(shop)]
  await Promise.all(
    [...Array(50)].map(async (_, at) => {
      if (at % 5 > 0) return earn(shop, at % 2 ? one : two, at)
      await shop.db
        .transaction(async (tx) => {
          await insertPuntos(tx, line(one, 1_000))
          throw new Error('no')
        })
        .catch(() => {})
    }),
  )
  const { rows } = await shop.db.execute<{ cliente_id: number; suma: number }>(
    sql`select cliente_id, sum(puntos)::int as suma from puntos group by 1 order by 1`,
  )
  expect(await shop.db.select().from(saldos).orderBy(saldos.cliente_id)).toEqual(
    rows.map(({ cliente_id, suma }) => ({ cliente_id, puntos: suma })),
  )
  expect(rows.map(({ suma }) => suma)).toEqual([
    [...Array(50).keys()].filter((at) => at % 5 && at % 2).reduce((sum, at) => sum + at),
    [...Array(50).keys()].filter((at) => at % 5 && at % 2 === 0).reduce((sum, at) => sum + at),
  ])
})

test('several lines in one statement, and the same fact told twice', async () => {
  const shop = await testShop()
  const id = await account(shop)
  await shop.db.insert(puntos).values([line(id, 100), line(id, 20), line(id, -50)])
  expect(await keptOf(shop, id)).toBe(70)
  const again = line(id, 7)
  for (let time = 0; time < 2; time++) await shop.db.transaction((tx) => insertPuntos(tx, again))
  expect(await keptOf(shop, id)).toBe(77)
})

test('accounts from before balances were stored are counted too, and get theirs little by little', async () => {
  const shop = await testShop()
  const ids = [await account(shop), await account(shop), await account(shop)]
  for (const [at, id] of ids.entries()) await earn(shop, id, 100 * (at + 1))
  await shop.db.delete(saldos)
  expect(await pending(shop)).toMatchObject({ puntos: 600, cuentas: 3 })
  await earn(shop, ids[1] ?? 0, 5) // the first new line: the older ones count too
  expect(await keptOf(shop, ids[1] ?? 0)).toBe(205)
  await Promise.all([
    ...[...Array(50)].map((_, at) => earn(shop, ids[at % 3] ?? 0, 1)),
    completeSaldos(shop.deps),
    completeSaldos(shop.deps),
  ])
  expect(await pending(shop)).toMatchObject({ puntos: 655, cuentas: 3 })
  const kept = await Promise.all(ids.map((id) => keptOf(shop, id)))
  expect(kept.reduce<number>((sum, one) => sum + (one ?? 0), 0)).toBe(655)
})

test('a difference is told to the whole counter with both sums, corrected, and no longer told once it is right', async () => {
  const shop = await testShop()
  const id = await account(shop)
  await earn(shop, id, 12_300)
  await checkSaldos(shop.deps)
  expect(await told(shop, await enterAs(shop))).toMatchObject([{ estado: 'bien' }])
  await shop.db.update(saldos).set({ puntos: 12_345 })
  await checkSaldos(shop.deps) // it was proved today already
  expect(await keptOf(shop, id)).toBe(12_345)
  shop.clock.offsetMs = DAY_MS
  await Promise.all([...Array(5)].map(() => checkSaldos(shop.deps)))
  expect(await told(shop, (await newOperador(shop, 2)).headers)).toMatchObject([
    {
      estado: 'urgente',
      detalle: expect.stringContaining('sumaban 12.345 puntos y sus movimientos 12.300: 1 cuenta no daba'),
    },
  ])
  expect(await keptOf(shop, id)).toBe(12_300)
  shop.clock.offsetMs = 2 * DAY_MS
  await checkSaldos(shop.deps)
  expect(await told(shop, await enterAs(shop))).toMatchObject([{ estado: 'bien' }])
  expect(await shop.db.select().from(comprobaciones)).toMatchObject([{ guardado: 12_300, contado: 12_300 }])
})
