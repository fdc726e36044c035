// Totals of finished days: whatever changes, and however many changes come at once, a report is the sum of
// its facts.
import { addDias } from '@imprimitodo/shared/rules/base/fecha'
import { DEFAULT_TARIFAS } from '@imprimitodo/shared/rules/compra/precio'
import type { Rango } from '@imprimitodo/shared/rules/gestion/reporte'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tx } from '../../base/db/open.ts'
import { lockPedido, type Pedido } from '../../compra/pedidos/service.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { another } from '../../testing/pagos.ts'
import { confirmed, pay } from '../../testing/pedidos.ts'
import { rounds } from '../../testing/rounds.ts'
import { type Shop, testShop } from '../../testing/shop.ts'
import { cajaOf } from './caja.ts'
import { checkTotales } from './check.ts'
import { countDias } from './count.ts'
import { descuentosOf } from './descuentos.ts'
import { hojasVendidas, impresorasOf, promesasOf } from './taller.ts'
import { ventasOf } from './ventas.ts'

/** Five days of Tucumán, the last one not over. */
const HOY = '2026-11-22'
const RANGO = { desde: '2026-11-18', hasta: HOY }
/** Three hours behind UTC: the last second of a day, the first of the next, and some between. */
const HORAS = ['00:00:00.000', '00:00:00.001', '03:00:00', '12:00:00', '20:59:59', '23:59:59.999']
const AHORA = Date.parse(`${HOY}T23:00:00-03:00`)

async function shopAt(ms = AHORA): Promise<Shop> {
  const shop = await testShop()
  shop.clock.offsetMs = ms - Date.now()
  return shop
}

/** The answers of all reports, for the range and for each day of it. */
async function said({ deps }: Shop, rango: Rango = RANGO) {
  const { desde, hasta } = rango
  return {
    caja: await cajaOf(deps, rango, null),
    suya: await cajaOf(deps, rango, 2),
    ayer: await cajaOf(deps, { desde, hasta: desde }, null),
    dias: await ventasOf(deps, rango, 'dia'),
    sucursales: await ventasOf(deps, rango, 'sucursal'),
    productos: await ventasOf(deps, rango, 'producto'),
    descuentos: await descuentosOf(deps, rango),
    impresoras: await impresorasOf(deps, rango),
    hojas: await hojasVendidas(deps, rango),
    promesas: await promesasOf(deps, { desde, hasta: addDias(hasta, 2) }),
  }
}

/** The same without any stored total. */
async function summed(shop: Shop, rango: Rango = RANGO) {
  await shop.db.execute(sql`update totales set que = 'fuera ' || que`)
  const whole = await said(shop, rango)
  await shop.db.execute(sql`update totales set que = replace(que, 'fuera ', '')`)
  return whole
}

const keptDays = async ({ db }: Shop): Promise<number> =>
  Number((await db.execute(sql`select count(distinct dia) as n from totales`)).rows[0]?.n)

const PEDIDOS = ['uno', 'dos', 'tres', 'cuatro']

/** Four orders, two in each branch; a printer in each; a clerk who sells, and codes. */
async function world(shop: Shop) {
  const [one, two] = [await newOperador(shop, 1), await newOperador(shop, 2)]
  await shop.db.execute(sql`insert into contenidos (id, bytes) values ('c', 1)`)
  for (const [n, id] of PEDIDOS.entries()) {
    await shop.db.execute(sql`
      insert into pedidos (id, numero, estado, referencia, codigo_retiro, tarifas, email, celular, sucursal_id, modo_entrega,
        descuento_porcentaje, descuento_codigo, descuento_hojas, total_impresion, total_anillado, final_impresion,
        final_anillado, importe_final, costo_delivery)
      values (${id}, ${70_000 + n}, 'confirmado', ${id}, ${id}, ${JSON.stringify(DEFAULT_TARIFAS)}, 'ana@example.com', '3865412233',
        ${1 + (n % 2)}, ${n < 2 ? 'retiro' : 'delivery'}, 5, ${10 * n}, ${n * 1000}, 100000, ${n * 50000}, 80033, ${n * 40000},
        ${80033 + n * 40000}, ${n < 2 ? 0 : 250000})`)
    await shop.db.execute(sql`
      insert into archivos (pedido_id, posicion, contenido_id, nombre, paginas, grupo, doble_faz, orientacion, color, duplicado, anillado)
      values (${id}, 0, 'c', 'a.pdf', ${5 + n}, 'default', ${n % 2 === 0}, 'vertical', 'color', 2, false)`)
  }
  for (const sucursal of [1, 2])
    await shop.db.execute(
      sql`insert into impresoras (nombre, uri, sucursal_id) values (${`HP ${sucursal}`}, 'ipp://127.0.0.1:1/p', ${sucursal})`,
    )
  return [one.id, two.id]
}

