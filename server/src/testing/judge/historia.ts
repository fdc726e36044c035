// One customer's order in a random history: events in any order, several at once.
import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { archivos } from '../../base/db/schema/archivos.ts'
import { codigos } from '../../base/db/schema/codigos.ts'
import { pedidos } from '../../base/db/schema/pedidos.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { createCodigo } from '../../fidelidad/codigos/service.ts'
import { cookiesOf, PASSWORD } from '../cuenta.ts'
import { makePdf } from '../pdf.ts'
import { moveTo, rowOf } from '../pedidos.ts'
import { newDevice } from '../peers/push.ts'
import { conPuntos } from '../puntos.ts'
import { compra, OWNER } from '../shop.ts'
import { chargeInCash } from '../ventas.ts'
import type { World } from './world.ts'

/** A draft that is copied for each order: four pages on two sheets, one of which a code may make free. */
type Model = { pedido: Pedido; archivo: typeof archivos.$inferSelect }

export async function newModel({ shop, work }: World): Promise<Model> {
  const { pedido_id } = await shop.quote([{ nombre: 'a.pdf', bytes: await makePdf({ pages: 4 }) }])
  await work(false) // its colours are counted
  const pedido = await rowOf(shop, pedido_id)
  const [archivo] = await shop.db.select().from(archivos).where(eq(archivos.pedido_id, pedido_id))
  if (!archivo) throw new Error('a draft without files')
  await shop.post('/api/completar_compra', compra(pedido_id, { email: 'modelo@example.com' }))
  await moveTo(shop, pedido_id, 'pagado') // its file stays
  return { pedido, archivo }
}

type Device = ReturnType<typeof newDevice> & { path: string; isWhole: boolean }
export type Persona = Awaited<ReturnType<typeof newPersona>>

/** A customer at an address of their own, with an order that waits for its payment. */
export async function newPersona(world: World, model: Model, azar: () => number) {
  const { shop, notices } = world
  const name = randomBytes(6).toString('hex')
  const remoteAddress = `10.${name
    .slice(0, 6)
    .match(/../g)
    ?.map((two) => Number.parseInt(two, 16))
    .join('.')}`
  const hasAccount = azar() < 0.4
  const cuenta = hasAccount ? await conPuntos(shop, 0, `${name}@example.com`) : null
  const isIn = cuenta !== null && azar() < 0.6
  const email = `${name}@example.com`
  const codigo = azar() < 0.4 ? await hoja(world, cuenta?.id ?? null, email) : null
  const id = randomBytes(16).toString('base64url')
  const referencia = randomBytes(16).toString('base64url')
  const at = world.now()
  const { id: _, ...archivo } = model.archivo
  await shop.db.insert(pedidos).values({ ...model.pedido, id, referencia, creado: at, tocado: at })
  await shop.db.insert(archivos).values({ ...archivo, pedido_id: id })
  const headers: Record<string, string> = isIn && cuenta ? { ...cuenta.headers } : {}
  const ask = async (method: 'POST' | 'DELETE', url: string, payload: object = {}) => {
    const answer = await shop.app.inject({
      method,
      url,
      payload,
      headers,
      remoteAddress,
    } satisfies InjectOptions)
    const cookie = cookiesOf(answer)
    if (cookie) headers.cookie = cookie
    return answer
  }
  const change = { email, codigosAplicados: codigo ? [codigo] : [] }
  const bought = await ask('POST', '/api/completar_compra', compra(id, change))
  if (bought.statusCode !== 200) throw new Error(bought.body)
  const { importe_final, numero, vence } = await rowOf(shop, id)
  if (!vence) throw new Error('it never ends')
  const link = await ask('POST', '/api/crear-preferencia', { pedido_id: id, total: importe_final / 100 })
  if (link.statusCode !== 200) throw new Error(link.body)
  const devices: Device[] = []
  const subscribe = async (isWhole: boolean) => {
    const path = `/${name}-${devices.length}`
    const device = newDevice(`${notices.url}${path}`)
    const { statusCode } = await ask('POST', `/api/pedidos/${id}/push`, device.body)
    if (statusCode === 201) devices.push({ ...device, path, isWhole })
    return statusCode
  }
  if (azar() < 0.7) await subscribe(true)
  return {
    id,
    email,
    referencia,
    importe_final,
    numero,
    vence,
    codigo,
    cuenta,
    isIn,
    ask,
    subscribe,
    devices,
    deleted: false,
  }
}

