// A sale over real sockets: sent twice at once, cut off in the middle, by two clerks at two processes, and
// while the database drops its connections. It is made once or not at all, and a repeated call is told which.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { endConnections } from '../../testing/database.ts'
import { newOperador } from '../../testing/mostrador.ts'
import { makePdf } from '../../testing/pdf.ts'
import { openGate } from '../../testing/peers/gate.ts'
import { conPuntos, secondApp } from '../../testing/puntos.ts'
import { eventually, otherProcess, type Shop, testShop } from '../../testing/shop.ts'
import { listen, openShop } from '../../testing/socket.ts'
import { cash } from '../../testing/ventas.ts'

const VENTAS = '/api/mostrador/ventas'
const UNKNOWN = 'Se cortó justo cuando lo guardábamos y no sabemos si quedó hecho. Fijate antes de repetirlo.'

type Headers = Record<string, string>
const moneyOf = async ({ db }: Shop) => {
  const { rows } = await db.execute<Record<string, number>>(sql`
    select (select count(*) from ventas)::int as ventas, (select count(*) from pagos)::int as pagos,
      (select coalesce(sum(importe), 0) from movimientos_caja)::int as caja,
      (select count(*) from pedidos where estado <> 'borrador')::int as pedidos`)
  return rows[0]
}

/** A sale as bytes of HTTP. */
function rawSale(headers: Headers, clave: string, sale: object): { head: string; body: string } {
  const body = JSON.stringify(sale)
  const lines = [
    `POST ${VENTAS} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `idempotency-key: ${clave}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body }
}

/** Sends these bytes and hangs up at once, or after `ms`: the answer is lost. */
async function sendAndHangUp(url: string, bytes: string, ms = 0): Promise<void> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('error', () => {}) // reset by the other side
  await new Promise<void>((done) => socket.write(bytes, () => done()))
  await sleep(ms)
  socket.resetAndDestroy()
}

async function aCounter() {
  const shop = await openShop()
  const [one, two] = [await newOperador(shop, 1), await newOperador(shop, 1)]
  const post = (url: string, { headers }: { headers: Headers }, clave: string, sale: object, path = VENTAS) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': clave },
      body: JSON.stringify(sale),
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as VentaAnswer }))
  return { shop, one, two, post }
}

const SALE = { lineas: [{ texto: 'Banner', importe: 1000 }], pagos: cash(1000) }

test('sent twenty times at once with one key, over two processes, it is one sale and one answer', async () => {
  const { shop, one, post } = await aCounter()
  const urls = [shop.url, await listen(await secondApp(shop))]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => post(urls[n % 2] ?? shop.url, one, 'la-venta', SALE)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { total: 1000, resto: 0 } })
  expect(await moneyOf(shop)).toEqual({ ventas: 1, pagos: 1, caja: 1000_00, pedidos: 1 })
})

test('two clerks at two processes charge one order at once: one of them does, the other reads the name', async () => {
  const { shop, one, two, post } = await aCounter()
  const other = await listen(await secondApp(shop))
  for (let round = 0; round < 5; round++) {
    const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 4 }) }])
    const sale = { lineas: [{ pedido_id }], pagos: cash(320) }
    const answers = await Promise.all([
      post(shop.url, one, `una-${round}`, sale),
      post(other, two, `otra-${round}`, sale),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: expect.stringMatching(/^El pedido \d+ ya está pagado \(Operador \d+\): no cobres de nuevo\.$/),
    })
  }
  expect(await moneyOf(shop)).toEqual({ ventas: 5, pagos: 5, caja: 5 * 320_00, pedidos: 5 })
})

