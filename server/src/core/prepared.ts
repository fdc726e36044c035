import { createHash } from 'node:crypto'
import type { OutgoingHttpHeader } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const PREPARED = Symbol('prepared')

/** An answer whose final bytes were made before anybody asked: many get the same one. */
export type Prepared<T> = {
  readonly [PREPARED]: true
  readonly hash: string
  readonly identity: Buffer
  /** Null where compressing gains nothing. */
  readonly br: Buffer | null
  readonly gzip: Buffer | null
  /** Never there: says what the bytes are of. */
  readonly of?: T
}

/** What fits into one packet anyway. */
const WORTH_COMPRESSING = 1_200
/** Above this the better brotli takes too long for somebody who waits: half a second for 8 MB. */
const LARGE = 512 * 1024

export async function prepare<T>(answer: T): Promise<Prepared<T>> {
  const identity = Buffer.from(JSON.stringify(answer))
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  if (identity.length < WORTH_COMPRESSING) return { [PREPARED]: true, hash, identity, br: null, gzip: null }
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: identity.length > LARGE ? 5 : 9,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity),
  ])
  return { [PREPARED]: true, hash, identity, br, gzip: gzipped }
}

export const isPrepared = (answer: unknown): answer is Prepared<unknown> =>
  typeof answer === 'object' && answer !== null && PREPARED in answer

/**
 * Sends it in the best encoding the caller takes, with a strong ETag (one for each encoding, as the bytes differ), or
 * 304. Caches may keep it and ask each time. Written straight to the socket with all headers at once, which takes a
 * third less than Fastify's way: hooks of `onSend` never see it.
 */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared<unknown>) {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const packed = encoding && prepared[encoding]
  const etag = packed ? `"${prepared.hash}-${encoding}"` : `"${prepared.hash}"`
  const isKnown = matches(request.headers['if-none-match'], etag)
  const bytes = packed || prepared.identity
  reply.hijack()
  const head: Record<string, OutgoingHttpHeader | undefined> = {
    ...reply.getHeaders(),
    'cache-control': 'no-cache',
    vary: 'accept-encoding',
    etag,
  }
  if (!isKnown) {
    head['content-type'] = 'application/json; charset=utf-8'
    head['content-length'] = bytes.length
    if (packed) head['content-encoding'] = encoding
  }
  reply.raw.writeHead(isKnown ? 304 : 200, head)
  reply.raw.end(isKnown || request.method === 'HEAD' ? undefined : bytes)
  return reply
}

const BR = /(?:^|,)\s*br\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i
const GZIP = /(?:^|,)\s*gzip\s*(?:$|,|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i

function encodingFor(accept: string | string[] | undefined): 'br' | 'gzip' | undefined {
  const text = String(accept ?? '')
  return BR.test(text) ? 'br' : GZIP.test(text) ? 'gzip' : undefined
}

/** Compared weakly, as the protocol wants it here: a proxy on the way may have marked ours as weak. */
const matches = (sent = '', etag: string): boolean =>
  sent.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