/** A code with one free sheet. */
async function hoja({ shop, now }: World, cliente_id: number | null, email: string): Promise<string> {
  const vence = new Date(now().getTime() + 90 * 86_400_000)
  const { codigo } = await createCodigo(shop.db, {
    tipo: 'hojas',
    cliente_id,
    email: cliente_id === null ? email : null,
    hojas: 1,
    producto_nombre: 'Hojas gratis',
    creado: now(),
    vence,
  })
  return codigo
}

/** Free sheets left on the code, or on the newest code that was made from it. */
export async function hojasLibres({ shop }: World, codigo: string): Promise<number> {
  const [first] = await shop.db.select().from(codigos).where(eq(codigos.codigo, codigo))
  let row = first
  for (
    let next = row;
    next;
    [next] = await shop.db.select().from(codigos).where(eq(codigos.origen_id, next.id))
  )
    row = next
  return row && !row.usado && !row.anulado ? (row.hojas ?? 0) : 0
}

type Clerk = { headers: Record<string, string> }
type Staff = { clerk: Clerk; boss: Clerk }

const SEC = 1_000
const MIN = 60 * SEC
const LATER = [SEC, 4 * SEC, 9 * SEC, 9 * SEC, 40 * SEC, 4 * MIN, 6 * MIN]
const HOURS = [3, 13, 50]

type Accion = (persona: Persona) => Promise<number | undefined>
/** Weight, name and action; the action returns the status of its call, if it made one. */
type Posible = [number, string, Accion]

const oneOf =
  (azar: () => number) =>
  <T>(from: readonly T[]): T | undefined =>
    from[Math.floor(azar() * from.length)]

const nothing =
  (work: () => unknown): Accion =>
  async () => {
    await work()
    return undefined
  }

/** All actions. */
export const posiblesOf = (world: World, staff: Staff, azar: () => number): Posible[] => [
  ...ofProvider(world, azar),
  ...ofCounter(world, staff, azar),
  ...ofCustomer(azar),
  ...ofWorld(world, azar),
]

function ofProvider(world: World, azar: () => number): Posible[] {
  const { mercadopago } = world
  const { books } = mercadopago
  const one = oneOf(azar)
  const notify = async (id: string) => {
    for (let times = azar() < 0.3 ? 2 : 1; times > 0; times--)
      await mercadopago.notify(id, azar() < 0.1 ? { secret: 'falsa' } : {})
  }
  const pay =
    (status: string, method = 'visa'): Accion =>
    async ({ referencia, importe_final, vence }) => {
      if (world.now() > vence) return undefined // its link has expired
      const { id } = books.add({
        status,
        external_reference: referencia,
        payment_method_id: method,
        transaction_amount: azar() < 0.9 ? importe_final / 100 : 10.5,
        ...(method === 'rapipago' && {
          transaction_details: { external_resource_url: 'https://www.mercadopago.com.ar/cupon/1' },
        }),
      })
      if (azar() < 0.8) await notify(String(id))
      return undefined
    }
  const goOn: Accion = async ({ referencia, vence }) => {
    const payment = one(mercadopago.of(referencia))
    const next = payment && one(NEXT_OF[payment.status] ?? [])
    if (!payment || !next) return undefined
    const whole = next === 'refunded' ? payment.transaction_amount : payment.transaction_amount_refunded
    books.move(String(payment.id), { status: next, transaction_amount_refunded: whole })
    // Always notified once the order has expired: the shop no longer searches for the payment then
    if (azar() < 0.8 || world.now() > vence) await notify(String(payment.id))
    return undefined
  }
  const tellAgain: Accion = async ({ referencia }) => {
    const payment = one(mercadopago.of(referencia))
    if (payment) await notify(String(payment.id))
    return undefined
  }
  return [
    [9, 'aprobado', pay('approved')],
    [3, 'en revisión', pay('in_process')],
    [3, 'cupón', pay('pending', 'rapipago')],
    [3, 'rechazado', pay('rejected')],
    [9, 'el pago sigue', goOn],
    [4, 'otra vez el aviso', tellAgain],
  ]
}

