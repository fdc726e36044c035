// The shop as in production: behind deploy/nginx.conf, and two processes behind deploy/haproxy.cfg, with TLS. What is
// not installed is skipped, and says so.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Front, type FrontName, isInstalled, NGINX_AT_ONCE, startFront } from '../support/front.ts'
import { type Grande, startGrande } from '../support/grande.ts'
import { rows } from '../support/server.ts'
import { freePort, OWNER, type Shop, startShop } from '../support/shop.ts'

const expect429 = async (answer: Promise<number>) => {
  if ((await answer) !== 429) throw new Error('Another answer')
  return 429
}
const hostOf = (url: string) => new URL(url).host.replace('localhost', '127.0.0.1')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A quick round; with SUBIDA_MB=300 a long one. */
const MB = Number(process.env.SUBIDA_MB ?? 24)
const PIECE = 8 * 1024 ** 2

for (const name of ['nginx', 'haproxy'] as const) {
  const isHere = isInstalled(name)
  if (!isHere) console.warn(`\n*** ${name} is not installed: its file in deploy/ goes untested ***\n`)
  describe.skipIf(!isHere)(`behind ${name}`, () => testsBehind(name))
}

function testsBehind(name: FrontName): void {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  let shop: Shop
  /** The same, if there are certainly two. */
  let grande: Grande | undefined
  let front: Front
  let base: string
  let plain: string

  type Sent = { method?: string; headers?: Record<string, string>; body?: string | Buffer }
  type Got = { status: number; headers: IncomingMessage['headers']; text: string }
  function open(path: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = request(new URL(path, base), { method, headers, agent }, resolve)
      asked.on('error', reject)
      asked.end(body)
    })
  }
  async function ask(path: string, sent: Sent = {}): Promise<Got> {
    const answer = await open(path, sent)
    return {
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text: (await buffer(answer)).toString(),
    }
  }
  const json = (body: object): Sent => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })

  beforeAll(async () => {
    const [tls, http] = [await freePort(), await freePort()]
    base = `https://localhost:${tls}`
    plain = `http://localhost:${http}`
    const env = {
      NODE_ENV: 'production',
      ALLOW_SIMULATED: '1',
      GEOCODER_URL: 'off',
      MAP_TILES_URL: 'off', // no server outside
      PUBLIC_URL: base,
      TRUST_PROXY: '127.0.0.1,::1',
    }
    if (name === 'haproxy')
      grande = await startGrande(mkdtempSync(join(tmpdir(), 'imprimitodo-e2e-')), {
        port: await freePort(),
        env,
      })
    shop = grande ?? (await startShop({ env }))
    front = await startFront(name, { tls, http, servers: shop.procesos.map(({ url }) => hostOf(url)) })
  })
  afterAll(async () => {
    agent.destroy()
    await front?.stop()
    await shop?.remove()
  })

  it('plain http leads to https; figures are not for the street, with a bearer or without', async () => {
    const answer = await fetch(`${plain}/login`, { redirect: 'manual' })
    expect(answer.status).toBe(301)
    expect(answer.headers.get('location')?.startsWith('https://')).toBe(true)
    expect((await ask('/metrics')).status).toBe(404)
    // Another proxy that lets the path through does not make a stranger a local peer
    const through = await fetch(`${shop.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
    expect(through.status).toBe(401)
    expect((await fetch(`${shop.procesos[0].url}/metrics`)).status).toBe(200)
  })

  it('pages have their headers once, and cookies are for https alone', async () => {
    const page = await ask('/', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(page.headers['content-security-policy']).not.toContain('unsafe')
    const token = await ask('/get_token_local/')
    expect(String(token.headers['set-cookie'])).toMatch(/csrftoken=.*; Secure/)
    expect(token.status).toBe(200)
  })

  it('another host name gets no answer, by plain http and by https', async () => {
    const { port } = new URL(base)
    const refusal = (asked: ClientRequest) =>
      new Promise<string>((said) => {
        asked.on('response', ({ statusCode }) => said(String(statusCode)))
        asked.on('error', (error) => said(error.message))
        asked.end()
      })
    const other = { host: '127.0.0.1', headers: { host: 'otra.example' } }
    expect(await refusal(plainRequest({ ...other, port: new URL(plain).port }))).toMatch(
      /socket hang up|ECONNRESET/,
    )
    const https = { ...other, port, rejectUnauthorized: false, agent: false as const }
    expect(await refusal(request({ ...https, servername: 'otra.example' }))).toMatch(
      /unrecognized name|handshake failure/,
    )
    // Our name in the TLS handshake, another one in the request
    expect(await refusal(request({ ...https, servername: 'localhost' }))).toMatch(/socket hang up|ECONNRESET/)
  })

  it.runIf(name === 'nginx')(
    'one address holds so many calls at once, and is served again afterwards',
    async () => {
      const held: ClientRequest[] = []
      const hold = () =>
        new Promise<number>((said) => {
          const headers = { 'content-type': 'application/json', 'content-length': 50 }
          const options = { method: 'POST', headers, rejectUnauthorized: false, agent: false as const }
          const asked = request(new URL('/api/auth/login/', base), options, ({ statusCode }) =>
            said(statusCode ?? 0),
          )
          asked.on('error', () => said(0))
          asked.flushHeaders() // the body is never sent
          held.push(asked)
        })
      const answers = Array.from({ length: NGINX_AT_ONCE + 20 }, hold)
      const refused = await Promise.race([Promise.any(answers.map(expect429)), sleep(20_000)])
      expect(refused).toBe(429)
      for (const asked of held) asked.destroy()
      await expect.poll(async () => (await ask('/api/salud/vivo')).status).toBe(200)
    },
  )

  it('simulated mails cannot be read from outside, and another site’s page is refused', async () => {
    expect((await ask('/dev/correo')).status).toBe(404)
    const evil = { ...json({ email: 'a@b.co', password: 'x' }) }
    expect(
      (
        await ask('/api/auth/login/', {
          ...evil,
          headers: { ...evil.headers, origin: 'https://evil.example' },
        })
      ).status,
    ).toBe(403)
    const own = await ask('/api/auth/login/', { ...evil, headers: { ...evil.headers, origin: base } })
    expect(own.status).not.toBe(403)
  })

  it('live changes come through at once', async () => {
    const entered = await ask('/api/mostrador/ingresar', json(OWNER))
    const { access } = JSON.parse(entered.text)
    const stream = await open('/api/mostrador/eventos', { headers: { authorization: `Bearer ${access}` } })
    expect(stream.statusCode).toBe(200)
    expect(stream.headers['content-type']).toBe('text/event-stream')
    const first = await new Promise<string>((resolve) =>
      stream.once('data', (bytes) => resolve(String(bytes))),
    )
    expect(first).toBe(': \n\n')
    stream.destroy()
  })

  it('a call’s id is the proxy’s, whatever id the visitor sends; Mercado Pago’s signed one stays', async () => {
    const headers = { 'x-request-id': 'problema-ajeno-1' }
    const said = await ask('/get_token_local/', { headers })
    expect(said.headers['x-request-id']).toMatch(/^[\da-f-]{32,36}$/)
    const signed = await ask('/api/pagos/mercadopago?data.id=1&type=payment', { method: 'POST', headers })
    expect(signed.headers['x-request-id']).toBe('problema-ajeno-1')
  })

  it('the visitor’s real address counts, whatever address the visitor sends', async () => {
    const tries = []
    for (let number = 0; number < 12; number++)
      tries.push(
        await ask('/api/mostrador/ingresar', {
          ...json({ email: OWNER.email, password: 'mal' }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${number}` },
        }),
      )
    expect(tries.map(({ status }) => status).slice(-1)).toEqual([429])
  })

  it(`an upload of ${MB} MB in parts arrives byte for byte, and goes on after a cut`, async () => {
    const content = randomBytes(MB * 1024 ** 2)
    const tus = { 'tus-resumable': '1.0.0' }
    const made = await ask('/api/subidas/', {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(content.length), 'content-length': '0' },
    })
    expect(made.status).toBe(201)
    const location = new URL(made.headers.location ?? '', `${base}/api/subidas/`).href
    const offset = async () =>
      Number((await ask(location, { method: 'HEAD', headers: tus })).headers['upload-offset'])
    // Cut in the middle of a piece: received bytes are kept, not spooled and lost
    await new Promise<void>((done) => {
      const asked = request(location, {
        method: 'PATCH',
        agent,
        headers: {
          ...tus,
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
          'content-length': content.length,
        },
      })
      asked.on('error', () => done())
      asked.write(content.subarray(0, PIECE / 2), () => setTimeout(() => asked.destroy(), 500))
    })
    await expect.poll(offset, { timeout: 20_000 }).toBeGreaterThan(0)
    for (let at = await offset(); at < content.length; ) {
      const answer = await ask(location, {
        method: 'PATCH',
        headers: { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
        body: content.subarray(at, at + PIECE),
      })
      expect(answer.status).toBe(204)
      at = Number(answer.headers['upload-offset'])
    }
    expect(await offset()).toBe(content.length)
    await expectParts(shop, new URL(location).pathname.split('/').at(-1) ?? '', content)
  })

  it.runIf(name === 'haproxy').each([
    { title: 'killed', end: 'kill9' },
    { title: 'ended', end: 'stop' },
  ] as const)(
    'of two processes one is $title and comes back: pages never fail, calls only in flight',
    async ({ end }) => {
      const started = async () => JSON.parse((await ask('/api/salud/vivo')).text).desde
      const before = new Set<string>()
      await expect.poll(async () => before.add(await started()).size).toBe(2)
      let over = false
      /** How many calls failed of a visitor who sends them one after another. */
      const visit = async (path: string) => {
        let failed = 0
        while (!over) {
          const status = await ask(path).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status !== 200) failed++
        }
        return failed
      }
      const pages = Array.from({ length: 3 }, () => visit('/'))
      const calls = Array.from({ length: 3 }, () => visit('/api/v1/productos/'))
      await grande?.procesos[0][end]()
      expect(before).toContain(await started())
      await grande?.restart(0)
      await expect.poll(async () => before.has(await started())).toBe(false)
      over = true
      expect(await Promise.all(pages)).toEqual([0, 0, 0])
      for (const failed of await Promise.all(calls)) expect(failed).toBeLessThanOrEqual(1)
    },
  )
}

/** For an upload that no order has yet: a file of this disk, or objects whose order the database knows. */
async function expectParts(shop: Shop, id: string, content: Buffer): Promise<void> {
  if (shop.procesos.length === 1) {
    expect(hashOf(readFileSync(join(shop.dataDir, 'subidas', id)))).toBe(hashOf(content))
    return
  }
  const parts = await rows<{ desde: string; bytes: number }>(
    shop,
    'select desde, bytes from subida_partes where subida_id = $1 order by desde',
    [id],
  )
  const kept = readdirSync(shop.archivos).map((name) => hashOf(readFileSync(join(shop.archivos, name))))
  let at = 0
  for (const { desde, bytes } of parts) {
    expect(Number(desde)).toBe(at)
    at += bytes
    expect(kept).toContain(hashOf(content.subarray(Number(desde), at)))
  }
  expect(at).toBe(content.length)
}
