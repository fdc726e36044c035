import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import pg from 'pg'
import { expect } from 'vitest'
import { ask, request } from './ask.ts'
import { OWNER, type Shop } from './shop.ts'

/** The server's data, by calls without a browser. */

export { ask, request }

/** The owner at the counter. */
export async function ownerBearer(shop: Shop): Promise<{ authorization: string }> {
  const { access } = await ask<{ access: string }>(shop, '/api/mostrador/ingresar', OWNER)
  return { authorization: `Bearer ${access}` }
}

/** Changes the owner's settings, as the counter's screen does. */
export async function setAjustes(shop: Shop, change: Partial<Ajustes>): Promise<Ajustes> {
  return ask(shop, '/api/mostrador/ajustes', change, { method: 'PUT', headers: await ownerBearer(shop) })
}

/** The order as a visitor sees it who has only its id. */
export const pedidoOf = (shop: Shop, id: string): Promise<PedidoAnswer> => ask(shop, `/api/pedidos/${id}`)

export async function staffPedidoOf(shop: Shop, id: string): Promise<PedidoMostrador> {
  return ask(shop, `/api/mostrador/pedidos/${id}`, undefined, { headers: await ownerBearer(shop) })
}

export type Mail = { para: string; asunto: string; texto: string; html: string }
export const mailsTo = (shop: Shop, address: string): Promise<Mail[]> =>
  // Only answered on this machine: not through the balancer
  ask(shop.procesos[0], `/dev/correo?para=${encodeURIComponent(address)}`, undefined, {
    headers: { accept: 'application/json' },
  })

/** The links in the mail of a paid order: to its page, and to its invoice. */
export async function enlaceOf(
  shop: Shop,
  { id, email }: { id: string; email: string },
  page: 'pedido' | 'facturar' = 'pedido',
): Promise<string> {
  const path = page === 'pedido' ? `/pedido/${id}` : `/facturar?pedido=${id}`
  const find = async () =>
    (await mailsTo(shop, email))
      .flatMap(({ texto }) => texto.match(/https?:\/\/\S+#llave=[\w-]{43}/g) ?? [])
      .find((enlace) => enlace.includes(`${path}#`))
  await expect.poll(find, { timeout: 15_000 }).toBeTruthy()
  return (await find()) ?? ''
}

/** A connection to the shop's own database; the caller ends it. */
export async function connect({ dataDir }: Shop): Promise<pg.Client> {
  const pid = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const client = new pg.Client({
    host: pid[4],
    port: Number(pid[3]),
    user: 'imprimitodo',
    database: 'imprimitodo',
  })
  await client.connect()
  return client
}

/** Rows of the shop's own database, for data that no call answers (drafts, uploads without an order). */
export async function rows<T>(shop: Shop, query: string, values: unknown[] = []): Promise<T[]> {
  const client = await connect(shop)
  try {
    return (await client.query(query, values)).rows
  } finally {
    await client.end()
  }
}

/** Orders by state, of this visitor's half-made order or of the whole shop. */
export async function estados(shop: Shop, carrito?: string): Promise<string[]> {
  const found = await rows<{ estado: string }>(
    shop,
    `select estado from pedidos where $1::text is null or carrito = $1 order by creado`,
    [carrito ?? null],
  )
  return found.map(({ estado }) => estado)
}

/** Fails unless this browser has exactly one order, in this state; answers nothing. */
export async function expectOneOrder(shop: Shop, carrito: string, estado: string): Promise<void> {
  expect(await estados(shop, carrito)).toEqual([estado])
}
