// Random days of a counter: whatever two clerks do at once, the money is where the till says, to the centavo.
import { randomBytes, randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { downDetail } from '../../base/http/down.ts'
import { createCodigo } from '../../fidelidad/codigos/service.ts'
import { cajaOf } from '../../gestion/reportes/service.ts'
import { azarOf } from '../../testing/azar.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { confirmed, rowOf } from '../../testing/pedidos.ts'
import { rounds } from '../../testing/rounds.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { recordPayment } from '../pagos/service.ts'
import { cerrar } from './turnos.ts'

const B = '/api/mostrador'
const DAY_MS = 24 * 3600_000
const MEDIOS = ['efectivo', 'transferencia', 'mercadopago', 'posnet'] as const

type Clerk = Awaited<ReturnType<typeof newOperador>>
/** What the clerks were answered, in centavos. */
type Told = { cobrado: number; vendido: number; devuelto: number; web: number }

async function aCounter(seed: number) {
  const shop = await testShop()
  const clerks = [await newOperador(shop, 1), await newOperador(shop, 1)] as const
  await shop.db.update(sesiones_mostrador).set({ vence: new Date('2200-01-01') })
  const { email } = await newCliente(shop)
  const like = await confirmed(shop)
  const azar = azarOf(seed)
  const whole = (from: number, to: number) => from + Math.floor(azar() * (to - from + 1))
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(azar() * of.length)]
  const told: Told = { cobrado: 0, vendido: 0, devuelto: 0, web: 0 }
  const paid: { id: string; left: number }[] = []
  /** Sales of lines: what is owed of each, and what may go back. */
  const owing: { id: number; resto: number }[] = []
  const sold: { id: number; left: number; back: number }[] = []

  /** Sent until there is an answer, always with the same key, as a screen does when the connection was lost. */
  async function send(
    clerk: Clerk,
    path: string,
    payload: object,
    status: number,
    key = randomBytes(12).toString('hex'),
  ) {
    const call: InjectOptions = { method: 'POST', url: `${B}/${path}`, payload }
    const headers = { ...clerk.headers, 'idempotency-key': key }
    for (let attempt = 1; ; attempt++) {
      const answer = await shop.app.inject({ ...call, headers })
      if (answer.statusCode === 503 && attempt < 40) continue
      expect([path, payload, answer.statusCode, answer.body]).toEqual([path, payload, status, answer.body])
      return answer.json()
    }
  }

  async function order(centavos: number) {
    const text = () => randomBytes(16).toString('base64url')
    const own = { id: text(), referencia: text(), codigo_retiro: text(), numero: randomInt(1e6, 2e9) }
    const money = { final_impresion: centavos, final_anillado: 0, importe_final: centavos }
    const row = { ...like, ...own, ...money, carrito: null }
    await again(() => shop.db.insert(pedidos).values(row).onConflictDoNothing())
    return again(() => rowOf(shop, own.id))
  }

  const newCodigo = async () => {
    const [creado, vence] = [shop.deps.now(), new Date(shop.deps.now().getTime() + DAY_MS)]
    const made = { tipo: 'cupon', porcentaje: whole(1, 30), producto_nombre: 'Cupón', email: null } as const
    return (await createCodigo(shop.db, { ...made, creado, vence })).codigo
  }

  /** In cash with change, split with the card terminal, or a part of it. Pesos. */
  function pagosFor(total: number) {
    if (total === 0) return []
    const part = azar() < 0.25 ? Math.max(1, Math.floor(total * azar())) : total
    const cash = azar() < 0.5 ? part : Math.max(1, Math.floor(part * azar()))
    const rest = Math.round((part - cash) * 100) / 100
    return [
      { medio: 'efectivo', importe: cash, recibido: cash + whole(0, 500) },
      ...(rest > 0 ? [{ medio: pick(['posnet', 'transferencia'] as const), importe: rest }] : []),
    ]
  }

  const acts = {
    async charge(clerk: Clerk) {
      const centavos = whole(1, 90_000) * 100
      const { id } = await order(centavos)
      const medio = azar() < 0.7 ? 'efectivo' : 'transferencia'
      // Twice: a second click while the first is on its way
      await Promise.all(
        Array.from({ length: whole(1, 2) }, () =>
          send(clerk, `pedidos/${id}/cobrar`, { medio, sucursal: 'Alberdi' }, 200),
        ),
      )
      told.cobrado += centavos
      paid.push({ id, left: centavos })
    },
    async sell(clerk: Clerk) {
      const centavos = whole(1, 5_000_00)
      const medio = azar() < 0.8 ? pick(MEDIOS) : null
      await send(clerk, 'ventas', { email, importe: centavos / 100, medio }, 200)
      told.vendido += centavos
    },
    /** Lines, perhaps with an order of the web, a code and a discount; in one way or two, all of it or a seña. */
    async sellLines(clerk: Clerk) {
      const lines = Array.from({ length: whole(1, 3) }, () => ({
        ...{ texto: 'Tapa', importe: whole(1, 3_000_00) / 100, cantidad: whole(1, 3) },
      }))
      const withOrder = azar() < 0.4 ? [{ pedido_id: (await order(whole(1, 3_000) * 100)).id }] : []
      // What is added to an order of the web would price its files anew, and these have none
      const code = azar() < 0.4 && withOrder.length === 0 ? await newCodigo() : null
      const body = {
        ...{ lineas: withOrder.length > 0 ? withOrder : lines, codigos: code ? [code] : [] },
        ...(azar() < 0.3 &&
          withOrder.length === 0 && {
            descuento: { porcentaje: whole(1, 300) / 100, motivo: 'cliente de siempre' },
          }),
      }
      const { total } = (await send(clerk, 'ventas/cotizar', body, 200)) as { total: number }
      const pagos = pagosFor(total)
      // Twice with one key: the screen did not hear the first answer
      const key = randomBytes(12).toString('hex')
      const [made] = await Promise.all(
        Array.from({ length: whole(1, 2) }, () => send(clerk, 'ventas', { ...body, pagos }, 200, key)),
      )
      const { venta_id: id, pagado, resto } = made as { venta_id: number; pagado: number; resto: number }
      told.cobrado += Math.round(pagado * 100)
      if (resto > 0) owing.push({ id, resto })
      else sold.push({ id, left: Math.round(pagado * 100), back: 0 })
    },
    async payRest(clerk: Clerk) {
      const one = owing.pop()
      if (!one) return
      const { resto } = one
      await send(clerk, `ventas/${one.id}/pagos`, { pagos: [{ medio: 'efectivo', importe: resto }] }, 200)
      told.cobrado += Math.round(resto * 100)
    },
    async giveSaleBack(clerk: Clerk) {
      const one = pick(sold.filter(({ left, back }) => left > 0 && back < 8_000_00))
      if (!one) return
      const centavos = Math.min(one.left, whole(1, 900_00))
      one.left -= centavos
      one.back += centavos
      const body = { importe: centavos / 100, medio: pick(['efectivo', 'transferencia']), motivo: 'falló' }
      await send(clerk, `ventas/${one.id}/devolver`, body, 200)
      told.devuelto += centavos
    },
    async giveBack(clerk: Clerk) {
      const one = pick(paid.filter(({ left }) => left > 0))
      if (!one) return
      // Below what asks for the password
      const centavos = Math.min(one.left, whole(1, 900_00))
      one.left -= centavos
      const body = { importe: centavos / 100, motivo: 'salió torcido' }
      const given = sql`select coalesce(sum(importe), 0)::float8 as sum from devoluciones where pedido_id = ${one.id}`
      const back = await again(() => shop.db.execute<{ sum: number }>(given))
      if ((back.rows[0]?.sum ?? 0) + centavos > 9_000_00) return
      await send(clerk, `pedidos/${one.id}/devolver`, body, 200)
      told.devuelto += centavos
    },
    async move(clerk: Clerk, turno: number) {
      const tipo = pick(['retiro', 'gasto', 'ingreso'] as const)
      const body = { tipo, importe: whole(1, 1_000_00) / 100, motivo: 'cambio' }
      await send(clerk, `turnos/${turno}/movimientos`, body, 201)
    },
    async online() {
      const centavos = whole(1, 50_000) * 100
      const { referencia } = await order(centavos)
      const at = shop.deps.now()
      const payment = { id: String(randomInt(1e9, 2e11)), reference: referencia, status: 'approved' as const }
      const money = { amount: centavos, refunded: 0, currency: 'ARS', method: 'visa', ticketUrl: null }
      const when = { created: at, updated: at }
      const { kind } = shop.deps.payments.current
      await again(() => recordPayment(shop.deps, kind, { ...payment, ...money, ...when }))
      told.web += centavos
    },
  }
  return { shop, clerks, azar, whole, pick, send, acts, told }
}
type Counter = Awaited<ReturnType<typeof aCounter>>

