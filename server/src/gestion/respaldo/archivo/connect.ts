import pg from 'pg'

/** A client that is not connected yet. */
export function newClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' })
  client.on('error', () => {}) // the query under way fails
  return client
}

/** A connection for this work alone. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = newClient(url)
  await client.connect()
  return work(client).finally(() => client.end().catch(() => {})) // it may be lost: `work` tells
}
