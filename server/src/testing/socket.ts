// Calls a shop as strangers do: over a real socket, as visitors with an address and a cookie jar of their
// own.
import { randomInt } from 'node:crypto'
import type { ShopApp } from '../app.ts'
import { type Shop, testShop } from './shop.ts'

export type Visitor = Awaited<ReturnType<typeof openShop>>['visitor'] extends (...args: never[]) => infer V
  ? V
  : never

export type Answer = { status: number; headers: Headers; body: string; json<T>(): T }
type Asked = { method?: string; body?: BodyInit | object; headers?: Record<string, string> }

/** Listens on a port of its own. @returns 'http://127.0.0.1:port' */
export async function listen(app: ShopApp): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/**
 * A shop that listens behind a trusted proxy: each visitor sends the address it comes from, as the proxy
 * would.
 */
export async function openShop(change: Parameters<typeof testShop>[0] = {}) {
  const shop: Shop = await testShop(change, { trustProxy: 'loopback' })
  const url = await listen(shop.app)
  return { ...shop, url, visitor: (address = randomAddress()) => createVisitor(url, address) }
}

/** An address for benchmarks (RFC 2544) that no other test of the run has. */
const randomAddress = () => `198.18.${randomInt(256)}.${randomInt(1, 255)}`

/** A browser: keeps the cookies it is given. Objects travel as JSON. */
function createVisitor(url: string, address: string) {
  const jar = new Map<string, string>()

  async function ask(path: string, { method, body, headers }: Asked = {}): Promise<Answer> {
    const isPlain = body !== undefined && Object.getPrototypeOf(body) === Object.prototype
    const answer = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        'x-forwarded-for': address,
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(isPlain && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? JSON.stringify(body) : (body as BodyInit) }),
    })
    for (const line of answer.headers.getSetCookie()) keep(line)
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text, json: () => JSON.parse(text) }
  }

  function keep(line: string): void {
    const [pair = ''] = line.split(';')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }

  return { address, jar, ask }
}