type Step = { que: string; pedido: string; a: Date; b: Date; n: number; rolls: boolean }
let counted = 0

const FACTS: Record<string, (tx: Tx, step: Step, operadores: number[]) => Promise<unknown>> = {
  cobro: (tx, { pedido, a, b, n }) =>
    tx.execute(sql`
      insert into pagos (id, proveedor, pedido_id, estado, importe, devuelto, moneda, medio, creado, acreditado, actualizado)
      values (${n % 3 ? `p${++counted}` : `mostrador:${++counted}`}, 'mercadopago', ${pedido}, ${n % 5 ? 'approved' : 'pending'},
        ${1 + n * 1237}, 0, ${n % 7 ? 'ARS' : 'USD'}, ${n % 2 ? 'efectivo' : null}, ${a}, ${n % 4 ? b : null}, ${b})`),
  reintegro: (tx, { pedido, a, n }) =>
    tx.execute(sql`
      insert into reintegros (pedido_id, pago_id, importe, cuando)
      select ${pedido}, id, ${n % 4 ? n * 97 : -n}, ${a} from pagos where pedido_id = ${pedido} order by id limit 1`),
  palabra: (tx, { pedido, a, n }) =>
    tx.execute(sql`
      update pagos set actualizado = ${a}, devuelto = case when ${n} % 3 = 0 then importe else importe / ${2 + n}::int end,
        estado = ${['refunded', 'charged_back', 'approved', 'cancelled'][n % 4]}
      where id = (select id from pagos where pedido_id = ${pedido} order by id offset ${n % 2} limit 1)`),
  devolucion: (tx, { pedido, a, n }) =>
    tx.execute(sql`
      insert into devoluciones (clave, pedido_id, pago_id, importe, motivo, quien, pedida, hecha)
      select ${`d${++counted}`}, ${pedido}, id, ${1 + n * 311}, 'x', 'x', ${a}, ${n % 4 ? a : null} from pagos where pedido_id = ${pedido} limit 1`),
  hecha: (tx, { pedido, a }) =>
    tx.execute(sql`update devoluciones set hecha = ${a} where pedido_id = ${pedido} and hecha is null`),
  pagado: (tx, { pedido, a, b }) =>
    tx.execute(
      sql`update pedidos set estado = 'pagado', pagado = coalesce(pagado, ${a}), prometido = coalesce(prometido, ${b}) where id = ${pedido}`,
    ),
  listo: (tx, { pedido, a }) =>
    tx.execute(sql`update pedidos set estado = 'listo', listo = coalesce(listo, ${a}) where id = ${pedido}`),
  entregado: async (tx, { pedido, a, n }) => {
    const desde = n % 3 ? 'listo' : null
    await tx.execute(
      sql`insert into historial (pedido_id, estado, cuando, quien, desde) values (${pedido}, 'entregado', ${a}, 'x', ${desde})`,
    )
    await tx.execute(sql`update pedidos set estado = 'entregado', cerrado = ${a} where id = ${pedido}`)
  },
  deshecho: async (tx, { pedido, a }) => {
    await tx.execute(
      sql`update historial set deshecho = ${a} where pedido_id = ${pedido} and deshecho is null`,
    )
    await tx.execute(sql`update pedidos set estado = 'listo', cerrado = ${a} where id = ${pedido}`)
  },
  cancelado: (tx, { pedido, a, n }) =>
    tx.execute(
      sql`update pedidos set estado = ${n % 2 ? 'cancelado' : 'reembolsado'}, cerrado = ${a} where id = ${pedido}`,
    ),
  mudado: async (tx, { pedido, a, n }) => {
    if (n % 3)
      await tx.execute(sql`
        insert into historial (pedido_id, estado, cuando, quien, desde_sucursal)
        select id, estado, ${a}, 'x', sucursal_id from pedidos where id = ${pedido}`)
    await tx.execute(sql`update pedidos set sucursal_id = ${1 + (n % 2)} where id = ${pedido}`)
  },
  venta: (tx, { a, n }, operadores) =>
    tx.execute(sql`
      with v as (
        insert into ventas (operador_id, importe, puntos, cuando)
        values (${n % 4 ? (operadores[n % 2] ?? null) : null}, ${1 + n * 733}, 0, ${a}) returning id, importe, cuando
      )
      insert into movimientos_caja (tipo, medio, importe, venta_id, clave, quien, cuando)
      select 'venta', ${n % 3 ? 'posnet' : null}, importe, id, 'venta:' || id, 'x', cuando from v`),
  medio: (tx) => tx.execute(sql`update movimientos_caja set medio = 'efectivo' where medio is null`),
  // Typed sales without a branch move along with the person
  traslado: (tx, { n }, operadores) =>
    tx.execute(sql`update operadores set sucursal_id = ${1 + (n % 2)} where id = ${operadores[0] ?? 0}`),
  codigo: (tx, { pedido, a, n }) =>
    tx.execute(sql`
      insert into codigos (codigo, tipo, producto_nombre, creado, vence, usado, usado_por, pedido_id)
      values (${`C${++counted}`}, ${['cupon', 'ruleta', 'premio', 'hojas'][n % 4]}, 'x', ${a}, ${a}, ${a},
        ${n % 2 ? 'pedido 1' : 'Dueño'}, ${n % 2 ? pedido : null})`),
  sin_codigo: (tx, { pedido }) =>
    tx.execute(
      sql`delete from codigos where id = (select min(id) from codigos where pedido_id = ${pedido} or pedido_id is null)`,
    ),
  impresion: (tx, { pedido, a, n }) =>
    tx.execute(sql`
      insert into impresiones (pedido_id, trabajo, nombre, copias, lados, borde, color, hojas, paginas, impresora_id, estado,
        motivo, contadas, pedida, pedida_por, terminada)
      select ${pedido}, ${n}::int, 'a', ${1 + (n % 3)}::int, 2, 'largo', false, ${n}::int, ${2 * n}::int, id,
        ${n % 5 ? 'impresa' : 'cancelada'}, ${n % 3 ? null : ['Salió manchada', 'Se atascó', ' '][n % 2]}, ${n % 4 ? n : null}::int, ${a}, 'x', ${a}
      from impresoras order by id offset ${n % 2} limit 1`),
  contadas: (tx, { n }) =>
    tx.execute(sql`update impresiones set contadas = ${n}::int where id = (select min(id) from impresiones)`),
  copias: (tx, { pedido, n }) =>
    tx.execute(sql`update archivos set duplicado = ${1 + n}::int where pedido_id = ${pedido}`),
}

