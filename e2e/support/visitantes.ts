import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { confirm, pay, post, type Send, sendTo, upload } from './buy.ts'
import { makeCustomer } from './cuenta.ts'
import { heavyPdf } from './files.ts'
import { insist, Refused } from './insist.ts'
import { uploadInParts } from './partes.ts'
import { setAjustes } from './server.ts'
import { OWNER, type Shop } from './shop.ts'
import type { Trafico } from './trafico.ts'

export type Paso = 'cotizado' | 'confirmado' | 'pagado' | 'en_produccion' | 'listo' | 'entregado'

/** The facts that the servers have answered as done: they must stay true. */
export type Told = {
  /** `enPartes`: its file was uploaded in parts. */
  pedidos: Map<string, { total: number; estado: Paso; enPartes: boolean }>
  /** Sales by their key, with their customer. */
  ventas: Map<string, number>
  /** Codes that were bought with points. */
  codigos: Set<string>
  /** For each code used at the counter: how many clerks were told that their call had used it. */
  usados: Map<string, number>
}

export const nothingTold = (): Told => ({
  pedidos: new Map(),
  ventas: new Map(),
  codigos: new Set(),
  usados: new Map(),
})

export type Visitor = (send: Send) => Promise<void>
export type Cuenta = { id: number; email: string; access: string }

const PIECE = 128 * 1024
const SALE = 35_000
const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })

async function read<T>(send: Send, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await send(path, init)
  if (!answer.ok) throw new Refused(path, answer.status, await answer.text())
  return (await answer.json()) as T
}

/** A visitor who only looks around. */
export const browse: Visitor = async (send) => {
  await send('/', { headers: { accept: 'text/html' } })
  const all = await read<{ id: number }[]>(send, '/api/v1/productos/')
  await read(send, `/api/v1/productos/${all[randomInt(all.length)]?.id}/`)
  await read(send, '/api/precios')
}

/** Uploads (also in parts, which reach both servers in turns), confirms, pays, and looks at the order. */
export const buy =
  (told: Told, bytes: Uint8Array, enPartes: boolean): Visitor =>
  async (send) => {
    const source = { bytes: bytes.length, read: (from: number, to: number) => bytes.subarray(from, to) }
    const carrito = randomUUID()
    const sent = enPartes ? { subida: await uploadInParts(send, source, PIECE) } : { bytes }
    const { pedido_id, total } = await insist(() => upload(send, { ...sent, carrito }))
    const tell = (estado: Paso) => told.pedidos.set(pedido_id, { total, estado, enPartes })
    tell('cotizado')
    // A mailbox of its own: one with ten unpaid orders, of visits that were cut, may confirm no more
    const email = `${carrito}@example.com`
    const importe = await insist(() => confirm(send, pedido_id, {}, email))
    tell('confirmado')
    await insist(() => pay(send, pedido_id, importe))
    tell('pagado')
    await read(send, `/api/pedidos/${pedido_id}`)
  }

/**
 * Gets points by a sale at the counter; exchanges them for a code of sheets, and a prize that is then handed
 * over.
 */
export const redeem =
  (told: Told, { id, email, access }: Cuenta, premios: { hojas: number; llavero: number }): Visitor =>
  async (send) => {
    const staff = await enter(told, send)
    const key = randomUUID()
    const headers = { ...staff.headers, 'idempotency-key': key }
    await insist(() => post(send, '/api/mostrador/ventas', { email, importe: SALE }, { headers }))
    told.ventas.set(key, id)
    const prize = { producto_id: premios.llavero }
    const { codigo: taken } = await post(send, '/api/puntos/canjear-producto/', prize, bearer(access))
    told.codigos.add(String(taken))
    const made = await post(
      send,
      '/api/codigos-canje/',
      { producto: premios.hojas, cliente: id },
      bearer(access),
    )
    for (const { codigo } of Object.values(made) as { codigo: string }[]) told.codigos.add(codigo)
    await read(send, '/api/codigos-canje/', bearer(access))
    await mark(told, send, String(taken))
  }

/** The counter's session by its shop's `Told`, of which each file has one. */
const sessions = new WeakMap<Told, Promise<ReturnType<typeof bearer>>>()

/** One session for the whole counter: logins are not tested here. */
function enter(told: Told, send: Send): Promise<ReturnType<typeof bearer>> {
  const entering =
    sessions.get(told) ??
    post(send, '/api/mostrador/ingresar', OWNER).then(({ access }) => bearer(String(access)))
  sessions.set(told, entering)
  return entering
}

