// The protocol of uploads in parts, as a client speaks it.
import { request } from 'node:http'
import type { Shop } from './shop.ts'
import type { Visitor } from './socket.ts'

export const TUS = { 'tus-resumable': '1.0.0' }
const PART_TYPE = 'application/offset+octet-stream'

export async function createSubida(shop: Shop, bytes: number) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/subidas',
    headers: { ...TUS, 'upload-length': String(bytes), 'upload-metadata': `filename ${btoa('a.pdf')}` },
  })
  const location = String(answer.headers.location)
  return { answer, location, id: location.split('/').at(-1) ?? '' }
}

export const patchSubida = (shop: Shop, location: string, offset: number, bytes: Uint8Array) =>
  shop.app.inject({
    method: 'PATCH',
    url: location,
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': PART_TYPE },
    payload: Buffer.from(bytes),
  })

/** The same for a visitor over a socket. `headers`: further headers of the visitor. */
export async function beginAs(visitor: Visitor, bytes: number, headers: Record<string, string> = {}) {
  const answer = await visitor.ask('/api/subidas', {
    method: 'POST',
    headers: { ...TUS, 'upload-length': String(bytes), ...headers },
  })
  const location = answer.headers.get('location') ?? ''
  return { answer, location, id: location.split('/').at(-1) ?? '' }
}

export const sendPart = (visitor: Visitor, location: string, offset: number, bytes: Uint8Array) =>
  visitor.ask(location, {
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': String(offset), 'content-type': PART_TYPE },
    body: Buffer.from(bytes),
  })

export async function offsetAs(visitor: Visitor, location: string): Promise<number> {
  const { headers } = await visitor.ask(location, { method: 'HEAD', headers: TUS })
  return Number(headers.get('upload-offset') ?? Number.NaN)
}

/** The offset at which the upload goes on; NaN if it is gone. */
export async function offsetOf(shop: Shop, location: string): Promise<number> {
  const { headers } = await shop.app.inject({ method: 'HEAD', url: location, headers: TUS })
  return Number(headers['upload-offset'] ?? Number.NaN)
}

/**
 * A part whose sender stops after `bytes` of the `announced`; over a socket, so `app` listens. `cut` ends it.
 */
export async function stallPatch(
  shop: Shop,
  location: string,
  bytes: Uint8Array,
  announced: number,
  offset = 0,
) {
  const address = shop.app.server.address()
  if (typeof address !== 'object') throw new Error('It listens on a port.')
  const sending = request({
    host: '127.0.0.1',
    port: address?.port,
    path: location,
    method: 'PATCH',
    headers: { ...TUS, 'upload-offset': offset, 'content-type': PART_TYPE, 'content-length': announced },
  })
  const ended = new Promise<void>((done) => {
    sending.once('error', () => done())
    sending.once('response', (answer) => answer.resume().once('close', done))
  })
  await new Promise<void>((done) => sending.write(Buffer.from(bytes), () => done()))
  return { cut: () => sending.destroy(), ended }
}
