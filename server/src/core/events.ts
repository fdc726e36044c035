import type { Estado } from '@imprimitodo/shared/rules/pedido'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Queryable } from '../db/open.ts'

/** An order was confirmed or moved. */
export type PedidoEvent = { pedido_id: string; numero: number; estado: Estado; sucursal: string }

/** A customer's coupon was used, at the counter or by an order. */
export type CuponEvent = { cliente_id: number; codigo: string }

/** `sucursal_id`: whose order it is. */
export type TomadoEvent = { pedido_id: string; sucursal_id: number | null }

export type Events = {
  /** Told to every process when the transaction commits, never if it rolls back. */
  tell(tx: Queryable, event: PedidoEvent): Promise<void>
  listen(listener: (event: PedidoEvent) => void): () => void
  tellCupon(tx: Queryable, event: CuponEvent): Promise<void>
  listenCupones(listener: (event: CuponEvent) => void): () => void
  /** The shop window changes with this transaction: told like `tell`. */
  tellCatalogo(tx: Queryable): Promise<void>
  /** Called when the shop window changed, or may have: after a time without listening too. */
  onCatalogo(listener: () => void): void
  /** Somebody of the counter took an order in hand, or let it go. */
  tellTomado(tx: Queryable, event: TomadoEvent): Promise<void>
  listenTomados(listener: (event: TomadoEvent) => void): () => void
  /** Something to print came, changed or ended. */
  tellImpresion(tx: Queryable): Promise<void>
  /** Until what it answers is called. */
  onImpresion(listener: () => void): () => void
  /** False while the listening connection is lost: what others tell does not arrive then. */
  isListening(): boolean
  stop(): Promise<void>
}

const PEDIDOS = 'pedidos'
const CUPONES = 'cupones'
const CATALOGO = 'catalogo'
const IMPRESION = 'impresion'
const TOMADOS = 'tomados'
/** How PostgreSQL lists the connection. */
export const LISTENER = 'imprimitodo listens'
const RETRY_MS = 1_000
/** A connection whose other end vanished without a word looks alive until it is asked. */
const BEAT_MS = 10_000
const BEAT_TIMEOUT_MS = 5_000

/** PostgreSQL's NOTIFY carries the events between processes; a connection of its own listens. */
export async function startEvents(databaseUrl: string, log: FastifyBaseLogger): Promise<Events> {
  const listeners = new Set<(event: PedidoEvent) => void>()
  const cupones = new Set<(event: CuponEvent) => void>()
  const catalogo = new Set<() => void>()
  const impresion = new Set<() => void>()
  const tomados = new Set<(event: TomadoEvent) => void>()
  let client: pg.Client | undefined
  let listening = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let beat: NodeJS.Timeout | undefined

  const tellAll = (told: Set<() => void>) => {
    for (const listener of told) listener()
  }
  const tellCatalogo = () => tellAll(catalogo)

  function connectLater(): void {
    listening = false
    clearInterval(beat)
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(connectLater), RETRY_MS)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: databaseUrl,
      query_timeout: BEAT_TIMEOUT_MS,
      application_name: LISTENER,
    })
    client = fresh
    fresh.on('error', (err) => log.warn({ err }, 'events'))
    fresh.on('notification', ({ channel, payload }) => {
      if (channel === CATALOGO) return tellCatalogo()
      if (channel === IMPRESION) return tellAll(impresion)
      const event = JSON.parse(payload ?? '{}')
      const told = { [CUPONES]: cupones, [TOMADOS]: tomados }[channel] ?? listeners
      for (const listener of told) listener(event)
    })
    await fresh.connect()
    const channels = [PEDIDOS, CUPONES, CATALOGO, IMPRESION, TOMADOS]
    await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '))
    const lost = () => {
      if (client !== fresh) return
      client = undefined
      fresh.end().catch(() => {}) // of a dead connection: nothing left to tell
      connectLater()
    }
    fresh.on('end', lost)
    beat = setInterval(() => fresh.query('select 1').catch(lost), BEAT_MS)
    listening = true
    tellCatalogo() // what was told in the meantime did not reach us
  }
  await connect()

  return {
    async tell(tx, event) {
      await tx.execute(sql`select pg_notify(${PEDIDOS}, ${JSON.stringify(event)})`)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async tellCupon(tx, event) {
      await tx.execute(sql`select pg_notify(${CUPONES}, ${JSON.stringify(event)})`)
    },
    listenCupones(listener) {
      cupones.add(listener)
      return () => void cupones.delete(listener)
    },
    async tellCatalogo(tx) {
      await tx.execute(sql`select pg_notify(${CATALOGO}, '')`)
    },
    onCatalogo: (listener) => void catalogo.add(listener),
    async tellTomado(tx, event) {
      await tx.execute(sql`select pg_notify(${TOMADOS}, ${JSON.stringify(event)})`)
    },
    listenTomados(listener) {
      tomados.add(listener)
      return () => void tomados.delete(listener)
    },
    async tellImpresion(tx) {
      await tx.execute(sql`select pg_notify(${IMPRESION}, '')`)
    },
    onImpresion(listener) {
      impresion.add(listener)
      return () => void impresion.delete(listener)
    },
    isListening: () => listening,
    async stop() {
      stopped = true
      clearTimeout(retry)
      clearInterval(beat)
      await client?.end()
    },
  }
}
