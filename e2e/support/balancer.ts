import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export type Balancer = { url: string; stop(): Promise<void> }

/** A backend that refused is not used for this long, unless no other is there. */
const REST_MS = 500
/** The `slowstart` of deploy/haproxy.cfg: a process that came back has to warm up, so its share grows to its half. */
const SLOW_START_MS = 10_000

/**
 * Sends requests in turns to `backends` (ports on loopback), skipping those that refuse; bodies are streamed.
 * A call that reached no server yet goes to the next one, and so does a read that was cut; any other call
 * that was cut answers 502, since its result is unknown. The caller's forwarded-for header is trusted.
 */
export async function startBalancer(backends: readonly number[], port = 0): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const refusedAt = new Map<number, number>()
  const backAt = new Map<number, number>()
  let turn = 0
  /** Whether a backend answered; false if none took the call, or one cut the connection. */
  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<boolean> {
    const first = turn++
    const inTurn = backends.map((_, index) => backends[(first + index) % backends.length] ?? 0)
    const isSpared = (port: number) =>
      Date.now() - (refusedAt.get(port) ?? 0) < REST_MS ||
      Date.now() - (backAt.get(port) ?? 0) < Math.random() * SLOW_START_MS
    const ports = inTurn.map((port) => ({ port, isSpared: isSpared(port) }))
    for (const { port } of ports.sort((a, b) => Number(a.isSpared) - Number(b.isSpared))) {
      const outcome = await forward(agent, port, asked, answer)
      if (outcome === 'done' && refusedAt.delete(port)) backAt.set(port, Date.now())
      if (outcome === 'done' || answer.closed) return true
      refusedAt.set(port, Date.now())
      if (outcome === 'cut') return false
    }
    return false
  }
  const server = createServer(async (asked, answer) => {
    if (await pass(asked, answer)) return
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  server.requestTimeout = 0 // a large upload on a slow line
  server.keepAliveTimeout = 0 // a client that reuses a connection must not meet its end
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  let stopping: Promise<void> | undefined
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    agent.destroy()
    await once(server, 'close')
  }
  return { url: `http://localhost:${address.port}`, stop: () => (stopping ??= stop()) }
}

/** `next`: the request had no effect, so another backend may get it. */
function forward(
  agent: Agent,
  port: number,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<'done' | 'next' | 'cut'> {
  const { method = 'GET', url, socket } = asked
  const isRead = method === 'GET' || method === 'HEAD'
  const headers = { 'x-forwarded-for': socket.remoteAddress, ...asked.headers }
  return new Promise((settle) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers })
    let [reached, answered] = [false, false]
    sent.on('socket', (line) => {
      const send = () => {
        reached = true
        asked.pipe(sent)
      }
      if (line.connecting) line.once('connect', send)
      else send()
    })
    const giveUp = () => sent.destroy() // the client is gone
    answer.on('close', giveUp)
    const done = (outcome: 'done' | 'next' | 'cut') => {
      answer.off('close', giveUp)
      asked.unpipe(sent)
      settle(outcome)
    }
    sent.on('response', (response) => {
      answered = true
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      response.on('error', () => done('cut'))
      answer.on('finish', () => done('done'))
    })
    // An answer may come before the whole body was sent, which is then dropped
    sent.on('error', () => answered || done((isRead || !reached) && !answer.headersSent ? 'next' : 'cut'))
  })
}
