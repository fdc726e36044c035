import type { MovimientoFila, TurnoDetalle } from '@imprimitodo/shared/api/caja'
import type { CajaFila } from '@imprimitodo/shared/api/reportes'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditoria } from '../../base/db/schema/auditoria.ts'
import { movimientos_caja, turnos } from '../../base/db/schema/caja.ts'
import { countDias } from '../../gestion/reportes/service.ts'
import { newCliente } from '../../testing/cuenta.ts'
import { enterAs, newOperador } from '../../testing/mostrador.ts'
import { another } from '../../testing/pagos.ts'
import { confirmed, pastDeshacer, pay } from '../../testing/pedidos.ts'
import { testShop } from '../../testing/shop.ts'
import { chargeInCash } from '../../testing/ventas.ts'

const B = '/api/mostrador'

const byTransfer = ({ importe_final }: { importe_final: number }) => [
  { medio: 'transferencia', importe: importe_final / 100 },
]

/** Alberdi with its clerk, and what they do at the till. Orders cost 95 pesos. */
async function aTill() {
  const shop = await testShop()
  const owner = await enterAs(shop)
  const clerk = await newOperador(shop, 1)
  type Headers = Record<string, string>
  const open = (body: object = {}, who: Headers = clerk.headers) =>
    shop.post(`${B}/turnos`, { sucursal: 'Alberdi', fondo: 30_000, ...body }, who)
  const opened = async (body: object = {}, who: Headers = clerk.headers): Promise<number> =>
    (await open(body, who)).json().turno_id
  const move = (id: number, body: object, who: Headers = clerk.headers) =>
    shop.post(`${B}/turnos/${id}/movimientos`, body, who)
  const close = (id: number, body: object, who: Headers = clerk.headers) =>
    shop.post(`${B}/turnos/${id}/cerrar`, body, who)
  const look = async (id: number, who: Headers = clerk.headers) =>
    (await shop.get(`${B}/turnos/${id}`, who)).json<TurnoDetalle>()
  const list = async (who: Headers = clerk.headers, query = '') =>
    (await shop.get(`${B}/turnos${query}`, who)).json()
  const charge = (pedido_id: string, pagos?: object[], who: Headers = clerk.headers) =>
    chargeInCash(shop, pedido_id, who, pagos && { pagos })
  const giveBack = (
    pedido_id: string,
    importe: number,
    motivo = 'salió torcido',
    who: Headers = clerk.headers,
  ) => shop.post(`${B}/pedidos/${pedido_id}/devolver`, { importe, motivo }, who)
  const sell = (body: object, who: Headers = clerk.headers) => shop.post(`${B}/ventas`, body, who)
  const rows = () => shop.db.select().from(movimientos_caja).orderBy(movimientos_caja.id)
  return { shop, owner, clerk, open, opened, move, close, look, list, charge, giveBack, sell, rows }
}

