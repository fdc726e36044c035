import { randomInt, randomUUID } from 'node:crypto'
import { confirm, pay, post, type Send, upload } from './buy.ts'
import { OWNER } from './shop.ts'

/** What the servers have said to be done: it must be true for ever after. */
export type Told = {
  pedidos: Map<string, { total: number; estado: 'cotizado' | 'confirmado' | 'pagado' | 'en_produccion' }>
  /** Sales by their key. */
  ventas: Map<string, number>
  codigos: Set<string>
}

export type Visitor = (send: Send) => Promise<void>
export type Cuenta = { id: number; email: string; access: string }

const bearer = (access: string) => ({ headers: { authorization: `Bearer ${access}` } })

async function read<T>(send: Send, path: string, init: RequestInit = {}): Promise<T> {
  const answer = await send(path, init)
  if (!answer.ok) throw new Error(`${path} ${answer.status}`)
  return (await answer.json()) as T
}

/** Looks around. */
export const browse: Visitor = async (send) => {
  await send('/', { headers: { accept: 'text/html' } })
  const all = await read<{ id: number }[]>(send, '/api/v1/productos/')
  await read(send, `/api/v1/productos/${all[randomInt(all.length)]?.id}/`)
  await read(send, '/api/precios')
}

/** Uploads, confirms, pays, and looks at the order. */
export const buy =
  (told: Told, bytes: Uint8Array): Visitor =>
  async (send) => {
    const { pedido_id, total } = await upload(send, { bytes })
    told.pedidos.set(pedido_id, { total, estado: 'cotizado' })
    const importe = await confirm(send, pedido_id)
    told.pedidos.set(pedido_id, { total, estado: 'confirmado' })
    await pay(send, pedido_id, importe)
    told.pedidos.set(pedido_id, { total, estado: 'pagado' })
    await read(send, `/api/pedidos/${pedido_id}`)
  }

/** Is given points by a sale at the counter, and makes a code of them. */
export const redeem =
  (told: Told, { id, email, access }: Cuenta, premio: number): Visitor =>
  async (send) => {
    const staff = await enter(send)
    const key = randomUUID()
    const headers = { ...staff.headers, 'idempotency-key': key }
    await post(send, '/api/mostrador/ventas', { email, importe: 20_000 }, { headers })
    told.ventas.set(key, id)
    const made = await post(send, '/api/codigos-canje/', { producto: premio, cliente: id }, bearer(access))
    for (const { codigo } of Object.values(made) as { codigo: string }[]) told.codigos.add(codigo)
    await read(send, '/api/codigos-canje/', bearer(access))
  }

let entered: Promise<ReturnType<typeof bearer>> | undefined

/** One session for all of the counter: signing in is not what is tried here. */
export const enter = (send: Send) =>
  (entered ??= post(send, '/api/mostrador/ingresar', OWNER).then(({ access }) => bearer(String(access))))

/** Looks at the board, takes the next paid order and puts it into production. */
export const work =
  (told: Told): Visitor =>
  async (send) => {
    const staff = await enter(send)
    type Board = { pedidos: { pedido_id: string; tomado: unknown }[] }
    const { pedidos } = await read<Board>(send, '/api/mostrador/pedidos?estado=pagado&orden=promesa', staff)
    const next = pedidos.find(({ tomado }) => !tomado)
    if (!next) return
    await post(send, `/api/mostrador/pedidos/${next.pedido_id}/tomar`, {}, staff)
    await post(send, `/api/mostrador/pedidos/${next.pedido_id}/estado`, { estado: 'en_produccion' }, staff)
    const order = told.pedidos.get(next.pedido_id)
    if (order) order.estado = 'en_produccion'
  }
