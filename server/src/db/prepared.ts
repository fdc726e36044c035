import type { ClientBase } from 'pg'

/** Texts that come seldom are not worth the memory: each connection keeps the plan of each name. */
const NAMED_FROM = 3
const MOST_NAMES = 400

type Send = (asked: unknown, ...rest: unknown[]) => unknown

/**
 * To be called with each new connection of a pool: a statement with parameters that this process sends again and again
 * is read and planned once by each of its connections, not at every call, which is half of what our short statements
 * cost the database (docs/decisions/023). Every text has one name, so the columns of an answer never change under it;
 * a plan is PostgreSQL's to renew when tables change.
 */
export function createPreparing(): (client: ClientBase) => void {
  const times = new Map<string, number>()
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known || names.size === MOST_NAMES) return known
    const now = (times.get(text) ?? 0) + 1
    if (now < NAMED_FROM) {
      if (times.size === MOST_NAMES) times.clear() // lists of many lengths, say: what comes often is soon back
      times.set(text, now)
      return undefined
    }
    times.delete(text)
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }

  /** As pg takes them: a text, or an object with it and perhaps the values. Without values it may be several statements. */
  function named(asked: unknown, values: unknown): unknown {
    const config = typeof asked === 'string' ? { text: asked } : asked
    if (!isPlain(config) || config.name !== undefined) return asked
    const given = config.values ?? values
    const name = Array.isArray(given) && given.length > 0 ? nameOf(config.text) : undefined
    return name === undefined ? asked : { ...config, name }
  }

  return (client) => {
    const send: Send = client.query.bind(client)
    const sendNamed: Send = (asked, ...rest) => send(named(asked, rest[0]), ...rest)
    client.query = sendNamed as typeof client.query // its overloads are of the caller's making, not of ours
  }
}

type Config = { text: string; name?: string; values?: unknown }

/** Not a query object of pg's own, which is sent as it is. */
const isPlain = (config: unknown): config is Config =>
  typeof config === 'object' && config !== null && 'text' in config && !('submit' in config)
