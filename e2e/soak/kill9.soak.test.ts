import { randomInt } from 'node:crypto'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startEmbedded } from '../../server/src/base/db/embedded.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { confirm, pay, post, sendTo, upload } from '../support/buy.ts'
import { isGrande } from '../support/grande.ts'
import { OWNER, type Shop, startShop } from '../support/shop.ts'

const ROUNDS = process.env.SOAK === '1' ? 30 : 3
const CUSTOMERS = 5

/** The server's answers to a customer: they must stay true. */
type Acknowledged = {
  pedido_id: string
  pages: number
  total: number
  step: 'cotizado' | 'confirmado' | 'pagado'
}

// Kills one process with its embedded database and its disk; mezcla.soak.test.ts kills one of two
test.skipIf(isGrande)(
  `kill -9 at ${ROUNDS} random moments loses nothing that was acknowledged and pays nothing twice`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-kill9-'))
    const told: Acknowledged[] = []
    let shop = await startShop({ dataDir })
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const crash = new AbortController()
        const customers = Array.from({ length: CUSTOMERS }, () => buyUntil(shop.url, crash.signal, told))
        // However slow the machine, at least one payment is under way
        while (round === 0 && !told.some(({ step }) => step === 'pagado')) await sleep(50)
        await sleep(randomInt(300, 3_000))
        await shop.kill9()
        crash.abort()
        await Promise.all(customers)
        shop = await startShop({ dataDir })
        await checkTold(shop, told)
      }
      await shop.stop()
      await checkBooks(dataDir)
    } finally {
      await shop.remove()
    }
    const paid = told.filter(({ step }) => step === 'pagado').length
    console.log(`${told.length} orders were acknowledged, ${paid} of them paid, over ${ROUNDS} kills`)
    expect(paid).toBeGreaterThan(0)
  },
  ROUNDS * 60_000,
)

/** One customer after another, until the server is gone: upload, purchase, preference, payment. */
async function buyUntil(url: string, signal: AbortSignal, told: Acknowledged[]): Promise<void> {
  while (!signal.aborted) {
    try {
      await buy(url, signal, told)
    } catch {
      if (!signal.aborted) await sleep(20) // the server is dying; the round ends in a moment
    }
  }
}

async function buy(url: string, signal: AbortSignal, told: Acknowledged[]): Promise<void> {
  const send = sendTo(url)
  const pages = randomInt(1, 30)
  const bytes = await makePdf({ pages, color: [1] })
  const { pedido_id, total } = await upload(send, { bytes, inColor: pages % 3 === 0 }, { signal })
  const order: Acknowledged = { pedido_id, pages, total, step: 'cotizado' }
  told.push(order)
  const importe_final = await confirm(send, pedido_id, { signal })
  order.step = 'confirmado'
  await pay(send, pedido_id, importe_final, { signal })
  order.step = 'pagado'
}

const REACHED = { cotizado: 0, confirmado: 1, pagado: 2 }
const isAtLeast = (estado: string, step: Acknowledged['step']) =>
  (REACHED[estado as keyof typeof REACHED] ?? -1) >= REACHED[step] ||
  (step === 'cotizado' && estado === 'borrador')

/**
 * Every order is in the state that was answered (payments within their retry), with its price and its
 * printable file.
 */
async function checkTold(shop: Shop, told: Acknowledged[]): Promise<void> {
  const { access } = await post(sendTo(shop.url), '/api/mostrador/ingresar', OWNER)
  const headers = { authorization: `Bearer ${access}` }
  for (const { pedido_id, pages, total, step } of told) {
    const order = await eventually(shop.url, pedido_id, step)
    expect(order).toMatchObject({ total, archivos: [{ paginas: pages }] })
    if (step === 'cotizado' && order.estado === 'borrador') continue
    const detail = await fetch(`${shop.url}/api/mostrador/pedidos/${pedido_id}`, { headers })
    const { pagos, trabajos } = (await detail.json()) as PedidoMostrador
    if (order.estado === 'pagado') expect(pagos.filter(({ estado }) => estado === 'approved')).toHaveLength(1)
    expect(trabajos).toMatchObject([{ paginas: pages }])
  }
  const last = told.findLast(({ step }) => step === 'pagado')
  if (!last) return
  const print = await fetch(`${shop.url}/api/mostrador/pedidos/${last.pedido_id}/trabajos/1.pdf`, { headers })
  expect(print.status).toBe(200)
  expect(
    Buffer.from(await print.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
}

async function eventually(url: string, id: string, step: Acknowledged['step']): Promise<PedidoAnswer> {
  const until = Date.now() + 60_000
  for (;;) {
    const answer = await fetch(`${url}/api/pedidos/${id}`)
    if (answer.status !== 200) throw new Error(`order ${id} (${step}) is lost: ${answer.status}`)
    const order = (await answer.json()) as PedidoAnswer
    if (isAtLeast(order.estado, step)) return order
    if (Date.now() > until) throw new Error(`order ${id} was told ${step} and is ${order.estado}`)
    await sleep(100)
  }
}

/** Behind the API: rows and files name each other exactly, numbers are unique, one mail and one payment an order. */
async function checkBooks(dataDir: string): Promise<void> {
  const postgres = await startEmbedded(dataDir)
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    const column = async (query: string) =>
      (await client.query({ text: query, rowMode: 'array' })).rows.flat()
    const names = await column(
      'select id from contenidos where borrado is null union all select id from imagenes',
    )
    const files = readdirSync(join(dataDir, 'archivos'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(files.sort()).toEqual(names.map(String).sort())
    expect(readdirSync(join(dataDir, 'recibiendo'))).toEqual([])
    expect(
      await column(
        `select id from contenidos c where not exists (select from archivos where contenido_id = c.id)`,
      ),
    ).toEqual([])
    expect(
      await column(`select pedido_id from pagos where estado = 'approved' group by 1 having count(*) > 1`),
    ).toEqual([])
    expect(
      await column(`select pedido_id from historial where estado = 'pagado' group by 1 having count(*) > 1`),
    ).toEqual([])
    const paid = await column(`select 'pagado:' || id from pedidos where estado = 'pagado' order by 1`)
    expect(await column(`select clave from correos where clave like 'pagado:%' order by 1`)).toEqual(paid)
  } finally {
    await client.end()
    await postgres.stop()
  }
}
