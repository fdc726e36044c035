// One HTTP exchange with a printer, on a socket of its own. An error also says what the printer can have
// received: nothing, or possibly everything.
import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { TLSSocket } from 'node:tls'
import { decodeMessage, IppMalformed } from './decode.ts'
import { GROUP, groupOf, type IppReply } from './model.ts'

/**
 * - `not-sent`: no byte of the request left, so the printer knows nothing of it.
 * - `unknown`: the printer may have acted on it or not.
 * - `refused`: the printer answered with an error status: nothing was done.
 * - `http`: the answer is not a printer's, or asks for a password.
 * - `stranger`: its certificate is not trusted, so nothing was sent to it.
 * - `plain`: it takes nothing over a connection without TLS.
 */
export type IppErrorKind = 'not-sent' | 'unknown' | 'refused' | 'http' | 'stranger' | 'plain'
export class IppError extends Error {
  kind: IppErrorKind
  /** IPP status where refused, HTTP status where http. */
  status: number | undefined
  /** The attributes for which it was refused, where the printer names them. */
  unsupported: string[] = []
  constructor(kind: IppErrorKind, message: string, status?: number) {
    super(message)
    this.kind = kind
    this.status = status
  }
}

export type PrinterEndpoint = {
  /** ipp:// or ipps:// */
  uri: string
  user?: string | undefined
  password?: string | undefined
  /** Only for ipps://: whether a certificate (its sha256, hex) is the printer's. Absent: none is trusted. */
  trusts?: ((fingerprint: string) => boolean) | undefined
}

export type Document = { stream: NodeJS.ReadableStream & { destroy(error?: Error): void }; bytes: number }

export type Clocks = { connectMs: number; idleMs: number; totalMs: number }
const CLOCKS: Clocks = { connectMs: 5_000, idleMs: 30_000, totalMs: 60_000 }
const MAX_REPLY = 4 * 1024 ** 2

/**
 * Called when the printer neither reads nor answers for a while; resolves with whether to go on waiting for it. Rejects
 * if the printer does not say.
 */
export type IsTaking = () => Promise<boolean>

/**
 * POSTs an IPP request and, behind it, a document. No keep-alive (a reused socket that dies leaves the agent
 * guessing), no redirects. @throws IppError
 */
export async function exchange(
  endpoint: PrinterEndpoint,
  head: Buffer,
  document?: Document,
  clocks: Partial<Clocks> = {},
  isTaking?: IsTaking,
): Promise<IppReply> {
  const { connectMs, idleMs, totalMs } = { ...CLOCKS, ...clocks }
  const url = httpUrl(endpoint.uri)
  const isTls = url.protocol === 'https:'
  let sent = false
  const fail = (error: unknown): IppError => {
    if (error instanceof IppError) return error
    const message = error instanceof Error ? error.message : String(error)
    return new IppError(sent ? 'unknown' : 'not-sent', message)
  }
  const request = (isTls ? httpsRequest : httpRequest)(url, {
    method: 'POST',
    agent: false,
    headers: {
      'content-type': 'application/ipp',
      'content-length': head.length + (document?.bytes ?? 0),
      ...(endpoint.user && { authorization: `Basic ${basicOf(endpoint)}` }),
    },
    ...(isTls && { rejectUnauthorized: false }), // whether it is trusted is asked below
  })
  const total = setTimeout(() => request.destroy(new Error(`no end within ${totalMs} ms`)), totalMs)
  /** A printer without paper stops reading, and one that has the whole document may be busy with it. */
  async function onSilence(socket: Socket): Promise<void> {
    const isWaitedFor = await isTaking?.().then(
      (is) => {
        total.refresh()
        return is
      },
      () => request.writableFinished,
    )
    if (isWaitedFor) socket.setTimeout(idleMs)
    else socket.destroy(new Error(`silent for ${idleMs} ms`))
  }
  try {
    const socket = await connected(request, connectMs, isTls)
    if (isTls) checkCertificate(socket, endpoint)
    socket.setTimeout(idleMs).on('timeout', () => void onSilence(socket))
    const answered = answerOf(request)
    sent = true
    request.write(head)
    const isWhole = document ? await pour(document, request, answered) : true
    if (!document) request.end()
    const reply = read(await answered, url)
    if (!isWhole) throw new IppError('unknown', 'it said yes before it had the whole document')
    return reply
  } catch (error) {
    throw fail(error)
  } finally {
    clearTimeout(total)
    request.destroy()
    document?.stream.destroy()
  }
}

