// The steps of two clerks on a random day, and their answers: the judge compares them with what the shop
// wrote down.
import { randomBytes, randomInt } from 'node:crypto'
import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { eq, sql } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { sesiones_mostrador } from '../../base/db/schema/mostrador.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import { productos } from '../../base/db/schema/productos.ts'
import { downDetail } from '../../base/http/down.ts'
import { cleanUp } from '../../compra/pedidos/pasos/limpieza.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { recordPayment } from '../../dinero/pagos/service.ts'
import { createCodigo } from '../../fidelidad/codigos/service.ts'
import { enterAs, newOperador } from '../mostrador.ts'
import { makePdf } from '../pdf.ts'
import { rowOf } from '../pedidos.ts'
import { conPuntos } from '../puntos.ts'
import { compra, type Shop, testShop } from '../shop.ts'
import { azarOf } from './azar.ts'

const B = '/api/mostrador'
export const DAY_MS = 24 * 3600_000
const MEDIOS = ['efectivo', 'transferencia', 'mercadopago', 'posnet'] as const
/** Few points, so that the limits are met every day. */
export const TOPES = { por_venta: 2_000, por_cliente_dia: 2_500 }
/** Above it a refund needs the owner's confirmation; these days stay below. */
const MOST_BACK = 9_000_00

export type Clerk = Awaited<ReturnType<typeof newOperador>>
/** The answers that the clerks got, in centavos; `ventas` by id, with the codes that they spent. */
export type Told = {
  cobrado: number
  vendido: number
  devuelto: number
  web: number
  ventas: Set<number>
  codigos: Set<string>
  /** Refused sales, by the slug of the reason. */
  rechazos: Map<string, number>
}
type Sold = { id: number; left: number; back: number }
type Pago = { medio: string; importe: number; recibido?: number }

const newTold = (): Told => ({
  cobrado: 0,
  vendido: 0,
  devuelto: 0,
  web: 0,
  ventas: new Set(),
  codigos: new Set(),
  rechazos: new Map(),
})
const toCentavos = (pesos: number) => Math.round(pesos * 100)
const cash = (importe: number): Pago[] => [{ medio: 'efectivo', importe }]
/** Discounts of orders made in the web. */
const enWebOf = (orders: Pedido[]): number =>
  orders.reduce((sum, { total_impresion, importe_final }) => sum + total_impresion - importe_final, 0)
const newKey = () => randomBytes(12).toString('hex')

/**
 * Repeats work that a cut database interrupted. For the test's own work: the shop's must get through by
 * itself.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (attempt === 40 || !downDetail(error)) throw error
    }
}

/** Sent until there is an answer, as a screen does after a lost connection. */
async function answered<A extends { statusCode: number }>(send: () => Promise<A>): Promise<A> {
  for (let attempt = 1; ; attempt++) {
    const answer = await send()
    if (answer.statusCode !== 503 || attempt === 40) return answer
  }
}

/** Breaks every connection to the database, in the middle of running queries. */
export async function hangUp(shop: Shop): Promise<void> {
  await shop.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}