describe('a shift', () => {
  test('holds charges, refunds, sales and cash moved by hand; its close says how much there should be', async () => {
    const { shop, clerk, opened, move, close, look, charge, giveBack, sell } = await aTill()
    const id = await opened()
    const [a, b] = [await confirmed(shop), await confirmed(shop)]
    const { email } = await newCliente(shop)
    expect((await charge(a.id)).statusCode).toBe(200)
    expect((await charge(b.id, byTransfer(b))).statusCode).toBe(200)
    expect((await giveBack(a.id, 20)).statusCode).toBe(200)
    expect((await sell({ email, importe: 2_470.5, medio: 'efectivo' })).statusCode).toBe(200)
    expect((await sell({ email, importe: 665, medio: 'posnet' })).statusCode).toBe(200)
    for (const [tipo, importe] of [
      ['gasto', 600],
      ['retiro', 5_000],
      ['ingreso', 1_000.25],
    ] as const)
      expect((await move(id, { tipo, importe, motivo: 'cinta' })).statusCode).toBe(201)

    const open = await look(id)
    expect(open).toMatchObject({ esperado: null, contado: null, diferencia: null, efectivo: null })
    expect(open.medios).toEqual([
      { medio: 'efectivo', cobros: 2, salidas: 3, importe: null },
      { medio: 'transferencia', cobros: 1, salidas: 0, importe: 95 },
      { medio: 'posnet', cobros: 1, salidas: 0, importe: 665 },
    ])
    expect(open.personas).toEqual([{ nombre: expect.stringMatching(/^Operador/), cobros: 4, importe: null }])
    expect(open.movimientos.map(({ tipo, medio, importe }) => [tipo, medio, importe])).toEqual([
      ['ingreso', 'efectivo', 1_000.25],
      ['retiro', 'efectivo', -5_000],
      ['gasto', 'efectivo', -600],
      ['venta', 'posnet', 665],
      ['venta', 'efectivo', 2_470.5],
      ['devolucion', 'efectivo', -20],
      ['cobro', 'transferencia', 95],
      ['cobro', 'efectivo', 95],
    ])

    const esperado = 30_000 + 95 - 20 + 2_470.5 - 600 - 5_000 + 1_000.25
    const billetes = [
      { valor: 20_000, cuantos: 1 },
      { valor: 500, cuantos: 0 },
    ]
    const said = await close(id, { contado: 27_900, billetes, nota: 'Creo que di mal un vuelto.' })
    expect(said.statusCode).toBe(200)
    expect(said.json()).toEqual({ esperado, contado: 27_900, diferencia: 27_900 - esperado })
    const closed = await look(id)
    expect(closed).toMatchObject({
      esperado,
      contado: 27_900,
      queda: 27_900,
      nota: 'Creo que di mal un vuelto.',
      billetes: [{ valor: 20_000, cuantos: 1 }],
      cerro: expect.stringMatching(/^Operador/),
    })
    expect(closed.efectivo).toEqual([
      { que: 'cobros', veces: 2, importe: 2_565.5 },
      { que: 'ingresos', veces: 1, importe: 1_000.25 },
      { que: 'devoluciones', veces: 1, importe: -20 },
      { que: 'gastos', veces: 1, importe: -600 },
      { que: 'retiros', veces: 1, importe: -5_000 },
    ])
    const again = await close(id, { contado: 1 })
    expect(again.statusCode).toBe(409)
    expect(again.headers['x-codigo']).toBe('caja_cerrada')
    expect(again.json().detail).toMatch(/ya está cerrado/)
    const late = await move(id, { tipo: 'gasto', importe: 5, motivo: 'tarde' })
    expect(late.statusCode).toBe(409)
    expect(late.headers['x-codigo']).toBe('caja_cerrada')
    expect((await look(id)).movimientos).toHaveLength(8)
    // Cambios names who opened, moved and closed it
    const cambios = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'turno'))
    expect(cambios.map(({ operador_id, accion }) => [operador_id, accion])).toEqual([
      [clerk.id, 'crear'],
      ...Array(4).fill([clerk.id, 'cambiar']),
    ])
  })

  test('is one for each drawer of a branch: of 50 at once one opens; a charge goes to its person’s drawer', async () => {
    const { shop, owner, open, opened, look, charge, close } = await aTill()
    const burst = await Promise.all(Array.from({ length: 50 }, () => open()))
    expect(burst.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, ...Array(49).fill(409)])
    const [first] = await shop.db.select().from(turnos)
    const second = await newOperador(shop, 1)
    const own = await opened({ caja: 2 }, second.headers)
    const third = await newOperador(shop, 1)
    const [a, b, c] = [await confirmed(shop), await confirmed(shop), await confirmed(shop)]
    await charge(a.id, undefined, second.headers)
    await charge(b.id, undefined, third.headers)
    expect((await look(own)).movimientos.map(({ pedido_id }) => pedido_id)).toEqual([a.id])
    expect((await look(first?.id ?? 0)).movimientos.map(({ pedido_id }) => pedido_id)).toEqual([b.id])
    await close(own, { contado: 0 })
    await charge(c.id, undefined, second.headers)
    expect((await look(first?.id ?? 0)).movimientos.map(({ pedido_id }) => pedido_id)).toEqual([c.id, b.id])
    // The owner opens a drawer at the branch that they name
    expect((await open({ sucursal: 'Aguilares' }, owner)).statusCode).toBe(201)
  })

  test('a shop sells without a shift too: its movements stand outside, with their missing means', async () => {
    const { shop, list, charge, sell, owner, opened, look } = await aTill()
    const a = await confirmed(shop)
    await charge(a.id)
    const { email } = await newCliente(shop)
    await sell({ email, importe: 500 })
    await sell({ email, importe: 700, medio: 'efectivo' }, owner)
    const { fuera, abiertos } = await list()
    expect(abiertos).toEqual([])
    expect(fuera.map(({ tipo, medio, importe }: MovimientoFila) => [tipo, medio, importe])).toEqual([
      ['venta', null, 500],
      ['cobro', 'efectivo', 95],
    ])
    // A sale by an operador of all branches belongs to no branch: operadores who see all branches see it
    expect((await list(owner)).fuera).toHaveLength(3)
    const said = await shop.post(`${B}/movimientos/${fuera[0].id}/medio`, { medio: 'posnet' }, owner)
    expect(said.statusCode).toBe(200)
    expect(said.json().medio).toBe('posnet')
    const id = await opened()
    expect((await look(id)).movimientos).toEqual([])
  })

  test('does not close before every charge has its means, which can be set once', async () => {
    const { shop, clerk, opened, close, look, sell } = await aTill()
    const id = await opened()
    const { email } = await newCliente(shop)
    await sell({ email, importe: 2_500 })
    const refused = await close(id, { contado: 32_500 })
    expect(refused.statusCode).toBe(409)
    expect(refused.headers['x-codigo']).toBe('falta_medio')
    expect(refused.json()).toEqual({ detail: 'Falta decir cómo se pagó: 1 cobro sin medio.' })
    const { movimientos, sin_medio } = await look(id)
    expect(sin_medio).toEqual({ cobros: 1, importe: 2_500 })
    const say = (medio: string) =>
      shop.post(`${B}/movimientos/${movimientos[0]?.id}/medio`, { medio }, clerk.headers)
    expect((await say('cheque')).json()).toEqual({ medio: ['Elegí cómo pagó.'] })
    const answers = await Promise.all(['efectivo', 'posnet', 'transferencia'].map(say))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    await shop.db.update(movimientos_caja).set({ medio: 'efectivo' })
    expect((await close(id, { contado: 32_500 })).json()).toMatchObject({ diferencia: 0 })
  })

  test('50 charges at once with its close are counted in it or stand outside it, none lost and none twice', async () => {
    const { shop, opened, close, charge, rows, look } = await aTill()
    const id = await opened()
    const orders = []
    const like = await confirmed(shop)
    for (let n = 0; n < 50; n++) orders.push(await another(shop, like))
    const charges = orders.map(({ id: pedido_id }) => charge(pedido_id))
    const closes = [close(id, { contado: 30_000 }), close(id, { contado: 30_000 })]
    const [answers, closed] = [await Promise.all(charges), await Promise.all(closes)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200))
    expect(closed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const written = await rows()
    expect(written.map(({ pedido_id }) => pedido_id).toSorted()).toEqual(
      orders.map((one) => one.id).toSorted(),
    )
    const inside = written.filter(({ turno_id }) => turno_id === id)
    expect((await look(id)).esperado).toBe(30_000 + 95 * inside.length)
    expect(written.filter(({ turno_id }) => turno_id === null)).toHaveLength(50 - inside.length)
  })

  test('cash by hand is written once for a key, of 20 clicks at once; with other data it is refused', async () => {
    const { shop, clerk, opened, rows } = await aTill()
    const id = await opened()
    const move = (importe: number) =>
      shop.app.inject({
        method: 'POST',
        url: `${B}/turnos/${id}/movimientos`,
        payload: { tipo: 'gasto', importe, motivo: 'cinta' },
        headers: { ...clerk.headers, 'idempotency-key': 'un-clic' },
      })
    const burst = await Promise.all(Array.from({ length: 20 }, () => move(50)))
    expect(new Set(burst.map((one) => `${one.statusCode} ${one.body}`)).size).toBe(1)
    expect(burst[0]?.statusCode).toBe(201)
    expect(await rows()).toHaveLength(1)
    expect((await move(60)).statusCode).toBe(409)
  })

  test('more cash out than the drawer should hold is asked about where the screen wants it, and stands in Cambios', async () => {
    const { shop, clerk, opened, move, rows, sell } = await aTill()
    const id = await opened()
    const out = { importe: 32_500.01, motivo: 'al banco', si_alcanza: true }
    const { email } = await newCliente(shop)
    await sell({ email, importe: 2_500 }) // it may have been paid in cash
    for (const tipo of ['retiro', 'gasto']) {
      const refused = await move(id, { ...out, tipo })
      expect(refused.statusCode).toBe(409)
      expect(refused.headers['x-codigo']).toBe('caja_no_alcanza')
      expect(refused.json().detail).not.toMatch(/\d/) // the count stays blind
    }
    expect(await rows()).toHaveLength(1)
    const cambios = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'turno'))
    expect(cambios.map(({ operador_id, despues }) => [operador_id, despues]).slice(1)).toMatchObject([
      [clerk.id, { tipo: 'retiro', importe: 32_500.01, no_alcanza: true }],
      [clerk.id, { tipo: 'gasto', importe: 32_500.01, no_alcanza: true }],
    ])
    expect((await move(id, { ...out, tipo: 'ingreso' })).statusCode).toBe(201)
    // Confirmed, and what just suffices
    expect((await move(id, { ...out, tipo: 'retiro', si_alcanza: null })).statusCode).toBe(201)
    expect((await move(id, { ...out, tipo: 'retiro', importe: 32_500 })).statusCode).toBe(201)
    expect((await move(id, { ...out, tipo: 'retiro', importe: 0.01 })).statusCode).toBe(409)
  })

  test('an attempt whose answer was lost is in Cambios once; another amount, or a call without a key, each time', async () => {
    const { shop, clerk, opened } = await aTill()
    const id = await opened()
    const attempt = async (importe: number, key?: string) => {
      const { statusCode } = await shop.app.inject({
        method: 'POST',
        url: `${B}/turnos/${id}/movimientos`,
        payload: { tipo: 'retiro', importe, motivo: 'al banco', si_alcanza: true },
        headers: { ...clerk.headers, ...(key && { 'idempotency-key': key }) },
      })
      expect(statusCode).toBe(409)
    }
    await Promise.all([attempt(50_000, 'un-clic'), attempt(50_000, 'un-clic')])
    await attempt(40_000, 'otro-clic')
    await attempt(40_000)
    const cambios = await shop.db
      .select()
      .from(auditoria)
      .where(eq(auditoria.que, 'turno'))
      .orderBy(auditoria.id)
    expect(cambios.slice(1).map(({ despues }) => despues)).toMatchObject(
      [50_000, 40_000, 40_000].map((importe) => ({ importe, no_alcanza: true })),
    )
  })

  test('of 20 withdrawals at once that are asked about, those that the drawer holds are written', async () => {
    const { opened, move, rows } = await aTill()
    const id = await opened()
    const all = { tipo: 'retiro', importe: 10_000, motivo: 'al banco', si_alcanza: true }
    const answers = await Promise.all(Array.from({ length: 20 }, () => move(id, all)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...Array(3).fill(201),
      ...Array(17).fill(409),
    ])
    expect(await rows()).toHaveLength(3)
  })

  test('a count before the close says the difference, leaves the shift open and stands in Cambios', async () => {
    const { shop, clerk, opened, look, close } = await aTill()
    const id = await opened()
    const count = (contado: number) => shop.post(`${B}/turnos/${id}/contar`, { contado }, clerk.headers)
    expect((await count(29_500)).json()).toEqual({
      esperado: 30_000,
      contado: 29_500,
      diferencia: -500,
      efectivo: [],
    })
    expect((await count(30_000)).json()).toMatchObject({ diferencia: 0 })
    expect(await look(id)).toMatchObject({ cerrado: null, esperado: null })
    const [, first] = await shop.db
      .select()
      .from(auditoria)
      .where(eq(auditoria.que, 'turno'))
      .orderBy(desc(auditoria.id))
    expect(first?.despues).toMatchObject({ contado: 29_500, diferencia: -500, conteo: true })
    await close(id, { contado: 30_000, queda: 10_000 })
    expect((await count(30_000)).statusCode).toBe(409)
    expect((await look(id)).queda).toBe(10_000)
  })

  test('of another branch does not exist, and is not opened', async () => {
    const { shop, open, opened, move, close, list } = await aTill()
    const id = await opened()
    const { headers } = await newOperador(shop, 2)
    expect((await open({}, headers)).json()).toEqual({ detail: 'Solo podés abrir la caja de tu sucursal.' })
    for (const answer of [
      await shop.get(`${B}/turnos/${id}`, headers),
      await move(id, { tipo: 'gasto', importe: 5, motivo: 'x' }, headers),
      await close(id, { contado: 5 }, headers),
    ]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ detail: 'Ese turno no existe.' })
    }
    expect((await list(headers)).sucursal).toBe('Aguilares')
    expect((await shop.get(`${B}/turnos?sucursal=Alberdi`, headers)).statusCode).toBe(403)
  })

  test('a wrong amount, or too long a reason, is refused with a sentence and writes nothing', async () => {
    const { shop, clerk, open, opened, move, close, rows } = await aTill()
    for (const [body, field] of [
      [{ fondo: -1 }, 'fondo'],
      [{ fondo: 1.005 }, 'fondo'],
      [{ fondo: null }, 'fondo'],
      [{ caja: 0 }, 'caja'],
      [{ caja: 10 }, 'caja'],
      [{ sucursal: 'Otra' }, 'sucursal'],
    ] as const)
      expect([body, (await open(body)).statusCode, Object.keys((await open(body)).json())]).toEqual([
        body,
        400,
        [field],
      ])
    expect(await shop.db.select().from(turnos)).toEqual([])
    const id = await opened()
    const gasto = { tipo: 'gasto', importe: 5, motivo: 'cinta' }
    for (const [body, field] of [
      [{ ...gasto, importe: -5 }, 'importe'],
      [{ ...gasto, importe: 0 }, 'importe'],
      [{ ...gasto, importe: 100_000_001 }, 'importe'],
      [{ ...gasto, tipo: 'cobro' }, 'tipo'],
      [{ ...gasto, motivo: '  ' }, 'motivo'],
      [{ ...gasto, motivo: 'x'.repeat(60_000) }, 'motivo'],
    ] as const) {
      const answer = await move(id, body)
      expect(answer.statusCode, String(field)).toBe(400)
      expect(Object.keys(answer.json()), String(field)).toEqual([field])
    }
    for (const [body, field] of [
      [{ contado: -1 }, 'contado'],
      [{}, 'contado'],
      [{ contado: 100, billetes: [{ valor: 1_000, cuantos: 1 }] }, 'billetes'],
      [{ contado: 100, queda: 101 }, 'queda'],
      [{ contado: 100, nota: 'x'.repeat(301) }, 'nota'],
    ] as const) {
      const answer = await close(id, body)
      expect(answer.statusCode, String(field)).toBe(400)
      expect(Object.keys(answer.json()), String(field)).toEqual([field])
    }
    expect(await rows()).toEqual([])
    expect((await shop.get(`${B}/turnos/${id}`, clerk.headers)).json().cerrado).toBeNull()
  })
})

