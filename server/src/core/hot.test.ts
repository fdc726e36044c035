import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { registerHot } from './hot.ts'
import { prepare, sendPrepared } from './prepared.ts'

/** A server with one hot address, which counts who answered. */
async function hotServer() {
  const prepared = await prepare({ texto: 'lo mismo '.repeat(500) })
  const app = fastify()
  const routed: string[] = []
  const told: [url: string, status: number][] = []
  let isAtHand = true
  await registerHot(app, {
    atHand: (url) => (isAtHand && url === '/lista' ? prepared : undefined),
    routes: (scope) =>
      scope.get('/lista', async (request, reply) => {
        routed.push(request.method)
        return sendPrepared(request, reply, prepared)
      }),
    answered: (url, status, seconds) => {
      expect(seconds).toBeGreaterThanOrEqual(0)
      told.push([url, status])
    },
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await app.close()
  })
  const ask = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const sent = request(url + path, { method, headers, agent }).end()
    const [answer] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const { date, ...kept } = answer.headers
    expect(date).toBeDefined()
    return { status: answer.statusCode, headers: kept, bytes: Buffer.concat(chunks).toString('base64') }
  }
  const forget = () => {
    isAtHand = false
  }
  return { app, routed, told, ask, forget, etag: prepared.br?.etag ?? '' }
}

test('what is at hand is sent without asking the router, byte for byte as its route sends it', async () => {
  const { routed, told, ask, forget, etag } = await hotServer()
  const calls: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'gzip, deflate, br' },
    { 'accept-encoding': 'br;q=0, gzip' },
    { 'accept-encoding': 'br', 'if-none-match': etag },
    { 'accept-encoding': 'br', 'if-none-match': '"otra"' },
  ]
  const quick = []
  for (const headers of calls) quick.push(await ask('/lista', headers))
  expect(routed).toEqual([])
  expect(told).toEqual([200, 200, 200, 304, 200].map((status) => ['/lista', status]))
  forget()
  const slow = []
  for (const headers of calls) slow.push(await ask('/lista', headers))
  expect(routed).toHaveLength(calls.length)
  expect(quick).toEqual(slow)
  expect(told).toHaveLength(calls.length)
})

test('everything else goes to the routes', async () => {
  const { routed, told, ask } = await hotServer()
  expect(await ask('/lista', {}, 'HEAD')).toMatchObject({ status: 200, bytes: '' })
  expect(routed).toEqual(['HEAD'])
  for (const [path, method] of [
    ['/lista', 'POST'],
    ['/otra', 'GET'],
    ['//lista', 'GET'],
  ] as const)
    expect((await ask(path, {}, method)).status).toBe(404)
  expect((await ask('/lista?pagina=2')).status).toBe(200)
  expect(told).toEqual([])
})

test('a server that stops waits for nobody who keeps asking on a connection', async () => {
  const { app, ask } = await hotServer()
  let asking = true
  const visitor = (async () => {
    while (asking) await ask('/lista')
  })().catch(() => 'cut')
  await ask('/lista')
  await app.close()
  asking = false
  expect(['cut', undefined]).toContain(await visitor)
})