/** Drafts and web orders are copies of one that was uploaded, read and confirmed: same bytes, new rows. */
async function ordersOf(shop: Shop) {
  const bytes = await makePdf({ pages: 4 })
  const { pedido_id: template } = await shop.quote([{ nombre: 'a.pdf', bytes }])
  await shop.db
    .update(pedidos)
    .set({ guardado_hasta: new Date('2200-01-01') })
    .where(eq(pedidos.id, template))
  const like = await rowOf(shop, template)
  const { rows } = await shop.db.execute<{ column_name: string }>(sql`
    select column_name from information_schema.columns
    where table_name = 'archivos' and column_name not in ('id', 'pedido_id', 'duplicado')`)
  const columns = sql.raw(rows.map(({ column_name }) => `"${column_name}"`).join(', '))
  const text = () => randomBytes(16).toString('base64url')

  /** A draft of four pages, in so many copies: $ 320 each. */
  async function draft(copies: number): Promise<string> {
    const id = text()
    const [total, now] = [copies * 320_00, shop.deps.now()]
    const money = { total_impresion: total, final_impresion: total, importe_final: total }
    const own = { id, referencia: text(), guardado_hasta: null, creado: now, tocado: now }
    await again(() =>
      shop.db.transaction(async (tx) => {
        await tx.insert(pedidos).values({ ...like, ...own, ...money, carrito: null })
        await tx.execute(sql`
          insert into archivos (pedido_id, duplicado, ${columns})
          select ${id}, ${copies}, ${columns} from archivos where pedido_id = ${template}`)
      }),
    )
    return id
  }

  /** The price after the web's own discount, without a code. Centavos. */
  const inWeb = (copies: number) => Math.round((copies * 320 * 95) / 100) * 100

  /** Confirmed in the web by `email`, with the web's discount. */
  async function web(copies: number, email: string) {
    const id = await draft(copies)
    const now = shop.deps.now()
    const final = inWeb(copies)
    await again(() =>
      shop.db
        .update(pedidos)
        .set({
          estado: 'confirmado',
          numero: randomInt(1e6, 2e9),
          codigo_retiro: text(),
          email,
          celular: '3865412233',
          sucursal_id: 1,
          modo_entrega: 'retiro',
          confirmado: now,
          descuento_porcentaje: 5,
          final_impresion: final,
          importe_final: final,
          vence: new Date(now.getTime() + 3 * DAY_MS),
        })
        .where(eq(pedidos.id, id)),
    )
    return again(() => rowOf(shop, id))
  }

  /** The same with a code, which it holds. @returns the web's own discount too */
  async function webWith(copies: number, email: string, codigo: string) {
    const id = await draft(copies)
    const body = compra(id, { email, codigosAplicados: [codigo] })
    const { statusCode, body: said } = await answered(() => shop.post('/api/completar_compra', body))
    if (statusCode !== 200) throw new Error(said)
    return { id, enWeb: copies * 320_00 - inWeb(copies) }
  }
  return { draft, web, webWith }
}

/** A branch with two clerks, three accounts, goods and codes. The same seed gives the same days. */
async function aStage(seed: number) {
  const shop = await testShop()
  const clerks = [await newOperador(shop, 1), await newOperador(shop, 1)] as const
  const owner = await enterAs(shop)
  const payload = { puntos_venta: TOPES }
  await shop.app.inject({ method: 'PUT', url: `${B}/ajustes`, headers: owner, payload })
  await shop.db.update(sesiones_mostrador).set({ vence: new Date('2200-01-01') })
  const accounts = [await conPuntos(shop), await conPuntos(shop), await conPuntos(shop)]
  const goods = await shop.db
    .insert(productos)
    .values([800_00, 1_250_00, 35_50].map((importe, n) => ({ nombre: `Producto ${n}`, importe })))
    .returning()
  const orders = await ordersOf(shop)
  const azar = azarOf(seed)
  const whole = (from: number, to: number) => from + Math.floor(azar() * (to - from + 1))
  const chance = (of: number) => azar() < of
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(azar() * of.length)]
  /** The mailbox of one of the accounts. */
  const anyEmail = () => pick(accounts)?.email ?? ''
  return { shop, clerks, goods, orders, azar, whole, chance, pick, anyEmail }
}
type Stage = Awaited<ReturnType<typeof aStage>>

