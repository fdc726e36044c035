import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { fromDrizzle as FromDrizzle, JobResult, PgBoss } from 'pg-boss'
import { DatabaseAway, ofDriver } from '../db/lost.ts'
import { openPool, type Queryable } from '../db/open.ts'
import { nudgeAfterCommit } from '../db/repeat.ts'
import { downDetail, isDiskFull } from '../http/down.ts'
import { createLine } from '../http/line.ts'
import { type Counters, createCounters } from './counters.ts'

/**
 * `turno`: how many turns the file has had. `antes`: how many files of its visitor, and of its address, came
 * before.
 */
type Examen = { contenido_id: string; turno?: number; antes?: { own: number; address: number } }

/** Every queue with its jobs' data: ids only, since the facts are read again when the job runs. */
export type JobData = {
  correo: { id: number }
  /** A mail for which a person waits. */
  correo_esperado: { id: number }
  /** Mails that became untrue while they were being sent: removed if they did not leave. */
  retirar_correos: { ids: number[] }
  aviso_pago: { id: string }
  aviso_simulado: { pago_id: string }
  /**
   * `solo_enlace`: only the link ends; its order, and payments under way, go on. Jobs queued by earlier
   * versions have no `pedido_id`.
   */
  expirar_preferencia: {
    pedido_id?: string
    preferencia_id: string
    proveedor?: string
    solo_enlace?: boolean
  }
  /** All that is left of a payment goes back: its order does not need it. */
  devolucion: { pago_id: string }
  /** One row of `devoluciones` goes back: a person asked for it, or a charge returns to its cuenta corriente. */
  devolver: { devolucion_id: number }
  /** Codes of this account are available again: they pay its debt, if it has one. */
  saldar_deuda: { cliente_id: number }
  /** A note in the history of an order that is not printed yet: the cause came while another order was locked. */
  anotar_deuda: { pedido_id: string; nota: string }
  /** Its mailbox was confirmed: earlier orders with that address give points. */
  puntos_pasados: { cliente_id: number }
  buscar_pagos: { referencia: string }
  color: Examen
  prueba: Examen
  /** A message about an order some time after its cause, if it is still true then. */
  mensaje_pedido:
    | { pedido_id: string; que: 'espera' | 'por_vencer' }
    | { pedido_id: string; que: 'rechazado'; pago_id: string }
    | { pedido_id: string; que: 'listo'; paso: number }
  /**
   * The counter's cancellation can no longer be taken back: the payments are refunded, the customer is told.
   * `autoriza`: the name of the person who agreed to the refund.
   */
  cerrar_cancelado: { pedido_id: string; paso: number; autoriza?: string | null }
  /** A visitor looks for an order by its number, and typed its mailbox or its mobile. */
  buscar_pedido: { numero: number; email: string | null; celular: string | null; once: string }
  /** Subscribed devices get the news of an order's mail. */
  avisar_push: { pedido_id: string; correo_id: number }
  push: { id: number }
  /** Requests an invoice or a credit note from ARCA. */
  factura: { id: string }
  imagen: { imagen_id: string }
  /** An order was paid: its branch may print it automatically. */
  imprimir_pedido: { pedido_id: string }
  preparar_impresion: { id: number }
  /**
   * A link was requested for this address, which may have no account; or by an account for its pending
   * address.
   */
  enlace:
    | { tipo: 'activacion' | 'recuperacion'; email: string; once: string }
    | { tipo: 'confirmar_email'; cliente_id: number; once: string }
  /** A person of the back office forgot the password and typed this address. */
  recuperar_mostrador: { email: string; once: string }
}
export type JobName = keyof JobData

export type Jobs = {
  /**
   * Enqueues in the transaction of its cause: after a rollback there is no job. A higher `priority` (default
   * 0) goes first, whenever it came. This process starts on it as soon as it is committed; others when they
   * next poll.
   */
  send<N extends JobName>(
    tx: Queryable,
    name: N,
    data: JobData[N],
    options?: { afterSeconds?: number; priority?: number },
  ): Promise<void>
  /**
   * One handler for each queue, called once the queues are up. A job that throws is retried, at most every
   * minute.
   */
  work<N extends JobName>(name: N, handler: (data: JobData[N], signal: AbortSignal) => Promise<void>): void
  stop(): Promise<void>
}

/**
 * `poll`: seconds between looks at a queue; `atOnce`: how many of its jobs run at once in one process. They
 * are taken together and awaited together, unless `apart`: if a job may take many minutes, the others must not
 * wait for it. `atOnce: 1` runs one job for each look: pg-boss goes on without a pause only if it takes several.
 * `lines`: the number of workers that each take jobs for themselves, so that a job that waits for an outside service
 * does not keep the others waiting. `again`: seconds until a job that failed is tried again; else 1, doubled each time
 * up to a minute. `patient`: no other code begins the job again, so it is tried as long as the queue keeps it.
 */
