// A refund takes points that were spent already: over a socket, as customers and staff call.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codigos } from '../../base/db/schema/codigos.ts'
import { correos } from '../../base/db/schema/correos.ts'
import { historial } from '../../base/db/schema/pedidos.ts'
import { recordPayment } from '../../dinero/pagos/service.ts'
import { makePdf } from '../../testing/pdf.ts'
import { confirmed, pastDeshacer, rowOf } from '../../testing/pedidos.ts'
import {
  type ConPuntos,
  codigoRow,
  conPuntos,
  give,
  ledgerOf,
  newHojas,
  newPremio,
} from '../../testing/puntos.ts'
import { compra, eventually, OWNER } from '../../testing/shop.ts'
import { openShop } from '../../testing/socket.ts'
import { takeBackPuntos } from './service.ts'

/** 6 sheets two-sided b/w, 4 copies: 3600 pesos; with 5 % off 3420, and as many points. */
const eleven = makePdf({ pages: 11 })
const GANADOS = 3420
const DAY = 24 * 3600_000

async function openPuntos() {
  const shop = await openShop()
  const ana = await conPuntos(shop)
  const { ask } = shop.visitor()
  const of = (headers: Record<string, string>) => ({
    get: async (path: string) => (await ask(path, { headers })).json<never>(),
    post: async (path: string, body: object) => {
      const answer = await ask(path, { headers, body })
      return { status: answer.status, body: answer.json<Record<string, never>>() }
    },
  })
  const { access } = (await ask('/api/mostrador/ingresar', { body: OWNER })).json<{ access: string }>()
  const [cliente, dueno] = [of(ana.headers), of({ authorization: `Bearer ${access}` })]

  const order = async (change: object = {}, by: ConPuntos = ana) => {
    const files = [{ nombre: 'a.pdf', bytes: await eleven, doble_faz: true, duplicado: 4 }]
    return confirmed(shop, { files, change: { email: by.email, ...change }, headers: by.headers })
  }
  let told = 0
  const pay = (pedido: Awaited<ReturnType<typeof rowOf>>, refunded = 0) =>
    recordPayment(shop.deps, 'simulado', {
      id: `pago-${pedido.referencia}`,
      reference: pedido.referencia,
      method: 'visa',
      refunded,
      amount: pedido.importe_final,
      currency: 'ARS',
      ticketUrl: null,
      created: new Date(),
      status: refunded === pedido.importe_final && refunded > 0 ? 'refunded' : 'approved',
      updated: new Date(Date.now() + ++told),
    })
  const paid = async (change: object = {}) => {
    const pedido = await order(change)
    await pay(pedido)
    return rowOf(shop, pedido.id)
  }
  const buySheets = async (producto: number): Promise<string> => {
    const { body } = await cliente.post('/api/codigos-canje/', { producto, cliente: ana.id })
    return (body as unknown as [{ codigo: string }])[0].codigo
  }
  const puntos = async () => {
    const [{ puntos }] = (await cliente.get('/api/auth/cliente-actual/')) as [{ puntos: number }]
    const { deuda } = (await cliente.get('/api/puntos/movimientos')) as { deuda: number }
    return { puntos, deuda }
  }
  const pendientes = async () =>
    ((await cliente.get('/api/codigos-canje/pendientes/')) as { codigo: string }[]).map(
      ({ codigo }) => codigo,
    )
  return { ...shop, ana, cliente, dueno, order, pay, paid, buySheets, puntos, pendientes }
}

test('unused free sheets are void with the refund, and their surplus points come back', async () => {
  const shop = await openPuntos()
  const pedido = await shop.paid()
  const hojas = await newHojas(shop, { puntos_requeridos: 1000, cantidad: 50 })
  const codigo = await shop.buySheets(hojas)
  expect(await shop.puntos()).toEqual({ puntos: 420, deuda: 0 })
  expect(await shop.pendientes()).toEqual([codigo])

  // A quarter of the money: 855 points, of which 435 were spent
  await shop.pay(pedido, pedido.importe_final / 4)
  expect(await shop.puntos()).toEqual({ puntos: 3000 - 435, deuda: 0 })
  expect(await shop.pendientes()).toEqual([])
  const used = await shop.cliente.post('/api/puntos/canjear-impresion/', { codigo, email: shop.ana.email })
  expect(used).toEqual({
    status: 400,
    body: { errores: [`El código ${codigo} se anuló por una devolución.`] },
  })

  await shop.pay(pedido, pedido.importe_final)
  await shop.pay(pedido, pedido.importe_final)
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 0 })
  const { lines, saldo } = await ledgerOf(shop, shop.ana.id)
  expect(saldo).toBe(0)
  expect(lines.map(({ puntos }) => puntos)).toEqual([GANADOS, -3000, -855, 3000, -2565])
})

