import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const PREPARED = Symbol('prepared')

/** An answer whose bytes were prepared: many requests get the same ones. */
export type Prepared<T> = {
  readonly [PREPARED]: true
  readonly identity: Packed
  /** Null if compressing gains nothing. */
  readonly br: Packed | null
  readonly gzip: Packed | null
  /** Never set: a type for the content. */
  readonly of?: T
}

type Packed = {
  bytes: Buffer
  etag: string
  /** Headers of the answer: names and values in turns, which Node writes as they are. */
  head: string[]
  /** Headers of the 304. */
  unchanged: string[]
}

/** Helmet's headers for data: it is no page, runs nothing and is embedded nowhere. */
export const DATA_HEADERS = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
}

/** Bytes that fit into one packet anyway. */
const WORTH_COMPRESSING = 1_200
/** Above this size the better brotli takes too long while a client waits: half a second for 8 MB. */
const LARGE = 512 * 1024

export async function prepare<T>(answer: T): Promise<Prepared<T>> {
  const bytes = Buffer.from(JSON.stringify(answer))
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const identity = pack(bytes, `"${hash}"`)
  if (bytes.length < WORTH_COMPRESSING) return { [PREPARED]: true, identity, br: null, gzip: null }
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: bytes.length > LARGE ? 5 : 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes),
  ])
  return {
    [PREPARED]: true,
    identity,
    br: pack(br, `"${hash}-br"`, 'br'),
    gzip: pack(gzipped, `"${hash}-gzip"`, 'gzip'),
  }
}

function pack(bytes: Buffer, etag: string, encoding?: string): Packed {
  const kept = { ...DATA_HEADERS, 'cache-control': 'no-cache', vary: 'accept-encoding', etag }
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': String(bytes.length) }
  const all = { ...kept, ...type, ...(encoding && { 'content-encoding': encoding }) }
  return { bytes, etag, head: Object.entries(all).flat(), unchanged: Object.entries(kept).flat() }
}

export const isPrepared = (answer: unknown): answer is Prepared<unknown> =>
  typeof answer === 'object' && answer !== null && PREPARED in answer

/**
 * Sends the prepared bytes in the best encoding that the caller accepts, with a strong ETag (one for each
 * encoding, as the bytes differ), or 304. Caches may keep it and revalidate each time. Written straight to
 * the socket with all headers at once, which takes a third less than Fastify's way: headers of the reply and
 * hooks of `onSend` do not apply.
 */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared<unknown>) {
  reply.hijack()
  const { method, headers } = request.raw
  const encoding = encodingFor(headers['accept-encoding'])
  const { bytes, etag, head, unchanged } = (encoding && prepared[encoding]) || prepared.identity
  if (matches(headers['if-none-match'], etag)) reply.raw.writeHead(304, unchanged).end()
  else if (method === 'HEAD') reply.raw.writeHead(200, head).end()
  else reply.raw.writeHead(200, head).end(bytes)
  return reply
}

const BR = /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i
const GZIP = /(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i

/** The best encoding that the caller accepts; undefined: none of ours. */
export function encodingFor(accept: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const text = String(accept ?? '')
  return BR.test(text) ? 'br' : GZIP.test(text) ? 'gzip' : undefined
}

/** Compared weakly, as the protocol wants here: a proxy may have marked our ETag as weak. */
const matches = (sent: string | undefined, etag: string): boolean =>
  sent?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false