function ofCounter({ shop }: World, { clerk, boss }: Staff, azar: () => number): Posible[] {
  const one = oneOf(azar)
  const call = async (who: Clerk, path: string, payload: object, key?: string) => {
    const headers = { ...who.headers, ...(key && { 'idempotency-key': key }) }
    return (await shop.post(`/api/mostrador/pedidos/${path}`, payload, headers)).statusCode
  }
  const step =
    (estado: string): Accion =>
    (persona) =>
      call(azar() < 0.8 ? clerk : boss, `${persona.id}/estado`, {
        estado,
        motivo: azar() < 0.9 ? 'Se nos rompió la máquina' : '',
        actual: OWNER.password,
      })
  const toReady: Accion = async (persona) => {
    await step('en_produccion')(persona)
    return step('listo')(persona)
  }
  const undo: Accion = ({ id }) => {
    const isBoss = azar() < 0.4
    const motivo = isBoss && azar() < 0.7 ? { motivo: 'Me equivoqué de pedido' } : {}
    return call(isBoss ? boss : clerk, `${id}/deshacer`, motivo)
  }
  const refund: Accion = async ({ id }) => {
    const body = { importe: one([20, 50, null]) ?? null, motivo: 'Salió manchado', actual: OWNER.password }
    const key = randomUUID()
    const who = azar() < 0.5 ? clerk : boss
    const first = await call(who, `${id}/devolver`, body, key)
    return azar() < 0.5 ? call(who, `${id}/devolver`, body, key) : first
  }
  return [
    [3, 'cobrado en caja', async ({ id }) => (await chargeInCash(shop, id, clerk.headers)).statusCode],
    [5, 'en producción', step('en_produccion')],
    [9, 'listo', toReady],
    [5, 'entregado', step('entregado')],
    [6, 'cancela el mostrador', step('cancelado')],
    [12, 'deshacer', undo],
    [4, 'devolver', refund],
    [3, 'mudar', ({ id }) => call(boss, `${id}/sucursal`, { sucursal: one(['Alberdi', 'Aguilares']) })],
  ]
}

function ofCustomer(azar: () => number): Posible[] {
  const forget: Accion = async (persona) => {
    if (!persona.isIn || persona.deleted) return undefined
    const { statusCode } = await persona.ask('POST', '/api/clientes/eliminar', { password: PASSWORD })
    persona.deleted = statusCode === 200
    return statusCode === 401 ? undefined : statusCode // the session ended meanwhile
  }
  const silence: Accion = async (persona) => {
    const device = oneOf(azar)(persona.devices)
    if (!device) return undefined
    device.isWhole = false
    return (await persona.ask('DELETE', `/api/pedidos/${persona.id}/push`, device.body)).statusCode
  }
  return [
    [4, 'cancela', async ({ id, ask }) => (await ask('POST', `/api/pedidos/${id}/cancelar`)).statusCode],
    [3, 'otro dispositivo', ({ subscribe }) => subscribe(false)],
    [1, 'sin avisos', silence],
    [1, 'elimina su cuenta', forget],
  ]
}

function ofWorld(world: World, azar: () => number): Posible[] {
  const one = oneOf(azar)
  const { mood } = world
  return [
    [14, 'pasa el tiempo', nothing(() => world.pass(one(LATER) ?? SEC))],
    [4, 'pasan horas', nothing(() => world.passHours(one(HOURS) ?? 1))],
    [18, 'trabajos', nothing(() => world.work())],
    [3, 'limpieza', nothing(() => world.shop.app.housekeeping())],
    [2, 'el correo se cae', nothing(() => Object.assign(mood, { mailAway: !mood.mailAway }))],
    [2, 'los avisos se caen', nothing(() => Object.assign(mood, { pushAway: !mood.pushAway }))],
  ]
}

/** The states that a payment at its provider may change to. */
const NEXT_OF: Record<string, string[]> = {
  pending: ['approved', 'approved', 'cancelled'],
  in_process: ['approved', 'rejected', 'cancelled'],
  approved: ['refunded', 'charged_back', 'in_mediation'],
  in_mediation: ['approved'],
}
