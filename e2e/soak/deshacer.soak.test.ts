// kill -9 of the server while steps of the counter can be undone: answers stay true, and each mail is sent
// once.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testFolder } from '../../server/src/testing/folder.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { confirm, pay, post, sendTo, upload } from '../support/buy.ts'
import { isGrande, startGrande } from '../support/grande.ts'
import { Refused } from '../support/insist.ts'
import { mailsTo, rows } from '../support/server.ts'
import { freePort, OWNER, type Shop, startShop } from '../support/shop.ts'

const ROUNDS = process.env.SOAK === '1' ? 12 : 1
const EACH = 4
const MOTIVO = 'Se nos rompió la máquina'
/** How long a step may be taken back. */
const DESHACER_MS = 8_000

type Paso = 'listo' | 'cancelado'
/** `undone`: the server's answer to its undo; null: none was sent, or the server died before it answered. */
type Order = { id: string; email: string; paso: Paso; undone: boolean | null }

test.skipIf(isGrande)(
  `kill -9 within the 8 s of an undo, ${ROUNDS} times: nothing is lost or doubled, and each mail leaves once`,
  async () => {
    const port = await freePort()
    let shop: Shop = await startShop({ port })
    const all: Order[] = []
    try {
      for (let round = 0; round < ROUNDS; round++)
        all.push(
          ...(await liveRound(shop, round, async () => {
            await shop.kill9()
            shop = await startShop({ port, dataDir: shop.dataDir })
            return shop
          })),
        )
      for (const order of all) await expectSettled(shop, order)
    } finally {
      await shop.remove()
    }
    expect(all.some(({ undone }) => undone)).toBe(true)
  },
  ROUNDS * 60_000 + 60_000,
)

/** Which of the two die, in turns. */
const VICTIMS = [[0], [1], [0, 1]] as const

test.skipIf(isGrande || process.env.SOAK !== '1')(
  `kill -9 of one or both of two processes within the 8 s of an undo, ${ROUNDS} times: nothing is lost or doubled, and each mail leaves once`,
  async () => {
    const dataDir = testFolder('e2e')
    const shop = await startGrande(dataDir, { port: await freePort() })
    const all: Order[] = []
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const victims = VICTIMS[round % VICTIMS.length] ?? []
        all.push(
          ...(await liveRound(shop, round, async () => {
            await Promise.all(victims.map((index) => shop.procesos[index].kill9()))
            for (const index of victims) await shop.restart(index)
            return shop
          })),
        )
      }
      for (const order of all) await expectSettled(shop, order)
    } finally {
      await shop.remove()
    }
    expect(all.some(({ undone }) => undone)).toBe(true)
  },
  ROUNDS * 60_000 + 60_000,
)

/** Makes some orders take one step each, some undone; `die`: kills the server, and starts it again. */
async function liveRound(before: Shop, round: number, die: () => Promise<Shop>): Promise<Order[]> {
  const orders = await makeOrders(before, round)
  const staff = await enter(before)
  await Promise.all(orders.map(({ id, paso }) => take(before, id, paso, staff)))
  const since = Date.now()
  // Some are undone at that very moment
  const asking = orders.map((order, index) => (index % 2 ? undo(before, order, staff) : undefined))
  await sleep(randomInt(0, 400))
  const shop = await die()
  await Promise.all(asking)
  const again = await enter(shop)
  for (const order of orders.filter(({ undone }) => undone === null))
    await undoLate(shop, order, again, since)
  return orders
}

type Staff = { headers: { authorization: string } }

async function enter(shop: Shop): Promise<Staff> {
  const { access } = await post(sendTo(shop.url), '/api/mostrador/ingresar', OWNER)
  return { headers: { authorization: `Bearer ${access}` } }
}

/** Paid; half of them made, the others to be cancelled. */
async function makeOrders(shop: Shop, round: number): Promise<Order[]> {
  const send = sendTo(shop.url)
  const staff = await enter(shop)
  const bytes = await makePdf({ pages: 2 })
  const made: Order[] = []
  for (let index = 0; index < EACH; index++) {
    const email = `ronda${round}-${index}@example.com`
    const { pedido_id: id } = await upload(send, { bytes })
    await pay(send, id, await confirm(send, id, {}, email))
    const paso = index < EACH / 2 ? 'listo' : 'cancelado'
    await expect.poll(async () => (await stateOf(shop, id)).estado).toBe('pagado')
    if (paso === 'listo') await take(shop, id, 'en_produccion', staff)
    made.push({ id, email, paso, undone: null })
  }
  return made
}

const take = (shop: Shop, id: string, estado: string, staff: Staff) =>
  post(sendTo(shop.url), `/api/mostrador/pedidos/${id}/estado`, { estado, motivo: MOTIVO }, staff)

/** The server may die during the call: then its result is unknown. */
async function undo(shop: Shop, order: Order, staff: Staff): Promise<void> {
  const path = `/api/mostrador/pedidos/${order.id}/deshacer`
  await post(sendTo(shop.url), path, { estado: order.paso }, staff).then(
    () => {
      order.undone = true
    },
    () => {},
  )
}

/** Pressed once the server runs again: it works, or says why not. */
async function undoLate(shop: Shop, order: Order, staff: Staff, since: number): Promise<void> {
  const path = `/api/mostrador/pedidos/${order.id}/deshacer`
  const said = await post(sendTo(shop.url), path, { estado: order.paso }, staff).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 409) return error.message
    throw error
  })
  const { estado } = await stateOf(shop, order.id)
  order.undone = estado !== order.paso
  if (typeof said !== 'string') return
  // Either the step was undone before the server died, or its time has run out
  if (order.undone) expect(said).toMatch(/ya está|ya se deshizo|nada que deshacer/)
  else {
    expect(said).toMatch(/escribí por qué|ya salió/)
    expect(Date.now() - since).toBeGreaterThan(DESHACER_MS)
  }
}

async function stateOf(shop: Shop, id: string) {
  const [found] = await rows<{ estado: string; por_cerrar: Date | null; devueltos: number; pagos: number }>(
    shop,
    `select estado, por_cerrar, (select count(*)::int from pagos p where p.pedido_id = pedidos.id) as pagos,
       (select count(*)::int from pagos p where p.pedido_id = pedidos.id and p.estado = 'refunded') as devueltos
     from pedidos where id = $1`,
    [id],
  )
  if (!found) throw new Error(`order ${id} is lost`)
  return found
}

/** Each order is in the state that was answered, with its money and its mails. */
async function expectSettled(shop: Shop, { id, email, paso, undone }: Order): Promise<void> {
  const before = paso === 'listo' ? 'en_produccion' : 'pagado'
  const isBack = paso === 'cancelado' && !undone
  const what = paso === 'listo' ? /está listo$/ : /^Cancelamos/
  const told = async () =>
    (await mailsTo(shop, email)).map(({ asunto }) => asunto).filter((asunto) => what.test(asunto)).length
  await expect
    .poll(async () => ({ ...(await stateOf(shop, id)), told: await told() }), { timeout: 60_000 })
    .toEqual({
      estado: undone ? before : paso,
      por_cerrar: null,
      pagos: 1,
      devueltos: isBack ? 1 : 0,
      told: undone ? 0 : 1,
    })
}