/**
 * Two clerks scan the same code at once; each repeats the call until it is answered. At most one of them
 * succeeds.
 */
async function mark(told: Told, send: Send, codigo: string): Promise<void> {
  const staff = await enter(told, send)
  const scan = async () => {
    await insist(() => post(send, `/api/mostrador/codigos/${codigo}/usar`, {}, staff))
    told.usados.set(codigo, (told.usados.get(codigo) ?? 0) + 1)
  }
  await Promise.all([scan().catch(unlessTaken), scan().catch(unlessTaken)])
}

/** Another clerk was first, or our own call that was cut. */
function unlessTaken(error: unknown): void {
  if (!(error instanceof Refused && error.status === 409)) throw error
}

type Board = { pedidos: { pedido_id: string; tomado: unknown }[] }

/** Looks at the board, takes a paid order, makes it, and hands it over by its pickup code. */
export const work =
  (told: Told): Visitor =>
  async (send) => {
    const staff = await enter(told, send)
    const { pedidos } = await read<Board>(send, '/api/mostrador/pedidos?estado=pagado&orden=promesa', staff)
    const free = pedidos.filter(({ tomado }) => !tomado)
    const next = free[randomInt(Math.max(1, free.length))]
    if (!next) return void (await sleep(200))
    const path = `/api/mostrador/pedidos/${next.pedido_id}`
    const order = told.pedidos.get(next.pedido_id)
    const move = async (estado: 'en_produccion' | 'listo') => {
      await post(send, `${path}/estado`, { estado }, staff)
      if (order) order.estado = estado
    }
    await post(send, `${path}/tomar`, {}, staff)
    await move('en_produccion')
    await move('listo')
    const { codigo_retiro } = await read<{ codigo_retiro: string }>(send, path, staff)
    await mark(told, send, codigo_retiro)
    if (order) order.estado = 'entregado'
  }

/** Customers with accounts, clerks, buyers (every fourth uploads in parts), and those who only look. */
type Crowd = { customers: number; clerks: number; buyers: number; browsers: number }

export async function visitorsOf(told: Told, shop: Shop, db: pg.Client, crowd: Crowd): Promise<Visitor[]> {
  // Every sale gives its points, however many of a day are one customer's
  await setAjustes(shop, { puntos_venta: { por_venta: SALE, por_cliente_dia: 100_000_000 } })
  const cuentas: Cuenta[] = []
  for (let index = 0; index < crowd.customers; index++) {
    const { email, password } = await makeCustomer(shop)
    const { access } = await post(sendTo(shop.url), '/api/auth/login/', { email, password })
    const { rows } = await db.query<{ id: number }>('select id from clientes where email = $1', [email])
    cuentas.push({ id: rows[0]?.id ?? 0, email, access: String(access) })
  }
  const premio = async (text: string) => (await db.query<{ id: number }>(text)).rows[0]?.id ?? 0
  const premios = {
    hojas: await premio('select id from premios where es_codigo_canje and puntos_requeridos = 20000'),
    // The demo shop has forty
    llavero: await premio(
      'update premios set cantidad = 1000000 where not es_codigo_canje and puntos_requeridos = 15000 returning id',
    ),
  }
  const small = await makePdf({ pages: 12 })
  const { buffer: large } = await heavyPdf('apuntes.pdf', 1)
  return [
    ...cuentas.map((cuenta) => redeem(told, cuenta, premios)),
    ...Array.from({ length: crowd.clerks }, () => work(told)),
    ...Array.from({ length: crowd.buyers }, (_, index) =>
      buy(told, index % 4 ? small : large, index % 4 === 0),
    ),
    ...Array.from({ length: crowd.browsers }, () => browse),
  ]
}

/** Each repeats its actions for this long. A call that failed is counted; the visitor starts again. */
export async function runVisitors(
  trafico: Trafico,
  visitors: Visitor[],
  perSecond: number,
  ms: number,
): Promise<void> {
  trafico.pace(perSecond, ms)
  const until = performance.now() + ms
  await Promise.all(
    visitors.map(async (visit, index) => {
      const send = trafico.sendAs(index)
      while (performance.now() < until) await visit(send).catch(() => sleep(50))
    }),
  )
}
