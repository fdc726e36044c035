import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import { saySimply } from '@imprimitodo/shared/api/palabras'
import { type Rechazo, rechazoOf } from '@imprimitodo/shared/rules/base/rechazo'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { sqlState } from '../db/lost.ts'
import { html } from '../web/html.ts'
import { mailStyles } from '../web/mail-page.ts'
import { asksForPage, sendNoPage, sendPlainPage } from '../web/plain-page.ts'
import { downDetail, isDiskFull } from './down.ts'
import { isTooFarAhead } from './pipelined.ts'

type RefusalBody = Record<string, string | number | boolean | null | string[]>
type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 423 | 429 | 502 | 503 | 507

type Hints = {
  /** The reason for programs (X-Codigo); the sentence is for people. Absent: the status says enough. */
  codigo?: Rechazo | undefined
  /** Seconds until it may be tried again (Retry-After). */
  retryAfter?: number
}

/** Headers of a refusal. */
export const refusalHeaders = ({
  status,
  hints: { codigo, retryAfter },
}: Refusal): Record<string, string> => ({
  'x-codigo': codigo ?? rechazoOf(status),
  ...(retryAfter !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
})

/**
 * A refusal that the caller can act on, in Spanish. Other errors are a bug and answer 500, but for a full disk (507), a
 * database that is down (503), calls that Fastify refuses, and values that PostgreSQL does not take (400).
 */
export class Refusal extends Error {
  status: RefusalStatus
  body: RefusalBody
  /** For the headers of the answer. */
  hints: Hints

  constructor(status: RefusalStatus, body: RefusalBody, hints: Hints = {}) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
    this.hints = hints
  }
}

export const refuse = (status: RefusalStatus, detail: string, codigo?: Rechazo) =>
  new Refusal(status, { detail }, { codigo })
export const refuseField = (field: string, message: string, codigo?: Rechazo) =>
  new Refusal(400, { [field]: [message] }, { codigo })
export const notFound = (detail = 'No encontrado.', codigo?: Rechazo) =>
  new Refusal(404, { detail }, { codigo })
/** A session alone is not enough for this call. */
export const needsProof = () =>
  new Refusal(403, { detail: 'Confirmá que sos vos para seguir.', confirmar: true }, { codigo: 'confirmar' })

/** Above the limit of the person: another one has to agree. */
export const needsOther = (detail: string) =>
  new Refusal(403, { detail, autorizar: true }, { codigo: 'autorizar' })

const FULL =
  'No pudimos guardarlo: el disco del servidor está lleno. No se perdió nada de lo anterior. Probá más tarde, o avisanos.'
const OURS = 'Falló algo de nuestro lado. Probá de nuevo en unos minutos.'

const BASE_CAIDA: Rechazo = 'base_caida'

/** Fastify's own refusals, in Spanish. */
const DETAILS: Record<number, string> = {
  400: 'No se entiende lo que llegó.',
  404: 'No encontrado.',
  408: 'Se agotó el tiempo de espera.',
  413: 'Es demasiado grande.',
  414: 'La dirección es demasiado larga.',
  415: 'Ese formato no se acepta.',
  416: 'El archivo no tiene esa parte.',
  429: 'Demasiados intentos. Esperá unos minutos.',
  431: 'Los encabezados son demasiado grandes.',
}

/**
 * Refusals before a route is found, in the same words: Fastify's own answers are English and quote the call.
 */