/** The clerks' calls, and their memory of the answers. */
function aMind({ shop }: Stage) {
  const told = newTold()
  /** Sales with a rest to pay, and sales that may be refunded; links that were not paid yet. */
  const [owing, sold]: [{ id: number; resto: number }[], Sold[]] = [[], []]
  const links: { id: number; pedido_id: string }[] = []

  /** Always with the same key. */
  async function ask(clerk: Clerk, path: string, payload: object, key = newKey()) {
    const call: InjectOptions = { method: 'POST', url: `${B}/${path}`, payload }
    const headers = { ...clerk.headers, 'idempotency-key': key }
    return answered(() => shop.app.inject({ ...call, headers }))
  }
  async function send(clerk: Clerk, path: string, payload: object, status: number, key?: string) {
    const answer = await ask(clerk, path, payload, key)
    expect(answer.statusCode, `${path} ${payload} ${answer.body}`).toEqual(status)
    return answer.json()
  }

  /** Notes what a finished sale leaves to do. `enWeb`: centavos that came off its orders in the web. */
  function remember(venta: VentaAnswer, enWeb = 0): void {
    const { venta_id, pagado, resto, init_point, pedidos: own, descuentos } = venta
    const id = venta_id ?? 0
    expect(told.ventas.has(id)).toBe(false)
    told.ventas.add(id)
    told.cobrado += toCentavos(pagado)
    for (const { codigo } of descuentos) if (codigo) told.codigos.add(codigo)
    const off = descuentos.reduce((sum, { importe }) => sum + toCentavos(importe), enWeb)
    // All prices of these days are whole pesos: the total is what is left after the discounts
    expect(toCentavos(venta.impresion + venta.otros) - off).toBe(toCentavos(venta.total))
    expect(toCentavos(pagado + resto)).toBe(toCentavos(venta.total))
    const waiting = own.at(-1)?.pedido_id
    if (init_point && waiting) links.push({ id, pedido_id: waiting })
    else if (resto > 0) owing.push({ id, resto })
    else sold.push({ id, left: toCentavos(pagado), back: 0 })
  }

  function refused({ headers }: { headers: Record<string, unknown> }): void {
    const codigo = String(headers['x-codigo'])
    told.rechazos.set(codigo, (told.rechazos.get(codigo) ?? 0) + 1)
  }

  async function payOnline(referencia: string, centavos: number): Promise<void> {
    const at = shop.deps.now()
    const payment = { id: String(randomInt(1e9, 2e11)), reference: referencia, status: 'approved' as const }
    const money = { amount: centavos, refunded: 0, currency: 'ARS', method: 'visa', ticketUrl: null }
    const { kind } = shop.deps.payments.current
    await again(() => recordPayment(shop.deps, kind, { ...payment, ...money, created: at, updated: at }))
    told.web += centavos
  }
  return { told, owing, sold, links, ask, send, remember, refused, payOnline }
}
type Mind = ReturnType<typeof aMind>

/** A sale of files, products and services, with codes and a discount, and its payments. */
function aTicket({ shop, goods, orders, azar, whole, chance, pick }: Stage) {
  const common = () => {
    const [creado, vence] = [shop.deps.now(), new Date(shop.deps.now().getTime() + DAY_MS)]
    return { producto_nombre: 'Código', email: null, creado, vence }
  }
  const newCodigo = async (email: string | null) => {
    const made =
      email && chance(0.3)
        ? { ...common(), tipo: 'ruleta' as const, porcentaje: whole(1, 10), email }
        : chance(0.3)
          ? { ...common(), tipo: 'hojas' as const, porcentaje: null, hojas: 2 }
          : { ...common(), tipo: 'cupon' as const, porcentaje: whole(1, 30) }
    return (await again(() => createCodigo(shop.db, made))).codigo
  }

  const newGiro = async (email: string) => {
    const of = { ...common(), tipo: 'ruleta' as const, porcentaje: whole(2, 8), email }
    return (await again(() => createCodigo(shop.db, of))).codigo
  }

  const newCupon = async () => {
    const of = { ...common(), tipo: 'cupon' as const, porcentaje: 10 }
    return (await again(() => createCodigo(shop.db, of))).codigo
  }

  /**
   * In cash with change, split with the card terminal, a part of it, or a part by the provider's link. Pesos.
   */
  function pagosFor(total: number, mayLink: boolean): Pago[] {
    if (total === 0) return []
    const part = chance(0.25) ? Math.max(1, Math.floor(total * azar())) : total
    const inHand = chance(0.5) ? part : Math.max(1, Math.floor(part * azar()))
    const first = { medio: 'efectivo', importe: inHand, recibido: inHand + whole(0, 500) }
    const rest = Math.round((total - inHand) * 100) / 100
    if (mayLink && rest > 0 && chance(0.3)) return [first, { medio: 'mercadopago', importe: rest }]
    const other = Math.round((part - inHand) * 100) / 100
    const medio = pick(['posnet', 'transferencia'] as const) ?? 'posnet'
    return [first, ...(other > 0 ? [{ medio, importe: other }] : [])]
  }

  async function newSale(email: string | null) {
    const drafts = chance(0.5) ? [await orders.draft(whole(1, 9))] : []
    if (drafts.length > 0 && chance(0.2)) drafts.push(await orders.draft(whole(1, 9)))
    const lines = Array.from({ length: whole(drafts.length > 0 ? 0 : 1, 2) }, () =>
      chance(0.5)
        ? { producto_id: pick(goods)?.id, cantidad: whole(1, 4) }
        : { texto: 'Tapa', importe: whole(100, 3_000_00) / 100, cantidad: whole(1, 3) },
    )
    const codes = Array.from({ length: chance(0.4) ? whole(1, 2) : 0 }, () => newCodigo(email))
    const percent = chance(0.3) && { descuento: { porcentaje: whole(1, 300) / 100, motivo: 'de siempre' } }
    const amount = chance(0.1) && { descuento: { importe: whole(1, 50), motivo: 'hoja manchada' } }
    return {
      lineas: [...drafts.map((pedido_id) => ({ pedido_id })), ...lines],
      codigos: await Promise.all(codes),
      ...percent,
      ...amount,
      ...(email && { cliente: { email } }),
    }
  }
  return { newCupon, newGiro, pagosFor, newSale }
}