async function happen(shop: Shop, operadores: number[], step: Step): Promise<void> {
  if (step.que === 'contar') {
    // Two at once may conflict: the second is done again, or by the next round
    await countDias(shop.deps).catch(() => {})
    return
  }
  await shop.db
    .transaction(async (tx) => {
      await lockPedido(tx, step.pedido) // as every change of an order does
      await FACTS[step.que]?.(tx, step, operadores)
      if (step.rolls) throw new Error('rolled back')
    })
    .catch((error: Error) => {
      if (error.message !== 'rolled back') throw error
    })
}

const instant = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...HORAS))
  .map(([dia, hora]) => new Date(`${addDias(RANGO.desde, dia)}T${hora}-03:00`))
const step: fc.Arbitrary<Step> = fc.record({
  que: fc.constantFrom(...Object.keys(FACTS), 'pagado', 'cobro', 'contar', 'contar', 'contar'),
  pedido: fc.constantFrom(...PEDIDOS),
  a: instant,
  b: instant,
  n: fc.integer({ min: 1, max: 40 }),
  rolls: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
})

test('random histories of two branches, some at once, some rolled back, over midnights: to the centavo', {
  timeout: 3_600_000,
}, async () => {
  const shop = await shopAt()
  const operadores = await world(shop)
  let most = 0 // a history may be of one open day alone
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 8 }),
      async (history) => {
        for (const together of history) {
          await Promise.all(together.map((one) => happen(shop, operadores, one)))
          expect(await said(shop)).toEqual(await summed(shop))
        }
        await countDias(shop.deps)
        most = Math.max(most, await keptDays(shop))
        expect(await said(shop)).toEqual(await summed(shop))
      },
    ),
    { numRuns: rounds(6, 300), endOnFailure: true },
  )
  expect(most).toBeGreaterThan(0)
})