test('the newest code is voided first: a prize goes back on the shelf, an older code stays', async () => {
  const shop = await openPuntos()
  await give(shop, shop.ana.id, 1000)
  const codigo = await shop.buySheets(await newHojas(shop))
  const pedido = await shop.paid()
  const taza = await newPremio(shop, { puntos_requeridos: 3000, cantidad: 2 })
  const { body } = await shop.cliente.post('/api/puntos/canjear-producto/', { producto_id: taza })
  await shop.pay(pedido, pedido.importe_final)
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 0 })
  expect(await shop.pendientes()).toEqual([codigo])
  const premios = (await shop.cliente.get('/api/productos-canje/')) as { id: number; cantidad: number }[]
  expect(premios.find(({ id }) => id === taza)?.cantidad).toBe(2)
  const marked = await shop.dueno.post(`/api/mostrador/codigos/${body.codigo}/usar`, {})
  expect(marked.status).toBe(410)
  expect(marked.body.detail).toEqual(expect.stringMatching(/^Ese código se anuló por una devolución: /))
  const notas = await shop.db.select().from(historial).where(eq(historial.pedido_id, pedido.id))
  expect(notas.map(({ nota }) => nota)).toContain('Por la devolución se anuló 1 código sin usar del cliente.')
})

test('the rest of a code that an order used stands for its part of the points', async () => {
  const shop = await openPuntos()
  const first = await shop.paid()
  const codigo = await shop.buySheets(await newHojas(shop, { puntos_requeridos: 3000, cantidad: 30 }))
  // 24 of its sheets, and nothing to pay
  const free = await shop.order({ codigosAplicados: [codigo] })
  expect(free.importe_final).toBe(0)
  const body = compra(free.id, { email: shop.ana.email, codigosAplicados: [codigo] })
  expect((await shop.cliente.post('/api/registrar_compra_sin_pago', body)).status).toBe(200)
  expect(await shop.pendientes()).toHaveLength(1)
  await shop.pay(first, first.importe_final)
  // 6 of 30 sheets give 600 of 3,000 points; with the 420 that were left, 2,400 are owed
  expect(await shop.pendientes()).toEqual([])
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 2400 })

  // The next points pay first, and nothing is sold on credit
  await shop.paid()
  expect(await shop.puntos()).toEqual({ puntos: GANADOS - 2400, deuda: 0 })
})

test('the owner reads which orders that are not printed yet have free sheets of points that are owed now, and so do their clerks', async () => {
  const shop = await openPuntos()
  const first = await shop.paid()
  const codigo = await shop.buySheets(await newHojas(shop, { puntos_requeridos: 3000, cantidad: 24 }))
  const free = await shop.order({ codigosAplicados: [codigo] })
  const body = compra(free.id, { email: shop.ana.email, codigosAplicados: [codigo] })
  expect((await shop.cliente.post('/api/registrar_compra_sin_pago', body)).status).toBe(200)
  expect((await shop.cliente.post(`/api/pedidos/${first.id}/cancelar`, {})).status).toBe(200)
  await shop.pay(first, first.importe_final)
  await shop.pay(first, first.importe_final)
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 3000 })
  const told = (await shop.db.select().from(correos).where(eq(correos.para, OWNER.email))).filter(
    ({ asunto }) => asunto.startsWith('Devolución'),
  )
  expect(told.map(({ asunto }) => asunto)).toEqual([`Devolución del pedido ${first.numero}`])
  expect(told[0]?.texto).toContain(
    `el cliente queda debiendo 3.000 puntos que ya cambió por hojas gratis: las usó el pedido ${free.numero}, que todavía no se imprimió: fijate antes de imprimirlo.`,
  )
  const notas = async () =>
    (await shop.db.select().from(historial).where(eq(historial.pedido_id, free.id))).flatMap(
      ({ nota }) => nota ?? [],
    )
  const owed = `El cliente debe 3.000 puntos desde que se devolvió el pedido ${first.numero}, y este pedido usa hojas gratis de esos puntos: fijate antes de imprimirlo.`
  expect(await eventually(notas, (all) => all.includes(owed))).toEqual(['Compra gratis', owed])
})

test('a code that an order holds stays with it; once freed, it pays the debt', async () => {
  const shop = await openPuntos()
  const first = await shop.paid()
  const codigo = await shop.buySheets(await newHojas(shop, { puntos_requeridos: 3000, cantidad: 10 }))
  const held = await shop.order({ codigosAplicados: [codigo] })
  await shop.pay(first, first.importe_final)
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 3000 })
  const { usado, vence, pedido_id } = await codigoRow(shop, codigo)
  expect([usado, pedido_id, vence > new Date()]).toEqual([null, held.id, true])

  const cancelled = await shop.dueno.post(`/api/mostrador/pedidos/${held.id}/estado`, {
    estado: 'cancelado',
    motivo: 'Sin papel',
  })
  expect(cancelled.status).toBe(200)
  await pastDeshacer(shop, held.id)
  await eventually(
    () => shop.puntos(),
    ({ deuda }) => deuda === 0,
  )
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 0 })
  expect(await codigoRow(shop, codigo)).toMatchObject({ pedido_id: null, anulado: expect.any(Date) })
})

