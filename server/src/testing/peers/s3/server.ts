// A small S3-compatible store for tests, as a peer on HTTP: checks signatures and payload hashes, keeps
// objects in a folder, and misbehaves on command.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createObjects, type Objects } from './objects.ts'
import { type Fault, S3Refusal } from './refusal.ts'
import { type Keys, verifySignature } from './signature.ts'
import { errorXml, xml } from './xml.ts'

/** `bytes`: of the body. */
type Faults = (call: {
  method: string
  key: string
  query: URLSearchParams
  bytes: number
}) => Fault | undefined

/** Without a hash of the object and without its length, as a proxy that does not know it. */
const PAGE = '<html><p>Volvemos pronto.</p></html>'
const REFUSALS: Partial<Record<Fault, S3Refusal>> = {
  error: new S3Refusal(503, 'SlowDown'),
  forbidden: new S3Refusal(403, 'AccessDenied'),
  not_implemented: new S3Refusal(501, 'NotImplemented'),
  no_bucket: new S3Refusal(404, 'NoSuchBucket'),
}
/** The status of a proxy's page. */
const PAGES: Partial<Record<Fault, number>> = { page: 200, page_404: 404, page_413: 413 }
const KEYS: Keys = { key: 'llave', secret: 'secreto/de+prueba', region: 'us-east-1' }
const BUCKET = 'copias'
const SLOW_MS = 700

/** Listens on loopback until `stop`, which also removes `folder` with its objects. */
export async function startS3({ keys = KEYS, folder = freshFolder() } = {}) {
  const objects = createObjects(folder)
  /** `fault` may be set at any time; `most`: the most uploads at once, and the most bytes in one call. */
  const state: { fault: Faults; calls: string[]; most: { puts: number; bytes: number } } = {
    fault: () => undefined,
    calls: [],
    most: { puts: 0, bytes: 0 },
  }
  let puts = 0
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refusal = error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError')
      if (response.headersSent) return response.destroy()
      request.resume()
      response.writeHead(refusal.status, { 'content-type': 'application/xml' })
      response.end(request.method === 'HEAD' ? undefined : errorXml(refusal))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const bytes = Number(request.headers['content-length'] ?? 0)
    const call = { method: request.method ?? '', key: rest.join('/'), query: url.searchParams, bytes }
    state.calls.push(`${call.method} ${call.key}${url.search}`)
    if (call.method === 'PUT') {
      state.most.puts = Math.max(state.most.puts, ++puts)
      state.most.bytes = Math.max(state.most.bytes, bytes)
    }
    try {
      await answerCall(call, bucket, request, response)
    } finally {
      if (call.method === 'PUT') puts--
    }
  }

  async function answerCall(
    call: Call,
    bucket: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const fault = state.fault(call)
    if (fault === 'refuse') return void request.socket.destroy()
    if (fault === 'hang') return
    if (fault === 'slow') await sleep(SLOW_MS)
    const refusal = fault && REFUSALS[fault]
    if (refusal) throw refusal
    const page = fault && PAGES[fault]
    if (page) return sendPage(page, request, response)
    const payload = verifySignature(request, keys)
    if (bucket !== BUCKET) throw new S3Refusal(404, 'NoSuchBucket')
    await serve(objects, call, request, response, payload, fault)
  }

  const listen = (port: number) =>
    new Promise<number>((done, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', () => done((server.address() as AddressInfo).port))
    })
  const port = await listen(0)
  const away = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  const { key, secret, region } = keys
  return {
    url: `s3://${encodeURIComponent(key)}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${BUCKET}?region=${region}&tls=0`,
    objects,
    state,
    /** No answers at its address until `back`. */
    away,
    back: () => listen(port),
    async stop() {
      if (server.listening) await away()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sendPage(status: number, request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'text/html' })
  response.end(request.method === 'HEAD' ? undefined : PAGE)
}

const freshFolder = () => mkdtempSync(join(tmpdir(), 'imprimitodo-s3-'))

type Call = Parameters<Faults>[0]

/** Sends an answer in XML. */
type Send = (body: string, headers?: Record<string, string>) => void

async function serve(
  objects: Objects,
  call: Call,
  request: IncomingMessage,
  response: ServerResponse,
  payload: string | null,
  fault: Fault | undefined,
): Promise<void> {
  const { method, key, query } = call
  const uploadId = query.get('uploadId')
  const send: Send = (body, headers = {}) => {
    if (fault === 'lost') return void request.socket.destroy()
    response.writeHead(200, { 'content-type': 'application/xml', ...headers })
    response.end(body)
  }
  if (key === '') {
    request.resume()
    return serveBucket(objects, call, send)
  }
  if (method === 'PUT') {
    const etag = uploadId
      ? await objects.putPart(uploadId, Number(query.get('partNumber')), request, { payload, fault })
      : await objects.put(key, request, payload, { metadata: metadataOf(request), fault })
    return send('', { etag })
  }
  if (method === 'POST' && query.has('uploads')) {
    request.resume()
    return send(xml.created(BUCKET, key, await objects.begin(key, metadataOf(request))))
  }
  if (method === 'POST' && uploadId)
    return send(xml.completed(key, await objects.complete(key, uploadId, request, payload)))
  request.resume()
  if (method === 'GET' || method === 'HEAD') return objects.send(key, request, response, fault)
  if (method !== 'DELETE') throw new S3Refusal(501, 'NotImplemented')
  if (uploadId) await objects.abort(uploadId)
  else await objects.delete(key)
  response.writeHead(204).end()
}

async function serveBucket(objects: Objects, { method, query }: Call, send: Send): Promise<void> {
  if (method === 'HEAD') return send('')
  if (query.has('uploads')) return send(xml.uploads(await objects.uploads(query.get('prefix') ?? '')))
  if (query.get('list-type') === '2') return send(xml.list(await objects.list(query)))
  throw new S3Refusal(501, 'NotImplemented')
}

const metadataOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.startsWith('x-amz-meta-'))
      .map(([name, value]) => [name, String(value)]),
  )
