import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './deps.ts'

/** 200 while an order could be taken: the database answers and the disk has room. For balancers and people. */
export function saludRoutes(
  app: FastifyInstance,
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
): void {
  app.get('/api/salud', async (_, reply) => {
    const [base, disco] = await Promise.all([
      db.execute(sql`select 1`).then(
        () => true,
        () => false,
      ),
      files.room().then(
        (bytes) => bytes > 0,
        () => false,
      ),
    ])
    const fine = base && disco
    return reply
      .code(fine ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ estado: fine ? 'ok' : 'mal', base, disco, hora: now().toISOString() })
  })
}