test('a full refund gives the sheets back for 30 days at least, and a debt is paid with them', async () => {
  const shop = await openPuntos()
  await give(shop, shop.ana.id, 1000)
  const codigo = await shop.buySheets(await newHojas(shop, { cantidad: 10 }))
  const soon = new Date(Date.now() + DAY)
  await shop.db.update(codigos).set({ vence: soon }).where(eq(codigos.codigo, codigo))
  const pedido = await shop.paid({ codigosAplicados: [codigo] })
  const { puntos } = await shop.puntos()
  await shop.pay(pedido, pedido.importe_final)
  expect(await shop.puntos()).toEqual({ puntos: 0, deuda: 0 })
  const [back, ...others] = (await shop.cliente.get('/api/codigos-canje/pendientes/')) as {
    cantidad: number
    vence: string
  }[]
  expect([back?.cantidad, others]).toEqual([10, []])
  expect(Date.parse(back?.vence ?? '')).toBeGreaterThan(Date.now() + 29 * DAY)

  // Another purchase with spent points is refunded: the sheets pay, the rest of their points stays
  const taken = { cliente_id: shop.ana.id, tipo: 'devolucion', motivo: 'x', quien: 'sistema' } as const
  const { deuda } = await shop.db.transaction((tx) =>
    takeBackPuntos(tx, shop.deps, { ...taken, puntos: 400, clave: 'otra', cuando: new Date() }),
  )
  expect([deuda, await shop.pendientes(), await shop.puntos()]).toEqual([0, [], { puntos: 600, deuda: 0 }])
  expect(puntos).toBeGreaterThan(0)
})

test('refunds, exchanges, orders and the counter at once: no call waits for ever and no point is lost', async () => {
  const shop = await openPuntos()
  const hojas = await newHojas(shop, { puntos_requeridos: 500, cantidad: 5 })
  const taza = await newPremio(shop, { puntos_requeridos: 700, cantidad: 100 })
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await shop.paid(), await shop.paid()]
    const codes = [await shop.buySheets(hojas)]
    await give(shop, shop.ana.id, 2100)
    const prizes: string[] = []
    for (let turn = 0; turn < 3; turn++) {
      const { body } = await shop.cliente.post('/api/puntos/canjear-producto/', { producto_id: taza })
      prizes.push(String(body.codigo))
    }
    const wants = [await shop.order(), await shop.order()]
    const email = shop.ana.email
    const answers = await Promise.all([
      ...[one, two].map((pedido) => shop.pay(pedido, pedido.importe_final)),
      ...wants.map(({ id }) =>
        shop.cliente.post('/api/completar_compra', compra(id, { email, codigosAplicados: codes })),
      ),
      ...prizes.map((codigo) => shop.dueno.post(`/api/mostrador/codigos/${codigo}/usar`, {})),
      ...Array.from({ length: 10 }, () =>
        shop.cliente.post('/api/codigos-canje/', { producto: hojas, cliente: shop.ana.id }),
      ),
      ...wants.map(({ id }) =>
        shop.dueno.post(`/api/mostrador/pedidos/${id}/estado`, { estado: 'cancelado', motivo: 'Sin papel' }),
      ),
    ])
    for (const answer of answers) if (typeof answer === 'object') expect(answer.status).toBeLessThan(500)
    for (const { id } of wants) await pastDeshacer(shop, id)

    // Once the orders free their codes, a debt and usable codes never exist together
    const free = async () => [(await shop.puntos()).deuda > 0, (await shop.pendientes()).length > 0]
    await eventually(free, ([owes, has]) => !(owes && has))
    const { lines, saldo } = await ledgerOf(shop, shop.ana.id)
    const { puntos, deuda } = await shop.puntos()
    expect(puntos - deuda).toBe(saldo)
    const rows = await shop.db.select().from(codigos).where(eq(codigos.cliente_id, shop.ana.id))
    const worth = (some: typeof rows) => some.reduce((sum, { hojas }) => sum + (hojas ? hojas * 100 : 700), 0)
    const moved = (prefix: string) =>
      lines.filter(({ clave }) => clave.startsWith(prefix)).reduce((sum, line) => sum + line.puntos, 0)
    expect(moved('canje:')).toBe(-worth(rows))
    expect(moved('anulado:')).toBe(worth(rows.filter(({ anulado }) => anulado)))
    expect(rows.filter(({ usado, anulado }) => usado && anulado)).toEqual([])
  }
}, 180_000)