/** Never as Latin-1, in which a password may not be written at all. */
const basicOf = ({ user, password = '' }: PrinterEndpoint): string =>
  Buffer.from(`${user}:${password}`).toString('base64')

export function httpUrl(uri: string): URL {
  const match = /^(ipps?):\/\/(.+)$/i.exec(uri)
  if (!match) throw new IppError('not-sent', `not an ipp address: ${uri}`)
  const url = new URL(`${match[1]?.toLowerCase() === 'ipps' ? 'https' : 'http'}://${match[2]}`)
  // Of http and https a URL forgets the ports 80 and 443; ipp has none to forget
  url.port = new URL(uri).port || '631'
  return url
}

type Request = ReturnType<typeof httpRequest>
type Answer = { status: number; location: string; body: Buffer }

function connected(request: Request, withinMs: number, isTls: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no connection within ${withinMs} ms`)), withinMs)
    request.once('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.once('socket', (socket) =>
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        resolve(socket)
      }),
    )
  })
}

function checkCertificate(socket: Socket, { trusts }: PrinterEndpoint): void {
  const { raw } = (socket as TLSSocket).getPeerCertificate()
  if (!trusts?.(createHash('sha256').update(raw).digest('hex')))
    throw new IppError('stranger', 'the certificate is another one')
}

/** Resolves with the whole answer, which may come before the document has gone out. */
function answerOf(request: Request): Promise<Answer> {
  const answered = new Promise<Answer>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', async (response) => {
      const parts: Buffer[] = []
      let length = 0
      response.on('data', (part: Buffer) => {
        length += part.length
        if (length > MAX_REPLY) response.destroy(new Error('the answer does not end'))
        else parts.push(part)
      })
      await finished(response).then(
        () =>
          resolve({
            status: response.statusCode ?? 0,
            location: response.headers.location ?? '',
            body: Buffer.concat(parts),
          }),
        reject,
      )
    })
  })
  answered.catch(() => {}) // handled where it is awaited
  return answered
}

/** False when the printer answered before it had taken everything: its answer says why. */
async function pour(document: Document, request: Request, answered: Promise<unknown>): Promise<boolean> {
  let isAnswered = false
  const done = answered.finally(() => {
    isAnswered = true
  })
  done.catch(() => {})
  let sent = 0
  for await (const chunk of document.stream) {
    if (isAnswered) return false
    sent += Buffer.byteLength(chunk)
    if (!request.write(chunk))
      await Promise.race([new Promise((drained) => request.once('drain', drained)), done])
  }
  if (sent !== document.bytes) throw new Error(`the document has ${sent} bytes, not ${document.bytes}`)
  request.end()
  return true
}

/** Whether it wants this same call over TLS. A page for people is at another path. */
function wantsTls({ status, location }: Answer, url: URL): boolean {
  if (url.protocol === 'https:') return false
  if (status === UPGRADE) return true
  if (status < 300 || status >= 400 || !URL.canParse(location)) return false
  const { protocol, pathname } = new URL(location)
  return ['https:', 'ipps:'].includes(protocol) && pathname === url.pathname
}

/** Successful statuses are below 0x0100 (RFC 8011 appendix B). */
function read(answer: Answer, url: URL): IppReply {
  const { status, body } = answer
  if (status === BUSY_HTTP) throw new IppError('refused', `HTTP ${status}`, BUSY)
  if (wantsTls(answer, url)) throw new IppError('plain', `HTTP ${status}`, status)
  if (status === 401 || status === 403) throw new IppError('http', 'the printer wants a password', status)
  if (status !== 200) throw new IppError('http', `HTTP ${status}`, status)
  const reply = decode(body)
  if (reply.status < 0x0100) return reply
  const message = `IPP status 0x${reply.status.toString(16).padStart(4, '0')}`
  const refused = new IppError('refused', message, reply.status)
  refused.unsupported = [...groupOf(reply, GROUP.unsupported).keys()]
  throw refused
}

/** The printer's web server is busy: it handed nothing on. */
const BUSY_HTTP = 503
const UPGRADE = 426
/** Busy, of IPP. */
const BUSY = 0x0507

/** An answer that cannot be decoded leaves the outcome unknown. */
function decode(body: Buffer): IppReply {
  try {
    return decodeMessage(body)
  } catch (error) {
    if (!(error instanceof IppMalformed)) throw error
    const unreadable = new IppError('unknown', `unreadable answer: ${error.message}`)
    unreadable.cause = error
    throw unreadable
  }
}
