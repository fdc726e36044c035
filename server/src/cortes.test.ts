// The database drops its connections, or hangs up in the middle: a call is then done or clearly refused,
// never half done, and repeated it is not done twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { correos } from './base/db/schema/correos.ts'
import { historial } from './base/db/schema/pedidos.ts'
import { avisos_push, suscripciones } from './base/db/schema/suscripciones.ts'
import { pushAviso, sendNews } from './compra/suscripciones/service.ts'
import { endConnections } from './testing/database.ts'
import { ENQUEUES } from './testing/jobs.ts'
import { newOperador } from './testing/mostrador.ts'
import { confirmed, moveTo, ownerOf, paid, rowOf } from './testing/pedidos.ts'
import { openGate } from './testing/peers/gate.ts'
import { newDevice, pushService } from './testing/peers/push.ts'
import { eventually, otherProcess, testShop } from './testing/shop.ts'

const AWAY = 'En este momento no podemos guardar ni leer datos. Probá de nuevo en un minuto.'
const UNKNOWN = 'Se cortó justo cuando lo guardábamos y no sabemos si quedó hecho. Fijate antes de repetirlo.'

type Answer = { statusCode: number; json(): { detail?: string } }

/** Repeats a call until it is answered, as a person does; until then it must get a clear 503. */
async function insist(ask: () => Promise<Answer>): Promise<Answer> {
  return eventually(
    async () => {
      const answer = await ask()
      if (answer.statusCode === 503) expect([AWAY, UNKNOWN]).toContain(answer.json().detail)
      return answer
    },
    ({ statusCode }) => statusCode !== 503,
    120_000,
  )
}

/** Two processes of one shop, `near` behind a gate of its own. Orders are made by the other one. */
async function stage() {
  const shop = await testShop()
  const gate = await openGate(shop.url)
  const near = await otherProcess(gate.url, { dataDir: shop.dataDir, files: shop.deps.files })
  return { shop, gate, near }
}

/**
 * Ends all connections again and again while `work` is under way, after longer pauses each time: on a slow machine no
 * call would ever end between two cuts.
 */
async function cutting(url: string, work: Promise<unknown>): Promise<void> {
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  for (let pause = 10; !isOver; pause *= 1.2) {
    await endConnections(url)
    await sleep(pause)
  }
  await done
}

test('all connections break again and again while steps are undone, orders searched and devices subscribed', {
  timeout: 300_000,
}, async () => {
  const { shop, near } = await stage()
  const clerk = await newOperador(shop, null)
  const orders = await Promise.all(Array.from({ length: 6 }, () => paid(shop)))
  const owners = await Promise.all(orders.map(({ id }) => ownerOf(shop, id)))
  for (const { id } of orders) {
    await moveTo(shop, id, 'en_produccion')
    const step = await shop.post(`/api/mostrador/pedidos/${id}/estado`, { estado: 'listo' }, clerk.headers)
    expect(step.statusCode).toBe(200)
  }
  const asking = orders.map(async ({ id, numero, email }, index) => {
    const subscribe = () =>
      near.post(`/api/pedidos/${id}/push`, newDevice('http://127.0.0.1:9/x').body, owners[index])
    const undo = () =>
      near.post(
        `/api/mostrador/pedidos/${id}/deshacer`,
        { estado: 'listo', motivo: 'Me equivoqué' },
        clerk.headers,
      )
    const undone = (await insist(undo)).statusCode
    expect([200, 409]).toContain(undone) // 409: it was done, and the answer was lost
    expect((await insist(subscribe)).statusCode).toBe(201)
    expect((await insist(subscribe)).statusCode).toBe(201)
    expect((await insist(() => near.post('/api/pedidos/buscar', { numero, email }))).statusCode).toBe(200)
  })
  await cutting(shop.url, Promise.all(asking))
  for (const { id } of orders) {
    expect((await rowOf(shop, id)).estado).toBe('en_produccion')
    const steps = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
    expect(steps.filter(({ deshecho }) => deshecho)).toHaveLength(1)
    expect(steps.filter(({ nota }) => nota?.startsWith('Deshizo'))).toHaveLength(1)
  }
  expect(await shop.db.$count(suscripciones)).toBe(orders.length)
})