const QUEUES: Record<
  JobName,
  { poll: number; atOnce: number; apart?: true; lines?: number; again?: number; patient?: true }
> = {
  correo: { poll: 1, atOnce: 5, apart: true, again: 60 },
  correo_esperado: { poll: 1, atOnce: 3, apart: true, again: 60 },
  retirar_correos: { poll: 1, atOnce: 3 },
  aviso_pago: { poll: 0.5, atOnce: 5 },
  aviso_simulado: { poll: 0.5, atOnce: 5 },
  expirar_preferencia: { poll: 2, atOnce: 3, patient: true },
  devolucion: { poll: 2, atOnce: 3 },
  devolver: { poll: 2, atOnce: 3 },
  saldar_deuda: { poll: 2, atOnce: 3 },
  anotar_deuda: { poll: 2, atOnce: 1 },
  puntos_pasados: { poll: 2, atOnce: 1 },
  buscar_pagos: { poll: 1, atOnce: 3 },
  mensaje_pedido: { poll: 1, atOnce: 3 },
  buscar_pedido: { poll: 1, atOnce: 5 }, // strangers may ask for hundreds, and a person's must not wait for minutes
  avisar_push: { poll: 0.5, atOnce: 5 },
  push: { poll: 0.5, atOnce: 10, lines: 2 },
  cerrar_cancelado: { poll: 1, atOnce: 3 },
  color: { poll: 0.5, atOnce: 4, apart: true, patient: true },
  prueba: { poll: 0.5, atOnce: 2, apart: true },
  imagen: { poll: 1, atOnce: 1 },
  imprimir_pedido: { poll: 1, atOnce: 2, patient: true },
  preparar_impresion: { poll: 0.5, atOnce: 2, apart: true, patient: true },
  enlace: { poll: 1, atOnce: 1 },
  recuperar_mostrador: { poll: 1, atOnce: 1 },
  factura: { poll: 1, atOnce: 1 },
}

const START_AGAIN_MS = 1_000
/** The most characters of an error that a job keeps: it may quote an outside server. */
const MOST_CHARS = 500

/**
 * How long a call that sends a job waits for the queues to be up. It holds a connection of the pool and
 * perhaps locks: calls that waited without limit would stop the whole shop.
 */
const WAIT_MS = 10_000

/** The pool's connections that jobs may take. Every queue polls by itself, all of them at once at the start. */
const CONNECTIONS = 3

/** pg-boss on our own pool: stop it before the pool ends. */
export async function startJobs(pool: pg.Pool, log: FastifyBaseLogger, counters?: Counters): Promise<Jobs> {
  const jobs = createJobs(pool, log, counters)
  await jobs.start()
  return jobs
}

/**
 * The same, started later: jobs that are sent before wait for the start, up to `waitMs`. If a start fails,
 * because of a full disk or a database that is away, jobs are refused at once with that reason until a start
 * succeeds.
 */
