// A shop with a time of its own, whose jobs run when the test says, by workers that die in the middle of them.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '../base/db/open.ts'
import type { JobData, JobName, Jobs } from '../base/runtime/jobs.ts'
import type { Mail, Mailer } from '../base/services/mail/port.ts'
import { mercadoPagoShop } from './pagos.ts'
import { pushService } from './push.ts'

/** How many more times a worker reaches the database before it is gone. */
type Vida = { left: number }
const vidas = new AsyncLocalStorage<Vida>()
class Dead extends Error {}

function reachDatabase(): void {
  const vida = vidas.getStore()
  if (vida && --vida.left < 0) throw new Dead('The worker is gone.')
}

/** The same database, which a worker that is gone does not reach: what it committed before holds. */
function mortal(db: Db): Db {
  const before =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      reachDatabase()
      return work(...args)
    }
  const { transaction } = db
  return Object.assign(Object.create(db), {
    transaction: async (...args: Parameters<typeof transaction>) => {
      reachDatabase()
      return transaction(...args)
    },
    insert: before(db.insert.bind(db)),
    update: before(db.update.bind(db)),
    delete: before(db.delete.bind(db)),
    execute: before(db.execute.bind(db)),
  })
}

type Handler = (data: JobData[JobName], signal: AbortSignal) => Promise<void>
type Job = { id: string; name: JobName; data: JobData[JobName] }

/** Between "taken" of a mail server and our note of it no protocol closes the gap: a worker of mails dies before or after. */
const WHOLE: readonly JobName[] = ['correo']

export type World = Awaited<ReturnType<typeof openWorld>>

/** `azar`: a number from 0 to below 1. Mails and notices that were taken are kept in their order. */
export async function openWorld(azar: () => number) {
  const mood = { mailAway: false, pushAway: false, failures: 0 }
  const fails = () => azar() < mood.failures
  const mails: Mail[] = []
  const handlers = new Map<string, Handler>()
  let offset = () => 0
  const mailer: Mailer = {
    kind: 'smtp',
    probe: async () => ({ ok: true, detail: '' }),
    async send(mail) {
      if (mood.mailAway || fails()) throw new Error('451 try again later')
      mails.push(mail)
    },
  }
  const notices = await pushService(() => (mood.pushAway || fails() ? 503 : 201))
  const { shop, mercadopago } = await mercadoPagoShop({ mailer }, ({ db, jobs }) => ({
    db: mortal(db),
    jobs: atItsTime(jobs, handlers, () => offset()),
  }))
  offset = () => shop.clock.offsetMs
  const { db } = shop
  const now = () => new Date(Date.now() + shop.clock.offsetMs)
  const workers = createWorkers({ db, now, handlers, azar })
  const getWell = () => {
    Object.assign(mood, { mailAway: false, pushAway: false, failures: 0 })
    mercadopago.chance.mood = undefined
  }

  /** So many ms later. Who is in at the counter stays in. */
  async function pass(ms: number): Promise<void> {
    const vence = new Date(now().getTime() + ms + 8 * 3600_000).toISOString()
    await db.execute(sql`update sesiones_mostrador set vence = ${vence}::timestamptz`)
    shop.clock.offsetMs += ms
  }

  /** Hours later: outages and what they left behind are over by then. */
  async function passHours(hours: number): Promise<void> {
    const before = { ...mood, mood: mercadopago.chance.mood }
    getWell()
    await workers.settle(pass)
    await pass(hours * 3600_000)
    mood.failures = before.failures
    mercadopago.chance.mood = before.mood
  }

  /** Hours later all services are well: what was never told is found, and every job is done, whenever its time comes. */
  async function calm(): Promise<void> {
    getWell()
    await workers.drain(pass)
    for (let look = 0; look < 3; look++) {
      await pass(2 * 3600_000 + 1)
      await shop.app.housekeeping()
      await workers.drain(pass)
    }
  }

  /** Their time is over: housekeeping looks at those of the next history. */
  async function forgetOrders(): Promise<void> {
    await db.execute(sql`update pedidos set vence = 'epoch' where vence is not null`)
  }

  return {
    shop,
    mercadopago,
    mood,
    mails,
    notices,
    now,
    pass,
    passHours,
    calm,
    forgetOrders,
    work: workers.work,
    deaths: workers.deaths,
  }
}