test('cut off within its body no sale is made; cut off after it, it is made once and answered again', async () => {
  const { shop, one, post } = await aCounter()
  for (const part of [0, 0.5, 0.99]) {
    const { head, body } = rawSale(one.headers, `cortada-${part}`, SALE)
    await sendAndHangUp(shop.url, head + body.slice(0, Math.floor(body.length * part)), 100)
  }
  expect(await moneyOf(shop)).toEqual({ ventas: 0, pagos: 0, caja: 0, pedidos: 0 })
  // The call that was cut off did not use its key up
  expect((await post(shop.url, one, 'cortada-0.5', SALE)).status).toBe(200)
  for (const ms of [0, 1, 5, 20]) {
    const { head, body } = rawSale(one.headers, `sin-respuesta-${ms}`, SALE)
    await sendAndHangUp(shop.url, head + body, ms)
  }
  const again = await Promise.all([0, 1, 5, 20].map((ms) => post(shop.url, one, `sin-respuesta-${ms}`, SALE)))
  expect(again.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  // With changed data the key is refused as another sale's
  const changed = await post(shop.url, one, 'sin-respuesta-0', { ...SALE, pagos: cash(1000, 2000) })
  expect(changed.status).toBe(409)
  expect(changed.body).toEqual({
    detail: expect.stringMatching(/^Esa venta ya se cargó con otros datos: es el pedido \d+\./),
  })
  expect(await moneyOf(shop)).toEqual({ ventas: 5, pagos: 5, caja: 5000_00, pedidos: 5 })
})

test('the database hangs up on any step of a sale, a rest and a refund: repeated, each is done once', {
  timeout: 300_000,
}, async () => {
  const shop = await testShop()
  const gate = await openGate(shop.url)
  const near = await otherProcess(gate.url, { dataDir: shop.dataDir, files: shop.deps.files })
  const clerk = await newOperador(shop, 1)
  const { email } = await conPuntos(shop)
  const ask = async (path: string, body: object, clave: string) =>
    eventually(
      () => near.post(path, body, { ...clerk.headers, 'idempotency-key': clave }),
      ({ statusCode }) => statusCode !== 503,
      60_000,
    )
  const steps = ['insert into "ventas"', 'insert into "pagos"', 'insert into "movimientos_caja"', 'commit']
  for (const [n, step] of steps.entries()) {
    gate.loseAnswerTo(step, 'insert into "ventas"')
    const sale = { ...SALE, cliente: { email }, pagos: cash(400) }
    const made = (await ask(VENTAS, sale, `venta-${n}`)).json<VentaAnswer>()
    expect([step, gate.isArmed, made.resto]).toEqual([step, false, 600])
    const path = `${VENTAS}/${made.venta_id}`
    gate.loseAnswerTo(n === 0 ? 'insert into "puntos"' : step, 'insert into "pagos"')
    const paid = (await ask(`${path}/pagos`, { pagos: cash(600) }, `resto-${n}`)).json<VentaAnswer>()
    expect([step, gate.isArmed, paid.resto]).toEqual([step, false, 0])
    gate.loseAnswerTo(n === 0 ? 'insert into "devoluciones"' : step, 'insert into "devoluciones"')
    const back = { importe: 100, medio: 'efectivo', motivo: 'falló' }
    const given = (await ask(`${path}/devolver`, back, `vuelta-${n}`)).json()
    expect(gate.isArmed, step).toBe(false)
    expect([step, given]).toEqual([step, { venta_id: made.venta_id, devuelto: 100, queda: 900 }])
  }
  gate.loseAnswerTo('never said')
  expect(await moneyOf(shop)).toEqual({ ventas: 4, pagos: 8, caja: 4 * 900_00, pedidos: 4 })
  const { rows } = await shop.db.execute(sql`select sum(puntos)::int as puntos from puntos`)
  expect(rows).toEqual([{ puntos: 4 * 900 }])
  // Without a repeat the caller is told that the sale may have been made
  gate.loseAnswerTo('commit', 'insert into "ventas"')
  const headers = { ...clerk.headers, 'idempotency-key': 'ultima' }
  const lost = await near.post(VENTAS, SALE, headers)
  expect(lost.statusCode).toBe(503)
  expect(lost.json().detail).toEqual(UNKNOWN)
  expect((await near.post(VENTAS, SALE, headers)).json()).toMatchObject({ pagado: 1000 })
  expect(await moneyOf(shop)).toMatchObject({ ventas: 5, pagos: 9 })
})

test('all connections break again and again while two clerks sell: each sale is there once', {
  timeout: 300_000,
}, async () => {
  const shop = await testShop()
  const clerks = [await newOperador(shop, 1), await newOperador(shop, 1)]
  const selling = Array.from({ length: 8 }, (_, n) =>
    eventually(
      () => shop.post(VENTAS, SALE, { ...clerks[n % 2]?.headers, 'idempotency-key': `venta-${n}` }),
      ({ statusCode }) => statusCode !== 503,
      120_000,
    ),
  )
  let isOver = false
  const all = Promise.all(selling).finally(() => {
    isOver = true
  })
  // Longer pauses each time, since a sale takes a while on a slow machine
  for (let pause = 40; !isOver; pause *= 1.3) {
    await endConnections(shop.url)
    await sleep(pause)
  }
  expect((await all).map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
  expect(await moneyOf(shop)).toEqual({ ventas: 8, pagos: 8, caja: 8_000_00, pedidos: 8 })
})

test('a hundred guesses of a quote’s link open nothing and tell nothing, and the right link still opens', async () => {
  const { shop, one } = await aCounter()
  const draft = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf() }])
  const given = await shop.post(
    '/api/mostrador/presupuestos',
    { pedido_id: draft.pedido_id, sucursal: 'Alberdi' },
    one.headers,
  )
  const token: string = given.json().url.split('/').at(-1)
  const stranger = shop.visitor()
  // Guesses near the right token, with one letter changed at each place, and others
  const near = Array.from({ length: token.length }, (_, at) => {
    const letter = token[at] === 'A' ? 'B' : 'A'
    return token.slice(0, at) + letter + token.slice(at + 1)
  })
  const wrong = [...near, token.slice(1), `${token}A`, token.toUpperCase(), 'x'.repeat(43)]
  while (wrong.length < 100) wrong.push(String(wrong.length).padStart(43, 'y'))
  const seen = new Set<string>()
  for (const guess of wrong.filter((one) => one !== token)) {
    const looked = await stranger.ask(`/api/presupuestos/${guess}`)
    const asked = await stranger.ask(`/api/presupuestos/${guess}/pedir`, { body: {} })
    seen.add(`${looked.status} ${looked.body}`)
    if (asked.status !== 429) expect(asked.status, String(guess)).toBe(404)
  }
  expect([...seen]).toEqual([expect.stringMatching(/^404 \{"detail":"[^"]+"\}$/)])
  expect((await stranger.ask(`/api/presupuestos/${token}`)).status).toBe(200)
})