export function createJobs(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  counters: Counters = createCounters(),
  waitMs = WAIT_MS,
): Jobs & { start(): Promise<void> } {
  const ready = Promise.withResolvers<Running>()
  ready.promise.catch(() => {}) // the caller that started it gets the error
  let running: Promise<Running | null> | undefined
  let stopped = false
  /** The worker of each queue. */
  const workers = new Map<JobName, string>()
  /** Why the last start failed; waiting callers get this error. */
  let failure: { error: unknown } | undefined
  const waiting = new Set<(error: unknown) => void>()
  const fail = (error: unknown) => {
    failure = { error }
    for (const reject of waiting) reject(error)
  }

  /** @throws DatabaseAway if it takes too long; the error of the last failed start */
  async function untilUp(): Promise<Running> {
    if (failure) throw failure.error
    const late = Promise.withResolvers<never>()
    const tooLong = setTimeout(() => late.reject(new DatabaseAway('The jobs are not up.')), waitMs)
    waiting.add(late.reject)
    try {
      return await Promise.race([ready.promise, late.promise])
    } finally {
      clearTimeout(tooLong)
      waiting.delete(late.reject)
    }
  }

  /**
   * A database that is away for a moment, or has no room, must not end the process. Null if it was stopped
   * meanwhile.
   */
  async function startInsisting(): Promise<Running | null> {
    while (!stopped)
      try {
        const up = await startBoss(pool, log)
        failure = undefined
        return up
      } catch (thrown) {
        const error = ofDriver(thrown)
        if (!downDetail(error) && !isDiskFull(error)) throw thrown
        log.warn({ err: error }, 'jobs')
        fail(error)
        await sleep(START_AGAIN_MS)
      }
    return null
  }

  return {
    async start() {
      const starting = startInsisting()
      running = starting.catch(() => null)
      starting.then((it) => it && ready.resolve(it), ready.reject)
      await starting
    },
    async send(tx, name, data, { afterSeconds, priority } = {}) {
      const { boss, fromDrizzle } = await untilUp()
      const { again } = QUEUES[name]
      await boss.send(name, data, {
        db: fromDrizzle(tx as never, sql), // its type asks for the driver's own database class
        ...(afterSeconds !== undefined && { startAfter: afterSeconds }),
        ...(priority !== undefined && { priority }),
        // With the job: queues of an earlier version keep what they were made with
        ...(again !== undefined && { retryDelay: again, retryBackoff: false }),
      })
      const worker = workers.get(name)
      if (worker && !afterSeconds) nudgeAfterCommit(tx, () => boss.notifyWorker(worker))
    },
    work(name, handler) {
      const { poll, atOnce, apart, lines = 1 } = QUEUES[name]
      const begin = ({ boss }: Running) =>
        boss.work<JobData[typeof name]>(
          name,
          {
            pollingIntervalSeconds: poll,
            perJobResults: true,
            includeMetadata: true,
            // If a full batch came, there is more: the next one is fetched at once
            ...(apart
              ? { localConcurrency: atOnce }
              : { batchSize: atOnce, burstWhenBatchFull: true, localConcurrency: lines }),
          },
          (jobs) =>
            Promise.all(
              jobs.map(async ({ id, data, signal, retryCount }): Promise<JobResult> => {
                if (retryCount > 0) counters.add('jobs_retried', { queue: name })
                try {
                  await handler(data, signal)
                  counters.add('jobs', { queue: name, outcome: 'done' })
                  return { id, status: 'completed' }
                } catch (err) {
                  counters.add('jobs', { queue: name, outcome: 'failed' })
                  log.warn({ err, job: name }, 'job failed, to be tried again')
                  return { id, status: 'failed', output: { message: String(err).slice(0, MOST_CHARS) } }
                }
              }),
            ),
        )
      const note = (worker: string) => void workers.set(name, worker)
      ready.promise
        .then(begin)
        .then(note)
        .catch((err) => log.error({ err, job: name }, 'no worker'))
    },
    async stop() {
      stopped = true
      await (await running)?.boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

const LOG_EVERY_MS = 1_000

/** All queues fail at once while the database is away: only one of them logs it. */
function logSometimes(log: FastifyBaseLogger): (error: Error) => void {
  let logged = Number.NEGATIVE_INFINITY
  // pg-boss hands over plain objects, which a logger does not take for errors
  return ({ message, stack, ...facts }) => {
    if (performance.now() < logged + LOG_EVERY_MS) return
    logged = performance.now()
    log.warn({ err: Object.assign(new Error(message), facts, { stack }) }, 'jobs')
  }
}

const POLICY = {
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  // If a process is killed with a job in hand, its missing heartbeats are noticed
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
}

/** At one a minute: an hour and a half. */
const TRIES = 100
/** More than the fourteen days have minutes after which the queue drops a job: a store may be away for days. */
const TRIES_OF_PATIENT = 30_000

/**
 * pg-boss plans its rounds and looks by this clock. By the machine's own they would stop until a clock that was set back
 * is there again, or begin anew each millisecond where that is more than 24 days. What it dates it dates by the database.
 */
const STEADY = {
  now: () => performance.timeOrigin + performance.now(),
  setTimeout: (work: () => void, ms: number) => setTimeout(work, ms),
  clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  setInterval: (work: () => void, ms: number) => setInterval(work, ms),
  clearInterval: (timer: unknown) => clearInterval(timer as NodeJS.Timeout),
}

type Running = { boss: PgBoss; fromDrizzle: typeof FromDrizzle }

/** Starts pg-boss with every queue. */
async function startBoss(pool: pg.Pool, log: FastifyBaseLogger): Promise<Running> {
  const { PgBoss, fromDrizzle } = await import('pg-boss') // a fifth of all the code, and the first page needs none of it
  // A connection of its own until it is up: requests that wait for it may hold all of the pool's
  const own = openPool(String(pool.options.connectionString), 1)
  const inTurn = createLine(CONNECTIONS)
  const asked: Promise<unknown>[] = []
  let isUp = false
  const boss = new PgBoss({
    db: {
      executeSql(text, values) {
        if (isUp) return inTurn(() => pool.query(text, values))
        const answer = own.query(text, values)
        asked.push(answer)
        return answer
      },
    },
    schema: 'pgboss',
    clock: STEADY,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', logSometimes(log))
  try {
    await boss.start()
    const known = new Map((await boss.getQueues()).map(({ name, retryLimit }) => [name, retryLimit]))
    for (const [name, { patient }] of Object.entries(QUEUES)) {
      const retryLimit = patient ? TRIES_OF_PATIENT : TRIES
      if (!known.has(name)) await boss.createQueue(name, { ...POLICY, retryLimit })
      else if (known.get(name) !== retryLimit) await boss.updateQueue(name, { retryLimit })
    }
    return { boss, fromDrizzle }
  } catch (error) {
    await boss.stop({ graceful: false }) // its timers may be running
    throw error
  } finally {
    isUp = true
    await Promise.allSettled(asked) // its timers query too, and an ending pool never answers waiting queries
    await own.end()
  }
}