type Parts = { db: Db; now: () => Date; handlers: Map<string, Handler>; azar: () => number }

function createWorkers({ db, now, handlers, azar }: Parts) {
  /** How many died, or had a job beside another one. */
  const deaths = new Map<JobName, number>()
  const failed = new Map<string, string>()
  const count = ({ name }: Pick<Job, 'name'>) => deaths.set(name, (deaths.get(name) ?? 0) + 1)

  async function due(): Promise<Job[]> {
    const { rows } = await db.execute<Job>(
      sql`select id, name, data from pgboss.job where state in ('created', 'retry') and name in ${[...handlers.keys()]}
        and start_after <= ${now().toISOString()}::timestamptz order by start_after, id`,
    )
    return rows
  }

  /** One job, perhaps by a worker that dies: then it stays, and is taken again a second later. */
  async function run({ id, name, data }: Job, isMortal: boolean): Promise<void> {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`nobody works on ${name}`)
    const dies = isMortal && azar() < 0.25
    const left = WHOLE.includes(name) ? (azar() < 0.5 ? 0 : Number.MAX_SAFE_INTEGER) : Math.floor(azar() * 5)
    const vida = { left: dies ? left : Number.MAX_SAFE_INTEGER }
    const isDone = await vidas
      .run(vida, () => handler(data, new AbortController().signal))
      .then(() => !dies)
      .catch((error: unknown) => {
        failed.set(id, `${name} ${JSON.stringify(data)}: ${String(error)}`)
        return false
      })
    if (dies) count({ name })
    const again = new Date(now().getTime() + 1_000).toISOString()
    await db.execute(
      isDone
        ? sql`delete from pgboss.job where id = ${id}`
        : sql`update pgboss.job set start_after = ${again}::timestamptz where id = ${id}`,
    )
  }

  /** Some of the jobs whose time has come, up to four at once, now and then one of them by two workers. */
  async function work(isMortal = true): Promise<void> {
    for (let batch = await due(); batch.length > 0 && azar() < 0.8; batch = await due()) {
      const from = Math.floor(azar() * batch.length)
      const taken = batch.slice(from, from + 1 + Math.floor(azar() * 4))
      const [first] = taken
      // One that was silent for too long, and lives
      if (first && isMortal && azar() < 0.1) {
        taken.push(first)
        count(first)
      }
      await Promise.all(taken.map((job) => run(job, isMortal)))
    }
  }

  async function runAll(batch: Job[]): Promise<void> {
    for (let at = 0; at < batch.length; at += 5)
      await Promise.all(batch.slice(at, at + 5).map((job) => run(job, false)))
  }

  /** All whose time has come or comes within a minute; nobody dies. */
  async function settle(pass: (ms: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 30; turn++) {
      await runAll(await due())
      await pass(2_000)
    }
  }

  /** To the last job, whenever its time comes; nobody dies. @throws where one never ends */
  async function drain(pass: (ms: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 400; turn++) {
      const batch = await due()
      await runAll(batch)
      if (batch.length > 0) continue
      const { rows } = await db.execute<{ ms: number | null }>(
        sql`select (extract(epoch from min(start_after)) * 1000)::float8 as ms from pgboss.job
          where state in ('created', 'retry') and name in ${[...handlers.keys()]}`,
      )
      const next = rows[0]?.ms
      if (!next) return
      await pass(Math.max(1, next + 1 - now().getTime()))
    }
    throw new Error(`jobs that never end: ${[...failed.values()].slice(-5).join('; ')}`)
  }

  return { work, settle, drain, deaths }
}

/** What is sent for later is later by the shop's clock; a handler is kept for the test, and nothing polls. */
const atItsTime = (inner: Jobs, handlers: Map<string, Handler>, offset: () => number): Jobs => ({
  send: (tx, name, data, options = {}) => {
    const { afterSeconds } = options
    if (afterSeconds === undefined) return inner.send(tx, name, data, options)
    return inner.send(tx, name, data, {
      ...options,
      afterSeconds: afterSeconds + Math.ceil(offset() / 1000),
    })
  },
  // Whoever runs it reads the data from the queue of that name
  work: (name, handler) => void handlers.set(name, handler as Handler),
  stop: () => inner.stop(),
})