/** Sales of all kinds, and two clerks at the same order or code. */
function sales(stage: Stage, { told, ask, send, remember, refused }: Mind) {
  const { clerks, orders, whole, chance, pick, anyEmail } = stage
  const { newCupon, newGiro, pagosFor, newSale } = aTicket(stage)
  const settle = (answers: Awaited<ReturnType<Mind['ask']>>[], enWeb = 0) => {
    for (const answer of answers)
      if (answer.statusCode === 200) remember(answer.json(), enWeb)
      else refused(answer)
  }
  return {
    /** A web order at its price, or a new sale; sometimes sent twice with one key, as after a lost answer. */
    async sell(clerk: Clerk) {
      const email = chance(0.6) ? anyEmail() : null
      const webs = chance(0.25) ? [await orders.web(whole(1, 9), email ?? 'sin-cuenta@example.com')] : []
      const body =
        webs.length > 0
          ? { lineas: webs.map(({ id }) => ({ pedido_id: id })), ...(email && { cliente: { email } }) }
          : await newSale(email)
      const quoted = await ask(clerk, 'ventas/cotizar', body)
      // Refused: two percents for one order, or free sheets without sheets
      if (quoted.statusCode === 400) return refused(quoted)
      expect(quoted.statusCode, String(quoted.body)).toBe(200)
      const { total } = quoted.json<VentaAnswer>()
      const isOne = body.lineas.filter((line) => 'pedido_id' in line).length < 2
      const sale = { ...body, total, pagos: pagosFor(total, isOne) }
      const key = newKey()
      const twice = Array.from({ length: whole(1, 2) }, () => send(clerk, 'ventas', sale, 200, key))
      const answers: VentaAnswer[] = await Promise.all(twice)
      expect(new Set(answers.map(({ venta_id }) => venta_id)).size).toBe(1)
      if (answers[0]) remember(answers[0], enWebOf(webs))
    },
    /** Orders of two customers, one of whom holds a code, with one of the counter on top. */
    async pair(clerk: Clerk) {
      const email = anyEmail()
      const held = await orders.webWith(whole(1, 9), email, await newGiro(email))
      const other = await orders.web(whole(1, 9), anyEmail())
      const lineas = [{ pedido_id: other.id }, { pedido_id: held.id }]
      const body = { lineas, codigos: chance(0.5) ? [await newCupon()] : [] }
      const { total } = await send(clerk, 'ventas/cotizar', body, 200)
      const sale = { ...body, total, pagos: pagosFor(total, false) }
      remember(await send(clerk, 'ventas', sale, 200), enWebOf([other]) + held.enWeb)
    },
    /** Both clerks charge one web order at the same moment, each by a sale of their own. */
    async race() {
      const order = await orders.web(whole(1, 9), anyEmail())
      const sale = { lineas: [{ pedido_id: order.id }], pagos: cash(order.importe_final / 100) }
      const answers = await Promise.all(clerks.map((clerk) => ask(clerk, 'ventas', sale)))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      settle(answers, enWebOf([order]))
    },
    /** Two sales use one coupon at once. */
    async fight() {
      const codigo = await newCupon()
      const drafts = [await orders.draft(2), await orders.draft(2)]
      const saleOf = (pedido_id: string) => ({ lineas: [{ pedido_id }], codigos: [codigo], pagos: cash(576) })
      const answers = await Promise.all(
        drafts.map((pedido_id, n) => ask(clerks[n] ?? clerks[0], 'ventas', saleOf(pedido_id))),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      settle(answers)
    },
    async sellTyped(clerk: Clerk) {
      const centavos = whole(1, 5_000_00)
      const medio = chance(0.8) ? pick(MEDIOS) : null
      await send(clerk, 'ventas', { email: anyEmail(), importe: centavos / 100, medio }, 200)
      told.vendido += centavos
    },
  }
}

/** Money of finished sales, on whatever day, and of the drawer. */
function later(stage: Stage, { told, owing, sold, links, send, payOnline }: Mind) {
  const { shop, orders, azar, whole, chance, pick, anyEmail } = stage
  const owedOf = async ({ id, importe_final }: Pedido) => {
    const { rows } = await again(() =>
      shop.db.execute<{ sum: number }>(
        sql`select coalesce(sum(importe - devuelto), 0)::float8 as sum from pagos where pedido_id = ${id}`,
      ),
    )
    return importe_final - (rows[0]?.sum ?? 0)
  }
  return {
    /** For a sale of today or of another day: all of its rest, or a part. */
    async payRest(clerk: Clerk) {
      const [one] = owing.splice(whole(0, Math.max(0, owing.length - 1)), 1)
      if (!one) return
      const importe = chance(0.3) ? Math.max(1, Math.floor(one.resto * azar())) : one.resto
      const [key, body] = [newKey(), { pagos: cash(importe) }]
      const [paid] = await Promise.all(
        Array.from({ length: whole(1, 2) }, () => send(clerk, `ventas/${one.id}/pagos`, body, 200, key)),
      )
      told.cobrado += toCentavos(importe)
      if (paid.resto > 0) owing.push({ id: one.id, resto: paid.resto })
      else sold.push({ id: one.id, left: toCentavos(importe), back: 0 })
    },
    /**
     * The provider reports the payment of a link, or the customer brings cash after all, or the link expires
     * unpaid.
     */
    async endLink(clerk: Clerk) {
      const one = links.shift()
      if (!one || chance(0.3)) return
      const pedido = await again(() => rowOf(shop, one.pedido_id))
      if (pedido.archivos_borrados) return // nothing can pay it any more
      const left = await owedOf(pedido)
      if (chance(0.5)) return payOnline(pedido.referencia, left)
      await send(clerk, `ventas/${one.id}/pagos`, { pagos: cash(left / 100) }, 200)
      told.cobrado += left
    },
    async giveBack(clerk: Clerk) {
      const one = pick(sold.filter(({ left, back }) => left > 0 && back < MOST_BACK - 900_00))
      if (!one) return
      const centavos = Math.min(one.left, whole(1, 900_00))
      one.left -= centavos
      one.back += centavos
      const body = { importe: centavos / 100, medio: pick(['efectivo', 'transferencia']), motivo: 'falló' }
      const [key, path] = [newKey(), `ventas/${one.id}/devolver`]
      await Promise.all(Array.from({ length: whole(1, 2) }, () => send(clerk, path, body, 200, key)))
      told.devuelto += centavos
    },
    async move(clerk: Clerk, turno: number) {
      const tipo = pick(['retiro', 'gasto', 'ingreso'] as const)
      const body = { tipo, importe: whole(1, 1_000_00) / 100, motivo: 'cambio' }
      await send(clerk, `turnos/${turno}/movimientos`, body, 201)
    },
    async online() {
      const { referencia, importe_final } = await orders.web(whole(1, 90), anyEmail())
      await payOnline(referencia, importe_final)
    },
  }
}

export async function aCounterOfDays(seed: number) {
  const stage = await aStage(seed)
  const mind = aMind(stage)
  const { shop, clerks, azar, whole, chance } = stage
  return {
    shop,
    clerks,
    azar,
    whole,
    chance,
    told: mind.told,
    send: mind.send,
    sales: sales(stage, mind),
    later: later(stage, mind),
    /** Unpaid orders expire. */
    night: () => again(() => cleanUp(shop.deps)),
  }
}
export type CounterOfDays = Awaited<ReturnType<typeof aCounterOfDays>>
