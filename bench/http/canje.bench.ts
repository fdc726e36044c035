import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { codigoFrom } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type pg from 'pg'
import { connect } from '../../e2e/support/server.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { hashToken, newToken } from '../../server/src/base/secrets/sign.ts'
import { atLeast, atMost, median, note, percentile, type Row } from '../support/rows.ts'

export const name = 'Redeeming points: 200 at once'
const AT_ONCE = 200
const ROUNDS = 9

/**
 * 200 customers redeem all their points at the same moment. Peer: the bare statements of 200 redemptions, one after
 * another on one connection to the same database.
 */
export async function run(): Promise<Row[]> {
  const shop = await startShop()
  const db = await connect(shop)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  try {
    const clientes = await customers(db)
    const premio = await insertPremio(db)
    await redeemAll(shop, db, agent, clientes, premio) // connections, compiled code
    await serially(db, clientes, premio)
    const times: number[] = []
    const ratios: number[] = []
    const rates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await serially(db, clientes, premio)
      const burst = await redeemAll(shop, db, agent, clientes, premio)
      times.push(...burst.times)
      rates.push(burst.rate)
      ratios.push(burst.rate / alone)
      await sleep(300)
    }
    return [
      note('answers a second', median(rates), '/s'),
      note('half of the answers within', median(times), 'ms'),
      atMost('99 of 100 answers within', percentile(times, 0.99), 450, 'ms'),
      atLeast('rate, as a share of the bare statements one by one', median(ratios), 0.7),
    ]
  } finally {
    agent.destroy()
    await db.end()
    await shop.remove()
  }
}

type Cliente = { id: number; access: string }

/** Active, in a session: the rows that registration and login leave behind. */
async function customers(db: pg.Client): Promise<Cliente[]> {
  const made: Cliente[] = []
  for (let index = 0; index < AT_ONCE; index++) {
    const { rows } = await db.query<{ id: number }>(
      `insert into clientes (email, nombre, celular, fecha_nacimiento, password_hash, activado)
       values ($1, 'Ana', '3865412233', '1990-05-17', 'x', now()) returning id`,
      [`canje${index}@example.com`],
    )
    const id = rows[0]?.id ?? 0
    const sesion = randomUUID()
    await db.query('insert into sesiones values ($1, $2, now(), now())', [sesion, id])
    const access = newToken()
    const values = [hashToken(access), sesion]
    await db.query(`insert into accesos values ($1, $2, now() + interval '1 hour')`, values)
    made.push({ id, access })
  }
  return made
}

async function insertPremio(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into premios (nombre, descripcion, puntos_requeridos, cantidad, es_codigo_canje)
     values ('Hojas', 'x', 1000, 10, true) returning id`,
  )
  return rows[0]?.id ?? 0
}

/** Milliseconds of each call, and calls in a second. @throws if a balance or a code is wrong afterwards */
async function redeemAll(shop: Shop, db: pg.Client, agent: Agent, clientes: Cliente[], premio: number) {
  await givePoints(db, clientes)
  const started = performance.now()
  const times = await Promise.all(clientes.map((cliente) => redeem(shop, agent, cliente, premio)))
  const rate = (AT_ONCE / (performance.now() - started)) * 1000
  await needExact(db)
  return { times, rate }
}

async function redeem({ url }: Shop, agent: Agent, { id, access }: Cliente, premio: number): Promise<number> {
  const started = performance.now()
  const body = JSON.stringify({ producto: premio, cliente: id })
  const headers = {
    authorization: `Bearer ${access}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const sent = request(`${url}/api/codigos-canje/`, { method: 'POST', agent, headers })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  let text = ''
  for await (const chunk of answer) text += chunk
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${text}`)
  return performance.now() - started
}

/** The same statements without a server. @returns redemptions in a second */
async function serially(db: pg.Client, clientes: Cliente[], premio: number): Promise<number> {
  await givePoints(db, clientes)
  const started = performance.now()
  for (const { id } of clientes) {
    await db.query('begin')
    await db.query('select id from clientes where id = $1 for no key update', [id])
    await db.query('select * from premios where id = $1 and retirado is null', [premio])
    await db.query('select sum(puntos) from puntos where cliente_id = $1', [id])
    const { rows } = await db.query<{ id: number }>(
      `insert into codigos (codigo, tipo, cliente_id, hojas, producto_nombre, premio_id, creado, vence)
       values ($1, 'hojas', $2, 10, 'Hojas', $3, now(), now() + interval '90 days')
       on conflict do nothing returning *`,
      [codigoFrom(randomBytes(12)), id, premio],
    )
    await db.query(
      `insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
       values ($1, 'canje', -1000, 'Canje', $2, 'cliente', now()) on conflict do nothing returning id`,
      [id, `canje:${rows[0]?.id}`],
    )
    await db.query('commit')
  }
  const rate = (AT_ONCE / (performance.now() - started)) * 1000
  await needExact(db)
  return rate
}

/** Deletes points and codes from before. */
async function givePoints(db: pg.Client, clientes: Cliente[]): Promise<void> {
  await db.query('truncate puntos, codigos cascade')
  await db.query(
    `insert into puntos (cliente_id, tipo, puntos, motivo, clave, quien, cuando)
     select id, 'ajuste', 1000, 'Regalo', 'regalo:' || id, 'sistema', now() from unnest($1::int[]) id`,
    [clientes.map(({ id }) => id)],
  )
}

async function needExact(db: pg.Client): Promise<void> {
  const { rows } = await db.query<{ codes: number; sheets: number; holders: number; left: number }>(
    `select (select count(*)::int from codigos) as codes, (select sum(hojas)::int from codigos) as sheets,
     (select count(distinct cliente_id)::int from codigos) as holders, (select sum(puntos)::int from puntos) as left`,
  )
  const expected = { codes: AT_ONCE, sheets: AT_ONCE * 10, holders: AT_ONCE, left: 0 }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected)) throw new Error(JSON.stringify(rows[0]))
}
