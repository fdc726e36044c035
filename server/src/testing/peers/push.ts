// A push service on loopback, and a device that can read what reaches it (RFC 8291).
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Recibido = { path: string; headers: Record<string, unknown>; body: Buffer }

/**
 * `answer`: the status for a path, 201 unless said otherwise; null: no answer. `hanging`: the calls that
 * still wait.
 */
export async function pushService(answer: (path: string, times: number) => number | null = () => 201) {
  const received: Recibido[] = []
  const times = new Map<string, number>()
  const hanging = new Set<string>()
  const server = createServer((request, reply) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      times.set(path, (times.get(path) ?? 0) + 1)
      const status = answer(path, times.get(path) ?? 0)
      if (status === null) {
        hanging.add(path)
        reply.once('close', () => hanging.delete(path))
        return
      }
      if (status < 300) received.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      reply.writeHead(status, status === 307 ? { location: 'http://127.0.0.1:9/' } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { received, times, hanging, url: `http://127.0.0.1:${port}` }
}

export function newDevice(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }
  /** The notice that a browser would show. */
  function read(body: Buffer): Record<string, string> {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
    const sender = body.subarray(21, 21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
    const derive = (label: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', ikm, salt, Buffer.from(`Content-Encoding: ${label}\0`), bytes))
    const sealed = body.subarray(21 + keyLength)
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
  }
  return { body: { endpoint, keys }, read }
}
