// Random days of two clerks and two cuentas corrientes, with a database that drops connections: balances are
// the sum of the ledger, no limit is passed, and the drawer has the money that was paid.
import { randomBytes, randomInt } from 'node:crypto'
import type { CuentaCorriente } from '@imprimitodo/shared/api/cuentas-corrientes'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { cajaOf } from '../../gestion/reportes/service.ts'
import { aCounterWithCuentas, onAccount } from '../../testing/cuentas-corrientes.ts'
import { azarOf } from '../../testing/judge/azar.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { rounds } from '../../testing/rounds.ts'
import type { Shop } from '../../testing/shop.ts'

const B = '/api/mostrador'
const DAY_MS = 24 * 3600_000
const LIMITE = 20_000

type Headers = Record<string, string>

async function aWorld(seed: number) {
  const { shop, clerk, opened } = await aCounterWithCuentas()
  const clerks = [clerk, await newOperador(shop, 1)]
  await shop.db.update(sesiones_mostrador).set({ vence: new Date('2200-01-01') })
  const cuentas = [await opened({ limite: LIMITE }), await opened({ limite: LIMITE, sucursal: 'Alberdi' })]
  const azar = azarOf(seed)
  const whole = (from: number, to: number) => from + Math.floor(azar() * (to - from + 1))
  const pick = <T>(of: readonly T[]): T => of[Math.floor(azar() * of.length)] as T
  /** Centavos that were answered as charged, paid and given back. */
  const told = { cargado: 0, pagado: 0, devuelto: 0, rechazado: 0 }
  const sold: { id: number; left: number }[] = []

  /** Sends until there is an answer, always with the same key, as a screen does after a lost connection. */
  async function send(headers: Headers, path: string, payload: object) {
    const key = randomBytes(12).toString('hex')
    for (let attempt = 1; ; attempt++) {
      const answer = await shop.post(`${B}/${path}`, payload, { ...headers, 'idempotency-key': key })
      if (answer.statusCode === 503 && attempt < 60) continue
      expect([path, answer.statusCode < 500, answer.body]).toEqual([path, true, answer.body])
      return answer
    }
  }

  const acts = {
    async sell(headers: Headers, cuenta: CuentaCorriente) {
      // A sale comes to whole pesos; what is not charged is paid in cash
      const total = whole(1, 9_000)
      const charged = azar() < 0.6 ? total : Math.max(0.01, Math.round(total * azar() * 100) / 100)
      const rest = Math.round((total - charged) * 100) / 100
      const answer = await send(headers, 'ventas', {
        lineas: [{ texto: 'Fotocopias', importe: total }],
        sucursal: 'Alberdi',
        pagos: [onAccount(cuenta, charged), ...(rest > 0 ? [{ medio: 'efectivo', importe: rest }] : [])],
      })
      if (answer.statusCode === 400) {
        expect(answer.headers['x-codigo']).toBe('cuenta_al_limite')
        told.rechazado++
        return
      }
      expect(answer.statusCode).toBe(200)
      const centavos = Math.round(charged * 100)
      told.cargado += centavos
      sold.push({ id: answer.json().venta_id, left: centavos })
    },
    async pay(headers: Headers, { id }: CuentaCorriente) {
      const importe = whole(1, 1_200_000) / 100
      const medio = pick(['efectivo', 'transferencia', 'posnet'])
      const answer = await send(headers, `cuentas-corrientes/${id}/pagos`, { importe, medio })
      if (answer.statusCode === 201) told.pagado += Math.round(importe * 100)
      else expect(answer.statusCode).toBe(400) // more than is owed
    },
    async giveBack(headers: Headers) {
      const one = pick(sold.filter(({ left }) => left > 0))
      if (!one) return
      // Below the amount that asks for the password
      const centavos = Math.min(one.left, whole(1, 90_000))
      one.left -= centavos
      const body = { importe: centavos / 100, medio: 'cuenta', motivo: 'salió torcido' }
      const answer = await send(headers, `ventas/${one.id}/devolver`, body)
      // Above a small sum given back per sale another person has to agree
      if (answer.statusCode === 403) one.left = 0
      else {
        expect(answer.statusCode).toBe(200)
        told.devuelto += centavos
      }
    },
  }
  return { shop, clerks, cuentas, azar, whole, pick, send, acts, told }
}
type World = Awaited<ReturnType<typeof aWorld>>

