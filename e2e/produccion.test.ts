// As in production: behind deploy/nginx.conf, with TLS. Where there is no nginx it is skipped, and says so.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isGrande } from './support/grande.ts'
import { rows } from './support/server.ts'
import { freePort, OWNER, type Shop, startShop } from './support/shop.ts'

const hostOf = (url: string) => new URL(url).host.replace('localhost', '127.0.0.1')
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A quick round; with SUBIDA_MB=300 a long one. */
const MB = Number(process.env.SUBIDA_MB ?? 24)
const PIECE = 8 * 1024 ** 2

const hasNginx = spawnSync('nginx', ['-v']).status === 0
if (!hasNginx) console.warn('\n*** nginx is not installed: deploy/nginx.conf goes untested ***\n')

describe.skipIf(!hasNginx)('behind nginx', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-nginx-'))
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  let shop: Shop
  let nginx: ChildProcess
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
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json' },
  })

  beforeAll(async () => {
    const [tls, http] = [await freePort(), await freePort()]
    base = `https://localhost:${tls}`
    plain = `http://localhost:${http}`
    shop = await startShop({
      env: { NODE_ENV: 'production', ALLOW_SIMULATED: '1', PUBLIC_URL: base, TRUST_PROXY: '127.0.0.1,::1' },
    })
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ])
    expect(made.status).toBe(0)
    const ours = readFileSync(new URL('../deploy/nginx.conf', import.meta.url), 'utf8')
      .replace('server 127.0.0.1:3000;', shop.procesos.map(({ url }) => `server ${hostOf(url)};`).join(' '))
      .replaceAll(/listen \[::\].*\n/g, '')
      .replace('listen 80;', `listen 127.0.0.1:${http};`)
      .replace('listen 443 ssl', `listen 127.0.0.1:${tls} ssl`)
      .replaceAll('imprimitodo.example;', 'localhost;')
      .replace(/ssl_certificate .*;/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${folder}/key.pem;`)
      // The ports of this test are in the address; in production there is none
      .replaceAll('$host;', '$http_host;')
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;
       events {} http { access_log off; ${temps.join(' ')} ${ours} }`,
    )
    chmodSync(folder, 0o755) // its workers are nobody
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
      stdio: 'inherit',
    })
    for (const until = Date.now() + 20_000; ; await sleep(100)) {
      const status = await ask('/api/salud').then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 200) return
      if (Date.now() > until) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    }
  })
  afterAll(async () => {
    agent.destroy()
    nginx?.kill('SIGTERM')
    await shop?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('plain http leads to https; figures are not for the street, with a bearer or without', async () => {
    const answer = await fetch(`${plain}/login`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')?.startsWith('https://')]).toEqual([301, true])
    expect((await ask('/metrics')).status).toBe(404)
    // Another proxy, that lets it through, does not make a stranger a local peer
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

  it('no simulated mail is read from outside, and another site’s page is refused', async () => {
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
    expect([stream.statusCode, stream.headers['content-type']]).toEqual([200, 'text/event-stream'])
    const first = await new Promise<string>((resolve) =>
      stream.once('data', (bytes) => resolve(String(bytes))),
    )
    expect(first).toBe(': \n\n')
    stream.destroy()
  })

  it('the visitor’s address counts, whatever the visitor says it is', async () => {
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
    // Cut in the middle of a piece: what came through is kept, not spooled and lost
    await new Promise<void>((done) => {
      const asked = request(location, {
        ...{ method: 'PATCH', agent },
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
})

/** Of an upload that no order names yet: one file of this disk, or objects whose order the database knows. */
async function expectParts(shop: Shop, id: string, content: Buffer): Promise<void> {
  if (!isGrande) {
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
