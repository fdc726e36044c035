// A shop with a clock of its own, whose jobs run when the test says, by workers that may die in the middle.
import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import type { Db } from '../../base/db/open.ts'
import type { JobData, JobName, Jobs } from '../../base/runtime/jobs.ts'
import type { Mail, Mailer } from '../../base/services/mail/port.ts'
import { delayJob, dueJobs, forgetJob, nextDue, type QueuedJob } from '../jobs.ts'
import { mercadoPagoShop } from '../pagos.ts'
import { pushService } from '../peers/push.ts'

/** How many more calls to the database a worker makes before it dies. */
type Vida = { left: number }
const vidas = new AsyncLocalStorage<Vida>()
class Dead extends Error {}

function reachDatabase(): void {
  const vida = vidas.getStore()
  if (vida && --vida.left < 0) throw new Dead('The worker is gone.')
}

/** The same database for a worker that dies: its later calls fail, and what it committed before stays. */
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

/**
 * A worker that dies between the mail server's "accepted" and our commit sends a mail twice, so these die
 * before or after.
 */
const WHOLE: readonly JobName[] = ['correo', 'correo_esperado']

export type World = Awaited<ReturnType<typeof openWorld>>

/** `azar`: returns a number from 0 to below 1. Accepted mails and notices are kept in order. */
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

  /** Moves the clock. Sessions of the counter last on. */
  async function pass(ms: number): Promise<void> {
    const vence = new Date(now().getTime() + ms + 8 * 3600_000).toISOString()
    await db.execute(sql`update sesiones_mostrador set vence = ${vence}::timestamptz`)
    shop.clock.offsetMs += ms
  }

  /** Hours later: outages and their effects are over by then. */
  async function passHours(hours: number): Promise<void> {
    const before = { ...mood, mood: mercadopago.chance.mood }
    getWell()
    await workers.settle(pass)
    await pass(hours * 3600_000)
    mood.failures = before.failures
    mercadopago.chance.mood = before.mood
  }

  /**
   * Hours later with all services up: lost notifications are found, and every job is done, whenever its time
   * comes.
   */
  async function calm(): Promise<void> {
    getWell()
    await workers.drain(pass)
    for (let look = 0; look < 3; look++) {
      await pass(2 * 3600_000 + 1)
      await shop.app.housekeeping()
      await workers.drain(pass)
    }
  }

  /** Ends all orders of this history, so that housekeeping only looks at those of the next. */
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
  /** How many workers died, or ran a job beside another one. */
  const deaths = new Map<JobName, number>()
  const failed = new Map<string, string>()
  const count = ({ name }: Pick<QueuedJob, 'name'>) => deaths.set(name, (deaths.get(name) ?? 0) + 1)

  const due = () => dueJobs(db, [...handlers.keys()], now())

  /** Runs one job, perhaps by a worker that dies: then the job stays, and runs again a second later. */
  async function run({ id, name, data }: QueuedJob, isMortal: boolean): Promise<void> {
    const handler = handlers.get(name)
    if (!handler) throw new Error(`no handler for the job ${name}`)
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
    if (isDone) await forgetJob(db, id)
    else await delayJob(db, id, new Date(now().getTime() + 1_000))
  }

  /** Runs some of the due jobs, up to four at once, now and then one of them by two workers. */
  async function work(isMortal = true): Promise<void> {
    for (let batch = await due(); batch.length > 0 && azar() < 0.8; batch = await due()) {
      const from = Math.floor(azar() * batch.length)
      const taken = batch.slice(from, from + 1 + Math.floor(azar() * 4))
      const [first] = taken
      // A worker that was silent for too long, and lives
      if (first && isMortal && azar() < 0.1) {
        taken.push(first)
        count(first)
      }
      await Promise.all(taken.map((job) => run(job, isMortal)))
    }
  }

  async function runAll(batch: QueuedJob[]): Promise<void> {
    for (let at = 0; at < batch.length; at += 5)
      await Promise.all(batch.slice(at, at + 5).map((job) => run(job, false)))
  }

  /** Runs all jobs that are due within a minute; no worker dies. */
  async function settle(pass: (ms: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 30; turn++) {
      await runAll(await due())
      await pass(2_000)
    }
  }

  /** Runs jobs until there are none, whenever their time comes; no worker dies. @throws if they never end */
  async function drain(pass: (ms: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < 400; turn++) {
      const batch = await due()
      await runAll(batch)
      if (batch.length > 0) continue
      const next = await nextDue(db, [...handlers.keys()])
      if (!next) return
      await pass(Math.max(1, next + 1 - now().getTime()))
    }
    throw new Error(`jobs that never end: ${[...failed.values()].slice(-5).join('; ')}`)
  }

  return { work, settle, drain, deaths }
}

/** A job for later waits by the shop's clock; handlers are kept for the test, and nothing polls. */
const atItsTime = (inner: Jobs, handlers: Map<string, Handler>, offset: () => number): Jobs => ({
  send: (tx, name, data, options = {}) => {
    const { afterSeconds } = options
    if (afterSeconds === undefined) return inner.send(tx, name, data, options)
    return inner.send(tx, name, data, {
      ...options,
      afterSeconds: afterSeconds + Math.ceil(offset() / 1000),
    })
  },
  // The runner reads the data from the queue of that name
  work: (name, handler) => void handlers.set(name, handler as Handler),
  stop: () => inner.stop(),
})