test('a cancellation’s online refund stands in the shift and in Cambios, and is not cash', async () => {
  const { shop, clerk, opened, look, close } = await aTill()
  const id = await opened()
  const pedido = await confirmed(shop)
  await pay(shop, pedido)
  const cancel = (motivo?: string) =>
    shop.post(`${B}/pedidos/${pedido.id}/estado`, { estado: 'cancelado', motivo }, clerk.headers)
  expect((await cancel()).json()).toEqual({
    motivo: ['Escribí por qué se cancela: el cliente lo lee en su mail.'],
  })
  expect((await cancel('No hay papel')).statusCode).toBe(200)
  await pastDeshacer(shop, pedido.id)
  expect((await look(id)).movimientos).toMatchObject([
    {
      tipo: 'devolucion_web',
      importe: -95,
      motivo: 'No hay papel',
      quien: expect.stringMatching(/^Operador/),
    },
  ])
  const [cambio] = await shop.db.select().from(auditoria).where(eq(auditoria.que, 'devolucion'))
  expect(cambio).toMatchObject({
    operador_id: clerk.id,
    despues: { importe: 95, motivo: 'No hay papel', cancelado: true },
  })
  expect((await close(id, { contado: 30_000 })).json()).toMatchObject({ esperado: 30_000, diferencia: 0 })
})

