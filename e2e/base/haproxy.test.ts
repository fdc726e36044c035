// Which request deploy/haproxy.cfg sends where, and what it sends again: two scripted servers.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Front, isInstalled, startFront } from '../support/front.ts'
import { freePort } from '../support/shop.ts'

const SICK = 'Probá de nuevo en un minuto.'
const TRIES = Array.from({ length: 12 }, (_, index) => index)

type Fake = {
  port: number
  /** `cuts` closes the connection on all calls but the balancer's own, `waits` leaves them open in `held`. */
  mood: 'well' | 'sick' | 'cuts' | 'waits'
  seen: IncomingMessage[]
  held: ServerResponse[]
  /** The number of the balancer's health checks. */
  checks: number
  listen(): Promise<void>
  /** Stops like a process that is ended: open calls are finished, new ones are refused. */
  close(): void
}

async function startFake(): Promise<Fake> {
  const server = createServer((asked, answer) => {
    const isCheck = asked.url === '/api/salud'
    if (isCheck) fake.checks++
    else fake.seen.push(asked)
    if (fake.mood === 'sick') answer.writeHead(503).end(SICK)
    else if (fake.mood === 'well' || isCheck) answer.end('bien')
    else if (fake.mood === 'cuts') asked.socket.destroy()
    else fake.held.push(answer)
  })
  const fake: Fake = {
    port: await freePort(),
    mood: 'well',
    seen: [],
    held: [],
    checks: 0,
    async listen() {
      if (!server.listening) await once(server.listen(fake.port, '127.0.0.1'), 'listening')
    },
    close() {
      server.close()
      server.closeIdleConnections()
    },
  }
  await fake.listen()
  return fake
}

describe.skipIf(!isInstalled('haproxy'))('deploy/haproxy.cfg', () => {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  let one: Fake
  let two: Fake
  let front: Front
  let base: string

  const open = (path: string, options: RequestOptions = {}) =>
    request(new URL(path, base), { agent, ...options })
  /** Its status and text; 0 where the connection was closed. */
  const send = (path: string, method = 'GET', headers = {}) =>
    new Promise<[number, string]>((answered) =>
      open(path, { method, headers })
        .on('response', async (answer) => answered([answer.statusCode ?? 0, await text(answer)]))
        .on('error', () => answered([0, '']))
        .end(method === 'POST' ? '{}' : undefined),
    )
  async function sendAll(path: string, method?: string) {
    const answers = []
    for (const _ of TRIES) answers.push(await send(path, method))
    return answers
  }
  const fakes = () => [one, two]
  const countSeen = () => one.seen.length + two.seen.length

  beforeAll(async () => {
    const [tls, http] = [await freePort(), await freePort()]
    base = `https://localhost:${tls}`
    one = await startFake()
    two = await startFake()
    front = await startFront('haproxy', {
      tls,
      http,
      servers: fakes().map(({ port }) => `127.0.0.1:${port}`),
    })
  })
  beforeEach(async () => {
    for (const fake of fakes()) {
      fake.mood = 'well'
      await fake.listen()
      fake.seen = []
    }
    await expect
      .poll(() => sendAll('/').then(() => Math.min(one.seen.length, two.seen.length)))
      .toBeGreaterThan(0)
    for (const fake of fakes()) fake.seen = []
  })
  afterAll(async () => {
    agent.destroy()
    for (const fake of fakes()) fake?.close()
    await front?.stop()
  })

  it('a page whose server closed the connection is got from the other; a call is not sent twice', async () => {
    one.mood = 'cuts'
    expect(await sendAll('/')).toEqual(TRIES.map(() => [200, 'bien']))
    for (const [path, method] of [
      ['/api/productos', 'GET'],
      ['/api/pagos', 'POST'],
      ['/imprimitodo/paso2', 'POST'],
    ] as const) {
      const before = countSeen()
      const answers = await sendAll(path, method)
      expect(countSeen() - before).toBe(TRIES.length)
      expect(answers.filter(([status]) => status === 200).length).toBeLessThan(TRIES.length)
    }
  })

  it('a request that reached no server goes to the other one, and a server that comes back is used again', async () => {
    one.close()
    expect(await sendAll('/api/pagos', 'POST')).toEqual(TRIES.map(() => [200, 'bien']))
    expect([one.seen.length, two.seen.length]).toEqual([0, TRIES.length])
    await one.listen()
    await expect.poll(() => sendAll('/').then(() => one.seen.length)).toBeGreaterThan(0)
  })

  it('a server that is ended finishes the calls that it has', async () => {
    one.mood = 'waits'
    const answers: ReturnType<typeof send>[] = []
    await expect
      .poll(() => answers.push(send('/api/pagos', 'POST')) && one.held.length) // its share still grows
      .toBeGreaterThan(0)
    one.close()
    expect(await sendAll('/')).toEqual(TRIES.map(() => [200, 'bien']))
    for (const answer of one.held.splice(0)) answer.end('al fin')
    expect(await Promise.all(answers)).toContainEqual([200, 'al fin'])
  })

  it('a server that comes back has little to do at first', async () => {
    Object.assign(one, { mood: 'sick', checks: 0 })
    await expect.poll(() => one.checks).toBeGreaterThan(2) // two take it out
    one.mood = 'well'
    await expect.poll(() => sendAll('/').then(() => one.seen.length)).toBeGreaterThan(0)
    for (const fake of fakes()) fake.seen = []
    for (const _ of TRIES.slice(0, 4)) await sendAll('/')
    expect(one.seen.length * 2).toBeLessThan(two.seen.length)
  })

  it('when both are unhealthy, a server that answers reports it itself', async () => {
    for (const fake of fakes()) Object.assign(fake, { mood: 'sick', checks: 0 })
    expect((await send('/')).join()).toBe(`503,${SICK}`)
    await expect.poll(() => Math.min(one.checks, two.checks)).toBeGreaterThan(2)
    expect(await sendAll('/api/pagos', 'POST')).toEqual(TRIES.map(() => [503, SICK]))
  })

  it('a client that has gone holds no call open', async () => {
    for (const fake of fakes()) fake.mood = 'waits'
    const asked = open('/api/agente/tareas').on('error', () => {})
    asked.end()
    await expect.poll(() => one.held.length + two.held.length).toBe(1)
    const [held] = [...one.held.splice(0), ...two.held.splice(0)]
    asked.destroy()
    await expect.poll(() => held?.closed).toBe(true)
  })

  it('the visitor’s address is the one that the balancer sees; figures are not given to visitors', async () => {
    const claims = { 'x-forwarded-for': ['203.0.113.9', '198.51.100.7'], 'x-forwarded-proto': 'http' }
    await send('/', 'GET', { ...claims, 'x-forwarded-host': 'evil.example' })
    expect([...one.seen, ...two.seen].map(({ headers }) => headers)).toMatchObject([
      {
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': new URL(base).host,
      },
    ])
    const before = countSeen()
    for (const path of ['/metrics', '/metrics/', '/metrics?a=1', '/%6Detrics'])
      expect((await send(path))[0]).toBe(404)
    expect(countSeen()).toBe(before)
  })
})