test('a change that is not committed while its day is added up is in the report once it is', async () => {
  const shop = await shopAt()
  await world(shop)
  const paidAt = new Date(`${RANGO.desde}T10:00:00-03:00`)
  await FACTS.pagado?.(shop.db as never, { pedido: 'uno', a: paidAt, b: paidAt } as Step, [])
  await countDias(shop.deps)
  await shop.db.transaction(async (tx) => {
    await FACTS.cobro?.(tx, { pedido: 'uno', a: paidAt, b: paidAt, n: 1 } as Step, [])
    const before = await said(shop)
    expect(before.caja).toEqual([])
    await countDias(shop.deps) // does not see the change
  })
  const { caja } = await said(shop)
  expect(caja).toMatchObject([{ dia: RANGO.desde, cobrado: 12.38 }])
  await countDias(shop.deps)
  expect((await said(shop)).caja).toEqual(caja)
})

test('money that the counter took before drawers were kept follows its order to another branch, on days that were added up', async () => {
  const shop = await shopAt()
  await world(shop)
  const a = new Date(`${RANGO.desde}T10:00:00-03:00`)
  await happen(shop, [], { que: 'pagado', pedido: 'tres', a, b: a, n: 1, rolls: false }) // a first day
  await happen(shop, [], { que: 'cobro', pedido: 'uno', a, b: a, n: 3, rolls: false })
  await countDias(shop.deps)
  expect((await said(shop)).suya).toEqual([])
  await happen(shop, [], { que: 'mudado', pedido: 'uno', a, b: a, n: 1, rolls: false })
  expect((await said(shop)).suya).toMatchObject([{ dia: RANGO.desde, cobrado: 37.12 }])
})

test('50 payments at once, over midnight, while days are added up; then refunds of the day before', async () => {
  const shop = await shopAt()
  const model = await confirmed(shop)
  const orders: Pedido[] = []
  for (let n = 0; n < 50; n++) orders.push(await another(shop, { ...model, sucursal_id: 1 + (n % 2) }))
  const payAll = (some: Pedido[]) => Promise.all(some.map((pedido) => pay(shop, pedido)))
  const rango = { desde: HOY, hasta: addDias(HOY, 1) }
  await Promise.all([payAll(orders.slice(0, 25)), countDias(shop.deps)])
  shop.clock.offsetMs += 2 * 3600_000 // one in the morning
  await Promise.all([payAll(orders.slice(25)), ...[1, 2, 3].map(() => countDias(shop.deps).catch(() => {}))])
  await countDias(shop.deps)
  const price = model.importe_final / 100
  const whole = await said(shop, rango)
  expect(whole.dias.map(({ pedidos, bruto }) => [pedidos, bruto])).toEqual([
    [25, 25 * price],
    [25, 25 * price],
  ])
  expect(whole.caja.reduce((sum, { cobrado }) => sum + cobrado, 0)).toBe(50 * price)
  expect(whole).toEqual(await summed(shop, rango))

  const owner = await enterAs(shop)
  await Promise.all(
    orders.slice(0, 10).map(async ({ id }, n) => {
      const body = { importe: n % 2 ? null : 1, motivo: 'Salió mal' }
      const headers = { ...owner, 'idempotency-key': `d${n}` }
      expect((await shop.post(`/api/mostrador/pedidos/${id}/devolver`, body, headers)).statusCode).toBe(200)
    }),
  )
  const after = await said(shop, rango)
  expect(after.dias.map(({ devuelto }) => devuelto)).toEqual([0, 5 * price + 5])
  expect(after).toEqual(await summed(shop, rango))
})