/** One day: the drawers are opened, two clerks work at once, and it is closed while one of them still charges. */
async function live({ shop, clerks, azar, whole, send, acts }: Counter, isKilled: boolean): Promise<void> {
  const open = async (clerk: Clerk, caja: number): Promise<number> =>
    (await send(clerk, 'turnos', { sucursal: 'Alberdi', caja, fondo: whole(0, 50_000) }, 201)).turno_id
  const [one, two] = clerks
  const first = await open(one, 1)
  const second = azar() < 0.3 ? await open(two, 2) : null
  const work = (clerk: Clerk, turno: number) => {
    const what = azar()
    if (what < 0.2) return acts.charge(clerk)
    if (what < 0.38) return acts.sellLines(clerk)
    if (what < 0.43) return acts.payRest(clerk)
    if (what < 0.47) return acts.giveSaleBack(clerk)
    if (what < 0.65) return acts.sell(clerk)
    if (what < 0.8) return acts.giveBack(clerk)
    return what < 0.9 ? acts.move(clerk, turno) : acts.online()
  }
  for (let burst = whole(1, 2); burst > 0; burst--)
    await Promise.all([
      work(one, first),
      work(two, second ?? first),
      acts.charge(two),
      ...(isKilled ? [hangUp(shop)] : []),
    ])
  await sayMedios(counterOf(shop, send, one))
  for (const turno of second === null ? [first] : [second, first]) {
    const { esperado } = (await send(one, `turnos/${turno}/contar`, { contado: 0 }, 200)) as {
      esperado: number
    }
    const contado = Math.max(0, esperado + (azar() < 0.5 ? 0 : whole(-500, 500)))
    await Promise.all([
      cerrar(shop.deps, { id: one.id, nombre: 'Nadia' }, turno, { contado }),
      ...Array.from({ length: whole(0, 3) }, () => acts.charge(two)),
    ])
  }
}