test('a report does not tell a clerk the cash of a shift that is open; the owner sees it', async () => {
  const { shop, clerk, owner, opened, close, charge, sell } = await aTill()
  const id = await opened()
  const [a, b] = [await confirmed(shop), await confirmed(shop)]
  await charge(a.id)
  await charge(b.id, byTransfer(b))
  const { email } = await newCliente(shop)
  await sell({ email, importe: 500, medio: 'efectivo' })
  const dia = new Date(shop.deps.now().getTime() - 3 * 3600_000).toISOString().slice(0, 10)
  const path = `${B}/reportes/caja?desde=${dia}&hasta=${dia}`
  const report = async (headers: Record<string, string>) => {
    const { filas, tapado } = (await shop.get(path, headers)).json()
    return [tapado, filas.map(({ canal, medio }: { canal: string; medio: string }) => `${canal} ${medio}`)]
  }
  expect(await report(clerk.headers)).toEqual([true, ['mostrador Transferencia']])
  const csv = await shop.get(path.replace('caja?', 'caja.csv?'), clerk.headers)
  expect(csv.body).not.toMatch(/Efectivo|Ventas cargadas/)
  const all = ['mostrador Efectivo', 'mostrador Transferencia', 'venta Efectivo']
  expect(await report(owner)).toEqual([false, all])
  await close(id, { contado: 30_595 })
  expect(await report(clerk.headers)).toEqual([false, all])
})

test('the till’s report says how a typed sale was paid, also once it is said on a later day', async () => {
  const { shop, owner, sell, rows } = await aTill()
  const { email } = await newCliente(shop)
  for (const body of [{ importe: 777, medio: 'transferencia' }, { importe: 500 }])
    expect((await sell({ email, ...body })).statusCode).toBe(200)
  const dia = dayOf(shop.deps.now())
  const report = async (headers = owner) =>
    (await shop.get(`${B}/reportes/caja?desde=${dia}&hasta=${dia}`, headers))
      .json<{ filas: CajaFila[] }>()
      .filas.map(({ canal, medio, cobrado }) => [canal, medio, cobrado])
  const told = ['venta', 'Transferencia', 777]
  expect(await report()).toEqual([told, ['venta', 'Sin medio informado', 500]])
  shop.clock.offsetMs += 24 * 3600_000
  await countDias(shop.deps)
  const sale = (await rows()).find(({ medio }) => medio === null)
  const again = await enterAs(shop)
  const said = await shop.post(`${B}/movimientos/${sale?.id}/medio`, { medio: 'efectivo' }, again)
  expect(said.statusCode).toBe(200)
  expect(await report(again)).toEqual([['venta', 'Efectivo', 500], told])
})