test('a past without totals gets them a month at a time, and is told all the same meanwhile', async () => {
  const shop = await shopAt()
  await world(shop)
  const [uno = '', dos = ''] = PEDIDOS
  const long = { desde: addDias(HOY, -99), hasta: HOY }
  const fact = (que: string, pedido: string, dia: string) => {
    const a = new Date(`${dia}T10:00:00-03:00`)
    return happen(shop, [], { que, pedido, a, b: a, n: 1, rolls: false })
  }
  for (const [pedido, dia] of [
    [uno, addDias(HOY, -90)],
    [dos, addDias(HOY, -3)],
  ] as const)
    for (const que of ['cobro', 'pagado', 'impresion']) await fact(que, pedido, dia)
  const whole = await said(shop, long)
  expect(whole.caja).toHaveLength(2)
  for (const [kept, isMore] of [
    [31, true],
    [62, true],
    [90, false],
    [90, false],
  ] as const) {
    expect([await countDias(shop.deps), await keptDays(shop)]).toEqual([isMore, kept])
    expect(await said(shop, long)).toEqual(whole)
  }
})

test('a total that its facts do not add up to is told to the owner with day and amounts, and added up again', async () => {
  const shop = await shopAt()
  await world(shop)
  const a = new Date(`${RANGO.desde}T10:00:00-03:00`)
  for (const que of ['cobro', 'pagado'])
    await happen(shop, [], { que, pedido: 'uno', a, b: a, n: 1, rolls: false })
  const right = await said(shop)
  await countDias(shop.deps)
  const told = async (headers: Record<string, string>) =>
    (await shop.get('/api/mostrador/salud', headers))
      .json()
      .asuntos.filter(({ cual }: { cual: string }) => /^(sumas|totales)/.test(cual))
  await checkTotales(shop.deps)
  expect(await told(await enterAs(shop))).toMatchObject([{ estado: 'bien' }])

  await shop.db.execute(sql`
    update totales set filas = jsonb_set(filas, '{0,cobrado}', '4000') where que = 'caja:3' and dia = ${RANGO.desde}`)
  await checkTotales(shop.deps) // today it was proved
  expect((await said(shop)).caja).not.toEqual(right.caja)
  shop.clock.offsetMs += 24 * 3600_000
  await Promise.all([1, 2, 3].map(() => checkTotales(shop.deps)))
  expect(await told(await enterAs(shop))).toMatchObject([
    {
      cual: 'totales:caja',
      estado: 'urgente',
      titulo: 'Totales de la caja',
      detalle: expect.stringMatching(
        /el total guardado del 18\/11\/2026 daba \$ 40,00 y sus movimientos \$ 12,38\.$/,
      ),
    },
  ])
  // A clerk of one branch is not told what the shop takes
  expect(await told((await newOperador(shop, 2)).headers)).toEqual([])
  expect(await said(shop)).toEqual({ ...right, promesas: expect.anything() })
  await countDias(shop.deps)
  shop.clock.offsetMs += 24 * 3600_000
  await checkTotales(shop.deps)
  expect(await told(await enterAs(shop))).toMatchObject([{ estado: 'bien' }])
})