/** Past every cut of the database. For what is not the shop's own: that has to come through by itself. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === 40 || !downDetail(error)) throw error
    }
}

const counterOf = (shop: Shop, send: Counter['send'], clerk: Clerk) => ({ shop, send, clerk })

/** Whatever was typed without its means: it may stand in the shift or outside. */
async function sayMedios({ shop, send, clerk }: ReturnType<typeof counterOf>): Promise<void> {
  const { rows } = await shop.db.execute<{ id: number }>(
    sql`select id::int from movimientos_caja where medio is null`,
  )
  for (const { id } of rows) await send(clerk, `movimientos/${id}/medio`, { medio: 'efectivo' }, 200)
}

/** Every connection to the database breaks, in the middle of whatever is on its way. */
async function hangUp(shop: Shop): Promise<void> {
  await shop.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}

/** Everything that must add up, out of the tables of each fact. */
async function wrongIn(shop: Shop): Promise<object[]> {
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
    -- What was paid of an order of a sale, and what is owed of it, is its price
    select 'precio', p.id, (p.resta + coalesce(sum(g.importe), 0))::float8, p.importe_final::float8
    from pedidos p join ventas_pedidos v on v.pedido_id = p.id left join pagos g on g.pedido_id = p.id
    group by p.id having p.resta + coalesce(sum(g.importe), 0) <> p.importe_final
    union all
    -- A code takes off one order, and is spent with it
    select 'codigo', c.codigo, null, null from codigos c where c.pedido_id is not null and c.usado is null
    union all
    select 'tarde', m.id::text, null, null from movimientos_caja m join turnos t on t.id = m.turno_id
    where t.cerrado < m.cuando - interval '1 minute'`)
  return rows
}

/** What each day's report says of the counter, against its movements. */
async function reportsAgainstTill(shop: Shop, from: Date): Promise<[unknown, unknown]> {
  const dayOf = (at: Date) => new Date(at.getTime() - 3 * 3600_000).toISOString().slice(0, 10)
  const to = shop.deps.now()
  const days = new Map<string, number>()
  for (let at = from; at <= to; at = new Date(at.getTime() + 300 * DAY_MS)) {
    const end = new Date(Math.min(to.getTime(), at.getTime() + 299 * DAY_MS))
    const filas = await cajaOf(shop.deps, { desde: dayOf(at), hasta: dayOf(end) }, null)
    for (const { dia, canal, neto } of filas.filter((one) => one.canal !== 'web'))
      days.set(dia, (days.get(dia) ?? 0) + Math.round(neto * 100) * (canal === 'envio' ? 0 : 1))
  }
  const { rows } = await shop.db.execute<{ dia: string; suma: number }>(sql`
    select ((cuando at time zone 'America/Argentina/Tucuman')::date)::text as dia, sum(importe)::float8 as suma
    from movimientos_caja where tipo in ('cobro', 'venta', 'devolucion') group by 1`)
  const sorted = (of: Iterable<[string, number]>) => [...of].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [sorted(days), sorted(rows.map(({ dia, suma }): [string, number] => [dia, suma]))]
}

const DAYS = rounds(40, 2_000)

test(`${DAYS} random days of two clerks: drawers are the sum of their movements, and reports are drawers and the web`, async () => {
  const seed = Number(process.env.SEED ?? randomInt(1e9))
  console.info(`seed ${seed}: SEED=${seed} lives the same days again`)
  const counter = await aCounter(seed)
  const { shop, told } = counter
  const from = shop.deps.now()
  for (let day = 0; day < DAYS; day++) {
    await live(counter, process.env.SOAK === '1' && day % 10 === 9)
    if (day % 20 === 19) expect(await wrongIn(shop)).toEqual([])
    shop.clock.offsetMs += DAY_MS
  }
  expect(await wrongIn(shop)).toEqual([])
  const [reported, moved] = await reportsAgainstTill(shop, from)
  expect(reported).toEqual(moved)
  const { rows } = await shop.db.execute<{ tipo: string; suma: number }>(
    sql`select tipo, sum(importe)::float8 as suma from movimientos_caja group by 1`,
  )
  const sums = new Map(rows.map(({ tipo, suma }) => [tipo, suma]))
  expect([sums.get('cobro'), sums.get('venta'), sums.get('devolucion') ?? 0]).toEqual([
    told.cobrado,
    told.vendido,
    -told.devuelto || 0,
  ])
  const web = await shop.db.execute<{ suma: number }>(
    sql`select coalesce(sum(importe - devuelto), 0)::float8 as suma from pagos where proveedor <> 'caja'`,
  )
  expect(web.rows[0]?.suma).toBe(told.web)
  // Each of them was really told, else nothing would be shown
  expect([told.cobrado, told.vendido, told.devuelto, told.web].every((sum) => sum > 0)).toBe(true)
}, 3_600_000)