test('all connections break again and again while orders are paid: each device is told once', {
  timeout: 300_000,
}, async () => {
  const { shop, near } = await stage()
  const { received, url } = await pushService()
  const orders = await Promise.all(Array.from({ length: 6 }, () => confirmed(shop)))
  for (const { id } of orders)
    await shop.post(`/api/pedidos/${id}/push`, newDevice(`${url}/${id}`).body, await ownerOf(shop, id))
  const paying = orders.map(async ({ id, referencia, importe_final }) => {
    await insist(() => near.post('/api/crear-preferencia', { pedido_id: id, total: importe_final / 100 }))
    const approve = () => near.post(`/api/pago-simulado/${referencia}`, { accion: 'aprobar' })
    expect([200, 409]).toContain((await insist(approve)).statusCode) // 409: done, and the answer was lost
  })
  await cutting(shop.url, Promise.all(paying))
  const paths = () => received.map(({ path }) => path).toSorted()
  const all = orders.map(({ id }) => `/${id}`).toSorted()
  await eventually(
    async () => paths(),
    (told) => new Set(told).size === all.length,
    60_000,
  )
  expect(paths()).toEqual(all)
})

test('the database hangs up on the COMMIT of an undo: it is done once, and a second click is told so', async () => {
  const { shop, gate, near } = await stage()
  const clerk = await newOperador(shop, 1)
  const { id, numero } = await paid(shop)
  await moveTo(shop, id, 'en_produccion')
  await shop.post(`/api/mostrador/pedidos/${id}/estado`, { estado: 'listo' }, clerk.headers)
  const undo = () => near.post(`/api/mostrador/pedidos/${id}/deshacer`, {}, clerk.headers)
  gate.loseAnswerTo('commit', 'update "pedidos"')
  const lost = await undo()
  expect(lost.statusCode).toBe(503)
  expect(lost.json().detail).toEqual(UNKNOWN)
  const again = await undo()
  expect(again.statusCode).toBe(409)
  expect(again.json().detail).toEqual(
    `El último paso del pedido ${numero} ya se deshizo: está en producción.`,
  )
  expect((await rowOf(shop, id)).estado).toBe('en_produccion')
})

test('the database hangs up on a look-up or a subscription: repeated, there is at most one more job, and one device', async () => {
  const { shop, gate, near } = await stage()
  const { id, numero, email } = await paid(shop)
  const owner = await ownerOf(shop, id)
  const search = () => near.post('/api/pedidos/buscar', { numero, email })
  gate.loseAnswerTo(ENQUEUES)
  expect((await search()).statusCode).toBe(503)
  expect((await insist(search)).statusCode).toBe(200)
  const device = newDevice('http://127.0.0.1:9/x').body
  const subscribe = () => near.post(`/api/pedidos/${id}/push`, device, owner)
  gate.loseAnswerTo('insert into "suscripciones"')
  expect((await subscribe()).statusCode).toBe(201) // its transaction is repeated
  gate.loseAnswerTo('commit', 'insert into "suscripciones"')
  const lost = await subscribe()
  expect(lost.statusCode).toBe(503)
  expect(lost.json().detail).toEqual(UNKNOWN)
  expect((await insist(subscribe)).statusCode).toBe(201)
  expect(await shop.db.$count(suscripciones)).toBe(1)
  const mails = await eventually(
    () => shop.db.select().from(correos).where(like(correos.clave, 'buscado:%')),
    (found) => found.length > 0,
  )
  expect(mails.length).toBeLessThanOrEqual(2)
})

test('a notice that the push service took is not sent again although the database was down just then', async () => {
  const { shop, gate, near } = await stage()
  const { received, url } = await pushService()
  const { id } = await paid(shop)
  const owner = await ownerOf(shop, id)
  await shop.post(`/api/pedidos/${id}/push`, newDevice(`${url}/mine`).body, owner)
  await shop.db.execute(sql`update suscripciones set creada = 'epoch'`) // before it was paid
  shop.deps.jobs.send = async () => {} // the test runs them
  const [mail] = await shop.db
    .select()
    .from(correos)
    .where(eq(correos.clave, `pagado:${id}`))
  await sendNews(shop.deps, { pedido_id: id, correo_id: mail?.id ?? 0 })
  const [aviso] = await shop.db.select().from(avisos_push)
  gate.loseAnswerTo('update "avisos_push"')
  await pushAviso(near.deps, aviso?.id ?? 0)
  await pushAviso(near.deps, aviso?.id ?? 0)
  expect(received).toHaveLength(1)
  await shop.db.execute(sql`update avisos_push set enviado = null`)
  const cut = pushAviso(near.deps, aviso?.id ?? 0)
  await gate.close()
  await gate.reopen()
  await cut.catch(() => {}) // fails before the notice is sent, or while that is written down
  await shop.db.execute(sql`update suscripciones set ocupada = null`) // half a minute later its turn is over
  await pushAviso(near.deps, aviso?.id ?? 0)
  expect(received).toHaveLength(2)
})
