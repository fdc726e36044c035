import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

export type Balancer = { url: string; stop(): Promise<void> }

/** A backend that refused is left alone for so long, unless no other is there. */
const REST_MS = 500

/**
 * In turns to `backends` (ports on loopback), past those that refuse. What was not sent yet goes to the next one, and
 * so does a read that was cut; any other call that was cut answers 502, as its outcome is not known.
 */
export async function startBalancer(backends: number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true })
  const refusedAt = new Map<number, number>()
  let turn = 0
  const server = createServer(async (asked, answer) => {
    const chunks: Buffer[] = []
    for await (const chunk of asked) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const first = turn++
    const inTurn = backends.map((_, index) => backends[(first + index) % backends.length] ?? 0)
    const isResting = (port: number) => Date.now() - (refusedAt.get(port) ?? 0) < REST_MS
    for (const port of inTurn.sort((a, b) => Number(isResting(a)) - Number(isResting(b)))) {
      const outcome = await forward(agent, port, asked, body, answer)
      if (outcome === 'done') return
      refusedAt.set(port, Date.now())
      if (outcome === 'cut') break
    }
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await once(server, 'close')
    },
  }
}

/** `next`: nothing happened there, so another may be asked. */
function forward(
  agent: Agent,
  port: number,
  { method = 'GET', url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<'done' | 'next' | 'cut'> {
  const isRead = method === 'GET' || method === 'HEAD'
  return new Promise((settle) => {
    const sent = request({ agent, host: '127.0.0.1', port, method, path: url, headers })
    sent.on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
      response.on('error', () => settle('cut'))
      answer.on('finish', () => settle('done'))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isFree = error.code === 'ECONNREFUSED' || isRead
      settle(isFree && !answer.headersSent ? 'next' : 'cut')
    })
    sent.end(body)
  })
}