export const earlyRefusals: FastifyServerOptions = {
  frameworkErrors: answerEarly,
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code] ?? 400
    const body = JSON.stringify({ detail: DETAILS[status] })
    const head = `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json; charset=utf-8\r\nX-Codigo: ${rechazoOf(status)}`
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\nConnection: close\r\n\r\n${body}`,
      )
    socket.destroy(error)
  },
}

function answerEarly({ code }: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isTooFarAhead(request.raw, reply.raw)) return reply.hijack()
  const status = code === 'FST_ERR_BAD_URL' ? 400 : 404 // no existing thing has so long a parameter
  // No hook runs for it
  reply.code(status).headers({
    'x-codigo': rechazoOf(status),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  return asksForPage(request) ? sendNoPage(reply) : reply.send({ detail: DETAILS[status] })
}

export function installErrorHandler(app: FastifyInstance): void {
  // For every kind of failure, pages among them
  app.addHook('onSend', (_, reply, _payload, done) => {
    if (reply.statusCode >= 400 && !reply.hasHeader('x-codigo'))
      reply.header('x-codigo', rechazoOf(reply.statusCode))
    done()
  })
  saySimply()
  // Node alone answers without a word
  app.server.on('checkExpectation', (call: IncomingMessage, response: ServerResponse) => {
    if (isTooFarAhead(call, response)) return
    const body = JSON.stringify({ detail: DETAILS[400] })
    const headers = { 'content-type': 'application/json; charset=utf-8', 'x-codigo': rechazoOf(417) }
    response.writeHead(417, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  app.addHook('onRequest', ({ raw }, _, done) => {
    done(namesOneHost(raw) ? undefined : refuse(400, DETAILS[400] ?? ''))
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) {
      reply.code(error.status).headers(refusalHeaders(error))
      return asksForPage(request) && isNoPage(error) ? sendNoPage(reply) : reply.send(error.body)
    }
    if (hasZodFastifySchemaValidationErrors(error))
      return reply.code(400).send(messagesByField(error.validation))
    return (
      answerOurFault(error, request, reply) ??
      answerBadCall(error, request, reply) ??
      answerBadValue(error, request, reply) ??
      answerBug(error, request, reply)
    )
  })
}

/**
 * A call names its host once; HTTP/1.0 may leave it out (RFC 9112 3.2). Node takes the first of two, and a proxy may have
 * taken the other.
 */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

/** `{campo: [mensajes]}`, as forms show them. */
function messagesByField(issues: readonly { instancePath: string; message?: string }[]) {
  const fields: Record<string, string[]> = {}
  for (const { instancePath, message = 'No es válido.' } of issues) {
    const field = instancePath.split('/')[1] || 'non_field_errors'
    fields[field] = [...(fields[field] ?? []), message]
  }
  return fields
}

/** Whether the address leads nowhere, so that the refusal has nothing else to say. */
const isNoPage = ({ status, body }: Refusal): boolean => status === 404 || body.detail === DETAILS[400]

/** The answer if this machine or its database lacks something; undefined: other errors. */
function answerOurFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (isDiskFull(error)) {
    request.log.error({ err: error }, 'disk full')
    return sendProblem(request, reply.code(507), FULL)
  }
  const down = downDetail(error)
  if (!down) return undefined
  request.log.warn({ err: error }, 'down')
  reply.code(503).headers({ 'retry-after': '30', 'x-codigo': BASE_CAIDA })
  return sendProblem(request, reply, down)
}

/** The answer if Fastify or a plugin refused the call; undefined: other errors. */
function answerBadCall(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (isBadForm(error))
    return reply.code(400).send({ detail: 'El formulario llegó incompleto o mal armado.' })
  if (!error.statusCode || error.statusCode >= 500) return undefined
  // @fastify/static answers 403 to an address that climbs (`/..`, `//`): there is nothing there
  const status = error.statusCode === 403 ? 404 : error.statusCode
  if (status === 416) reply.headers(rangeOf(error))
  if (status === 404 && asksForPage(request)) return sendNoPage(reply.code(status))
  return reply.code(status).send({ detail: DETAILS[status] ?? 'No se pudo hacer.' })
}

/** How long the file is, which a player asks again by. */
const rangeOf = ({ headers }: FastifyError & { headers?: Record<string, string> }) => {
  const range = headers?.['Content-Range']
  return range ? { 'content-range': range } : {}
}

/**
 * The answer if PostgreSQL has no such value (class 22: out of range, no date, no text): the caller sent it, and no
 * schema refused it. Undefined: other errors.
 */
function answerBadValue(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (!sqlState(error)?.startsWith('22')) return undefined
  request.log.warn({ err: error }, 'a value that the database does not take')
  return reply.code(400).send({ detail: DETAILS[400] })
}

function answerBug(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.error({ err: error }, 'unhandled')
  return sendProblem(request, reply.code(500), OURS)
}

/** A bug of ours. The body has a code: a customer can quote it, and it finds the lines in the log. */
function sendProblem(request: FastifyRequest, reply: FastifyReply, detail: string): FastifyReply {
  if (!asksForPage(request)) return reply.send({ detail, codigo_problema: request.id })
  const code = html`<p style="${mailStyles.small}">Código del problema: ${request.id}</p>`
  const body = html`<p style="${mailStyles.text}">${detail}</p>${code}`
  return sendPlainPage(reply, { title: 'Algo falló', preheader: '', body })
}

/** busboy's words for a form without its boundary, with an absurd one, or cut before its end; it gives no codes. */
const isBadForm = ({ message }: Error): boolean =>
  /^Multipart: |^The needle cannot |unexpected end of multipart data$/i.test(message)
