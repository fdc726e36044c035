import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { Agent, get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { connectTo, type Grande, startGrande } from '../../e2e/support/grande.ts'
import { freePort } from '../../e2e/support/shop.ts'
import { hashToken, newToken } from '../../server/src/base/secrets/sign.ts'
import { openCounter } from '../support/counter.ts'
import { fillPedidos } from '../support/pedidos.ts'
import { atMost, note, percentile, type Row } from '../support/rows.ts'

export const name = 'A hundred branches on two processes: print agents and screens that wait'
const FEW = 2
const MANY = 100
const SCREENS = 2
const ROUNDS = 1
const WINDOW_MS = 20_000
const EVENTS_PER_SECOND = 5
const LOOKS_PER_SECOND = 20
const MOST_TRANSACTIONS = 5
const TIMES = 1.5
const BOARD = '/api/mostrador/pedidos?estado=pagado&orden=promesa'

type Branch = { id: number; agente: string; pantalla: string }
type Looked = { times: number[]; each: number }

export async function run(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'imprimitodo-sucursales-'))
  const shop = await startGrande(dataDir, { port: await freePort(), env: { BACKUP_DIR: 'off' } })
  const db = await connectTo(shop.databaseUrl)
  try {
    await fillPedidos(shop, 2_000)
    const all = await addBranches(db)
    await sleep(2_000) // both processes have read the branches
    const few: Looked[] = []
    const many: Looked[] = []
    for (let round = -1; round < ROUNDS; round++) {
      const [one, other] = [await looked(shop, db, all.slice(0, FEW)), await looked(shop, db, all)]
      if (round < 0) continue // compiled code, warm pages
      few.push(one)
      many.push(other)
    }
    const p99 = (found: Looked[]) =>
      percentile(
        found.flatMap(({ times }) => times),
        0.99,
      )
    const each = (found: Looked[]) => found.reduce((sum, it) => sum + it.each, 0) / found.length
    return [
      note(`calls of the database for a print event, ${FEW} agents and ${FEW * SCREENS} screens`, each(few)),
      atMost(
        `calls of the database for a print event, ${MANY} agents and ${MANY * SCREENS} screens`,
        each(many),
        MOST_TRANSACTIONS,
      ),
      note(`99 of 100 looks at the board within, ${FEW} branches`, p99(few), 'ms'),
      note(`99 of 100 looks at the board within, ${MANY} branches`, p99(many), 'ms'),
      atMost('as a multiple', p99(many) / p99(few), TIMES),
    ]
  } finally {
    await db.end()
    await shop.remove()
  }
}

/** Each with an agent and a clerk whose session its screens share. */
async function addBranches(db: pg.Client): Promise<Branch[]> {
  const found: Branch[] = []
  for (let n = 0; n < MANY; n++) {
    const [agente, pantalla] = [newToken(), newToken()]
    const { rows } = await db.query<{ id: number }>(
      `with s as (insert into sucursales (nombre) values ($1) returning id),
         a as (insert into agentes (nombre, sucursal_id, token_hash, creado) select 'PC', id, $2, now() from s),
         o as (insert into operadores (email, nombre, rol, sucursal_id, password_hash)
           select $3, $1, 'operador', id, 'x' from s returning id),
         m as (insert into sesiones_mostrador (token_hash, operador_id, vence)
           select $4, id, now() + interval '1 day' from o)
       select id from s`,
      [`Sucursal ${n}`, hashToken(agente), `pantalla${n}@imprimitodo.test`, hashToken(pantalla)],
    )
    found.push({ id: rows[0]?.id ?? 0, agente, pantalla })
  }
  await db.query('notify ajustes')
  return found
}

/**
 * The duration of looks at the board while print events arrive, and the extra database work of each of those.
 */
async function looked(shop: Grande, db: pg.Client, branches: Branch[]): Promise<Looked> {
  const leaving = new AbortController()
  const counter = await openCounter(shop)
  const sockets = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  try {
    for (const it of branches) void waits(shop, it, { signal: leaving.signal, agent: sockets })
    const screens = branches.flatMap((it) => Array.from({ length: SCREENS }, () => it))
    const streams = await Promise.all(screens.map((it) => opened(shop, it, sockets)))
    await sleep(5_000)
    const quiet = await calls(shop, () => look(counter))
    const times: number[] = []
    const busy = await calls(shop, async () => {
      const [found] = await Promise.all([look(counter), tell(db, branches)])
      times.push(...found)
    })
    for (const stream of streams) stream.destroy()
    return { times, each: (busy - quiet) / (EVENTS_PER_SECOND * (WINDOW_MS / 1000)) }
  } finally {
    leaving.abort()
    sockets.destroy()
    counter.close()
  }
}

/** Waits for work as an agent does, again and again. */
async function waits(
  { url }: Grande,
  { agente }: Branch,
  { signal, agent }: { signal: AbortSignal; agent: Agent },
): Promise<void> {
  const headers = { authorization: `Bearer ${agente}`, 'x-agente-instancia': agente.slice(0, 20) }
  while (!signal.aborted)
    try {
      const asked = get(`${url}/api/agente/tareas?espera=50`, { headers, agent, signal })
      const [answer]: IncomingMessage[] = await once(asked, 'response')
      if (answer?.statusCode !== 200) throw new Error(`An agent was answered ${answer?.statusCode}.`)
      for await (const _ of answer);
    } catch (error) {
      if (!signal.aborted) throw error
    }
}

async function opened({ url }: Grande, { pantalla }: Branch, agent: Agent): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${pantalla}` }
  const [stream]: IncomingMessage[] = await once(
    get(`${url}/api/mostrador/eventos`, { headers, agent }),
    'response',
  )
  if (stream?.statusCode !== 200) throw new Error(`A screen was answered ${stream?.statusCode}.`)
  stream.resume()
  stream.on('error', () => {}) // it is destroyed at the end
  return stream
}

/** Milliseconds of each look at the board, LOOKS_PER_SECOND of them a second. */
async function look(counter: Awaited<ReturnType<typeof openCounter>>): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + WINDOW_MS
  while (performance.now() < until) {
    const { ms } = await counter.get(BOARD)
    times.push(ms)
    await sleep(Math.max(0, 1000 / LOOKS_PER_SECOND - ms))
  }
  return times
}

/** Notifies of one branch after another, as a transaction of a server does. */
async function tell(db: pg.Client, branches: Branch[]): Promise<void> {
  const until = performance.now() + WINDOW_MS
  for (let n = 0; performance.now() < until; n++) {
    const sucursal_id = branches[n % branches.length]?.id
    await db.query(`select pg_notify('impresion', $1)`, [JSON.stringify({ sucursal_id })])
    await sleep(1000 / EVENTS_PER_SECOND)
  }
}

/** How many calls the processes made to the database during `work`. */
async function calls({ procesos }: Grande, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    const texts = await Promise.all(procesos.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()))
    const found = texts.flatMap((text) => [
      ...text.matchAll(/^imprimitodo_process_database_calls_total(?:\{[^}]*\})? (\d+)/gm),
    ])
    if (found.length === 0) throw new Error('The processes do not count their calls.')
    return found.reduce((sum, [, value]) => sum + Number(value), 0)
  }
  const before = await count()
  await work()
  return (await count()) - before
}
