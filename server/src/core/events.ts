import type { Estado } from '@imprimitodo/shared/rules/pedido'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { Queryable } from '../db/open.ts'

/** An order was confirmed or moved. */
export type PedidoEvent = { pedido_id: string; numero: number; estado: Estado; sucursal: string }

export type Events = {
  /** Told to every process when the transaction commits, never if it rolls back. */
  tell(tx: Queryable, event: PedidoEvent): Promise<void>
  listen(listener: (event: PedidoEvent) => void): () => void
  stop(): Promise<void>
}

const CHANNEL = 'pedidos'

/** PostgreSQL's NOTIFY carries the events between processes; a connection of its own listens. */
export async function startEvents(databaseUrl: string, log: FastifyBaseLogger): Promise<Events> {
  const listeners = new Set<(event: PedidoEvent) => void>()
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  function connectLater(): void {
    if (stopped) return
    clearTimeout(retry)
    retry = setTimeout(() => connect().catch(connectLater), 1_000)
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: databaseUrl })
    client = fresh
    fresh.on('error', (err) => log.warn({ err }, 'events'))
    fresh.on('notification', ({ payload }) => {
      const event: PedidoEvent = JSON.parse(payload ?? '{}')
      for (const listener of listeners) listener(event)
    })
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    fresh.on('end', connectLater)
  }
  await connect()

  return {
    async tell(tx, event) {
      await tx.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(event)})`)
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async stop() {
      stopped = true
      clearTimeout(retry)
      await client?.end()
    },
  }
}