/** One day: a drawer is opened, two clerks work at once, and it is counted. */
async function live({ shop, clerks, cuentas, azar, whole, pick, send, acts }: World, isKilled: boolean) {
  const [one] = clerks
  const fondo = whole(0, 50_000)
  const headers = one?.headers ?? {}
  const { turno_id } = (await send(headers, 'turnos', { sucursal: 'Alberdi', caja: 1, fondo })).json()
  const work = (who: Headers) => {
    const what = azar()
    if (what < 0.55) return acts.sell(who, pick(cuentas))
    return what < 0.8 ? acts.pay(who, pick(cuentas)) : acts.giveBack(who)
  }
  for (let burst = whole(2, 4); burst > 0; burst--)
    await Promise.all([
      ...clerks.flatMap((clerk) => [work(clerk.headers), work(clerk.headers)]),
      ...(isKilled ? [hangUp(shop)] : []),
    ])
  const counted = await send(headers, `turnos/${turno_id}/contar`, { contado: 0 })
  const { esperado } = counted.json()
  const { rows } = await shop.db.execute<{ cash: number }>(sql`
    select coalesce(sum(importe) filter (where medio = 'efectivo'), 0)::float8 as cash
    from movimientos_caja where turno_id = ${turno_id}`)
  expect(Math.round(esperado * 100)).toBe(fondo * 100 + (rows[0]?.cash ?? 0))
  expect((await send(headers, `turnos/${turno_id}/cerrar`, { contado: esperado })).statusCode).toBe(200)
}

/** Breaks every connection to the database, in the middle of what is on its way. */
async function hangUp({ db }: Shop): Promise<void> {
  await db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}

/** Sums that do not add up, read from the tables of each fact. */
async function wrongIn({ db }: Shop): Promise<object[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select 'saldo' as que, c.id::text as cual, c.saldo::float8 as es, coalesce(sum(m.importe), 0)::float8 as debe
    from cuentas_corrientes c left join movimientos_cuenta_corriente m on m.cuenta_id = c.id
    group by c.id having c.saldo <> coalesce(sum(m.importe), 0)
    union all
    select 'renglon', m.id::text, m.saldo::float8, m.suma::float8
    from (select id, saldo, sum(importe) over (partition by cuenta_id order by id) as suma
      from movimientos_cuenta_corriente) m where m.saldo <> m.suma
    union all
    select 'limite', m.id::text, m.saldo::float8, c.limite::float8
    from movimientos_cuenta_corriente m join cuentas_corrientes c on c.id = m.cuenta_id where m.saldo > c.limite
    union all
    select 'cargo', coalesce(g.id, m.clave), m.importe::float8, g.importe::float8
    from (select * from pagos where proveedor = 'caja' and medio = 'cuenta') g
    full join (select * from movimientos_cuenta_corriente where tipo = 'cargo') m on m.clave = 'cargo:' || g.id
    where m.importe is distinct from g.importe
    union all
    select 'pago', coalesce(m.id::text, k.clave), k.importe::float8, -m.importe::float8
    from (select * from movimientos_cuenta_corriente where tipo = 'pago') m
    full join (select * from movimientos_caja where tipo = 'pago_cuenta') k on k.clave = 'pago_cuenta:' || m.id
    where k.importe is distinct from -m.importe or k.medio is distinct from m.medio
    union all
    select 'devolucion', coalesce(d.id::text, m.clave), m.importe::float8, -d.importe::float8
    from devoluciones d
    full join (select * from movimientos_cuenta_corriente where tipo = 'devolucion') m
      on m.clave = 'devolucion:' || d.id
    where m.importe is distinct from -d.importe or d.hecha is null
    union all
    select 'pedido', p.id, sum(g.importe)::float8, p.importe_final::float8
    from pedidos p join pagos g on g.pedido_id = p.id
    group by p.id having p.resta + sum(g.importe) <> p.importe_final`)
  return rows
}

const DAYS = rounds(25, 1_000)

test(`${DAYS} random days on two cuentas corrientes: balances are their ledgers, no limit is passed, the drawer is right`, async () => {
  const seed = Number(process.env.SEED ?? randomInt(1e9))
  console.info(`seed ${seed}: SEED=${seed} lives the same days again`)
  const world = await aWorld(seed)
  const { shop, told } = world
  const dayOf = (instant: Date) => new Date(instant.getTime() - 3 * 3600_000).toISOString().slice(0, 10)
  for (let day = 0; day < DAYS; day++) {
    await live(world, day % 5 === 4)
    expect(await wrongIn(shop)).toEqual([])
    // Reports are the drawer's movements, by means
    const dia = dayOf(shop.deps.now())
    const filas = await cajaOf(shop.deps, { desde: dia, hasta: dia }, null)
    const { rows } = await shop.db.execute<{ suma: number }>(sql`
      select coalesce(sum(importe), 0)::float8 as suma from movimientos_caja
      where (cuando at time zone 'America/Argentina/Tucuman')::date = ${dia}::date`)
    expect(Math.round(filas.reduce((sum, { neto }) => sum + neto, 0) * 100)).toBe(rows[0]?.suma)
    shop.clock.offsetMs += DAY_MS
  }
  const { rows } = await shop.db.execute<{ tipo: string; suma: number }>(
    sql`select tipo, sum(importe)::float8 as suma from movimientos_cuenta_corriente group by 1`,
  )
  const sums = new Map(rows.map(({ tipo, suma }) => [tipo, suma]))
  expect([sums.get('cargo'), sums.get('pago'), sums.get('devolucion')]).toEqual([
    told.cargado,
    -told.pagado,
    -told.devuelto,
  ])
  // Each kind really happened, refusals at the limit too, else the sums would prove nothing
  expect(Object.values(told).every((sum) => sum > 0)).toBe(true)
}, 3_600_000)
