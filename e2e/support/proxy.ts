import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Shop } from './shop.ts'

export type Network = {
  url: string
  /** Whether the proxy gives no answers, as without a signal. */
  isDown: boolean
  /** Another body for a path, as a newer or broken deploy would answer it; undefined leaves it. */
  rewrite: (path: string, body: string) => string | undefined
  stop(): void
}

/**
 * A proxy in front of the shop, which can cut the network and simulate a deploy: service workers cannot
 * bypass it either.
 */
export async function startProxy(shop: Shop): Promise<Network> {
  const server = createServer((asked, answer) => {
    if (proxy.isDown) return asked.socket.destroy()
    forward(shop, proxy, asked, answer)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const proxy: Network = {
    url: `http://localhost:${port}`,
    isDown: false,
    rewrite: () => undefined,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
  return proxy
}

function forward({ url }: Shop, proxy: Network, asked: IncomingMessage, answer: ServerResponse): void {
  // Whole and uncompressed, so that it can be rewritten; the Host stays, as the shop's answers depend on it
  const { 'if-none-match': _, 'if-modified-since': __, ...rest } = asked.headers
  const headers = { ...rest, 'accept-encoding': 'identity' }
  const sent = request(new URL(asked.url ?? '/', url), { method: asked.method, headers }, async (got) => {
    const parts: Buffer[] = []
    for await (const part of got) parts.push(part)
    const body = Buffer.concat(parts)
    const isText = /javascript|html/.test(String(got.headers['content-type']))
    const other = isText ? proxy.rewrite((asked.url ?? '').split('?')[0] ?? '', String(body)) : undefined
    const { 'content-length': _, 'transfer-encoding': __, etag: ___, ...kept } = got.headers
    answer.writeHead(got.statusCode ?? 502, kept)
    answer.end(other ?? body)
  })
  sent.on('error', () => answer.destroy())
  asked.pipe(sent)
}
