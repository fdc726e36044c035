import type { Estado } from '@imprimitodo/shared/rules/compra/pedido'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { KEEPALIVE, type Queryable, REACHABLE } from '../db/open.ts'

/** One more for `clave` in the limit of this name, or all its counts reset. */
export type CuentaDeLimite = { limite: string; clave: string; olvidar?: boolean }

/** Events between processes, by topic; `undefined`: no further data. */
type Topics = {
  /** An order was confirmed or moved. */
  pedidos: { pedido_id: string; numero: number; estado: Estado; sucursal: string }
  /**
   * A clerk took an order in hand, or let it go, or something else of it changed and its state did not.
   * `sucursal_id`: the order's branch.
   */
  tomados: { pedido_id: string; sucursal_id: number | null }
  /** A customer's coupon was used, at the counter or by an order. */
  cupones: { cliente_id: number; codigo: string }
  /** The shop window changed. */
  catalogo: undefined
  /** The owner changed settings or branches. */
  ajustes: undefined
  /** The owner connected a provider, or disconnected it. */
  conexiones: undefined
  /** A work came, changed or ended at a printer of this branch, or the printer changed. */
  impresion: { sucursal_id: number }
  /** A customer's phone sent a file to the sale that a person of the counter is making. */
  recepciones: { recepcion_id: number; operador_id: number }
  /**
   * Sessions of this account ended, or its person has another role or branch: open streams check whether they go on.
   */
  sesiones: { cuenta: 'cliente' | 'operador'; id: number }
  /** Counted against limits in the process `de`: the other processes count it too. */
  cuentas: { de: string; cuentas: CuentaDeLimite[] }
}
type Topic = keyof Topics
type Listener<T extends Topic> = (event: Topics[T]) => void

/** A process from before migration 0043 names no branch, so it may be any: not needed once 0043 is a version old. */
export const isOfSucursal = (event: { sucursal_id: number } | undefined, sucursal_id: number): boolean =>
  (event?.sucursal_id ?? sucursal_id) === sucursal_id

async function notify<T extends Topic>(tx: Queryable, topic: T, event?: Topics[T]): Promise<void> {
  await tx.execute(sql`select pg_notify(${topic}, ${event ? JSON.stringify(event) : ''})`)
}

/** For the stores that end sessions: none ends without being told. */
export const tellSesiones = (tx: Queryable, event: Topics['sesiones']): Promise<void> =>
  notify(tx, 'sesiones', event)

export type Events = {
  /** Sent to every process when the transaction commits, never if it rolls back. */
  tell<T extends Topic>(
    tx: Queryable,
    topic: T,
    ...event: undefined extends Topics[T] ? [] : [Topics[T]]
  ): Promise<void>
  /** Listens until the returned function is called. */
  listen<T extends Topic>(topic: T, listener: Listener<T>): () => void
  /** False while the listening connection is lost: events of other processes do not arrive then. */
  isListening(): boolean
  /** Called when it listens again: events were missed meanwhile, so cached data must be read again. */
  onMissed(listener: () => void): () => void
  stop(): Promise<void>
}

/** How PostgreSQL lists the connection. Set by the session itself: an address or a pooler may give it another name. */
export const LISTENER = 'imprimitodo listens'
/** Most lost connections can be opened again at once. */
const FIRST_RETRY_MS = 50
const RETRY_MS = 1_000
/** A connection whose other end vanished silently looks alive until it is used. */
const BEAT_MS = 10_000
const BEAT_TIMEOUT_MS = 5_000

/** PostgreSQL's NOTIFY carries the events between processes; a connection of its own listens. */
export async function startEvents(databaseUrl: string, log: FastifyBaseLogger): Promise<Events> {
  const listeners: { [T in Topic]: Set<Listener<T>> } = {
    pedidos: new Set(),
    tomados: new Set(),
    cupones: new Set(),
    catalogo: new Set(),
    ajustes: new Set(),
    conexiones: new Set(),
    impresion: new Set(),
    recepciones: new Set(),
    sesiones: new Set(),
    cuentas: new Set(),
  }
  const missed = new Set<() => void>()
  let client: pg.Client | undefined
  let listening = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  function deliver<T extends Topic>(topic: T, event: Topics[T]): void {
    for (const listener of listeners[topic]) listener(event)
  }

  function connectIn(ms: number): void {
    clearTimeout(retry)
    if (stopped) return
    retry = setTimeout(() => connect().catch(() => connectIn(RETRY_MS)), ms)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      ...REACHABLE,
      query_timeout: BEAT_TIMEOUT_MS,
    })
    client = fresh
    fresh.on('error', (err) => {
      if (client === fresh) listening = false
      log.warn({ err }, 'events')
    })
    fresh.on('notification', ({ channel, payload }) =>
      deliver(channel as Topic, payload ? JSON.parse(payload) : undefined),
    )
    const lost = () => {
      if (client !== fresh) return
      client = undefined
      listening = false
      clearInterval(beat)
      fresh.end().catch(() => {}) // a dead connection may fail to end
      connectIn(FIRST_RETRY_MS)
    }
    try {
      await fresh.connect()
      const settings = [`set application_name = '${LISTENER}'`, ...KEEPALIVE]
      await fresh.query([...settings, ...Object.keys(listeners).map((topic) => `listen ${topic}`)].join('; '))
    } catch (error) {
      client = undefined
      fresh.end().catch(() => {}) // it may never have been open
      throw error
    }
    fresh.on('end', lost)
    beat = setInterval(() => fresh.query('select 1').catch(lost), BEAT_MS)
    listening = true
    for (const listener of missed) listener() // none at the first connection
  }
  await connect()

  return {
    tell: (tx, topic, ...[event]) => notify(tx, topic, event),
    listen(topic, listener) {
      listeners[topic].add(listener)
      return () => void listeners[topic].delete(listener)
    },
    isListening: () => listening,
    onMissed(listener) {
      missed.add(listener)
      return () => void missed.delete(listener)
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearInterval(beat)
      await client?.end()
    },
  }
}
