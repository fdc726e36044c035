import { STATUS_CODES } from 'node:http'
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyServerOptions,
} from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { downDetail } from './down.ts'

type RefusalBody = Record<string, string | number | boolean | null | string[]>
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 502 | 503 | 507

/** A refusal the caller can act on, in Spanish. Anything else that is thrown is a bug and answers 500. */
export class Refusal extends Error {
  status: RefusalStatus
  body: RefusalBody

  constructor(status: RefusalStatus, body: RefusalBody) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

export const refuse = (status: RefusalStatus, detail: string) => new Refusal(status, { detail })
export const refuseField = (field: string, message: string) => new Refusal(400, { [field]: [message] })
export const notFound = (detail = 'No encontrado.') => new Refusal(404, { detail })

/** Fastify's own refusals, in Spanish. */
const DETAILS: Record<number, string> = {
  400: 'El pedido no se entiende.',
  404: 'No encontrado.',
  405: 'Ese método no existe acá.',
  408: 'Se agotó el tiempo de espera.',
  413: 'Es demasiado grande.',
  414: 'La dirección es demasiado larga.',
  415: 'Ese formato no se acepta.',
  429: 'Demasiados intentos. Esperá unos minutos.',
  431: 'Los encabezados son demasiado grandes.',
}

/** What is refused before any route is found, in the same words: Fastify's own answers are English and quote the call. */
export const earlyRefusals: FastifyServerOptions = {
  frameworkErrors: answerEarly,
  clientErrorHandler: (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[error.code] ?? 400
    const body = JSON.stringify({ detail: DETAILS[status] })
    const head = `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json; charset=utf-8`
    if (socket.writable)
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\nConnection: close\r\n\r\n${body}`,
      )
    socket.destroy(error)
  },
}

function answerEarly({ code }: FastifyError, _: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = code === 'FST_ERR_BAD_URL' ? 400 : 404 // a parameter too long is of something that does not exist
  return reply.code(status).send({ detail: DETAILS[status] })
}

export function installErrorHandler(app: FastifyInstance): void {
  z.config(z.locales.es()) // what the schemas do not say in their own words
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).send(error.body)
    if (hasZodFastifySchemaValidationErrors(error)) {
      const fields: Record<string, string[]> = {}
      for (const issue of error.validation) {
        const field = issue.instancePath.split('/')[1] || 'non_field_errors'
        fields[field] = [...(fields[field] ?? []), issue.message ?? 'No es válido.']
      }
      return reply.code(400).send(fields)
    }
    const down = downDetail(error)
    if (down) {
      request.log.warn({ err: error }, 'down')
      return reply.code(503).header('retry-after', '30').send({ detail: down })
    }
    if (isBadForm(error))
      return reply.code(400).send({ detail: 'El formulario llegó incompleto o mal armado.' })
    if (error.statusCode && error.statusCode < 500) {
      // 403 is @fastify/static's for an address that climbs (`/..`, `//`): there is nothing there
      const status = error.statusCode === 403 ? 404 : error.statusCode
      return reply.code(status).send({ detail: DETAILS[status] ?? 'No se pudo hacer.' })
    }
    request.log.error({ err: error }, 'unhandled')
    return reply.code(500).send({ detail: 'Error interno.' })
  })
}

/** busboy's words for a form without its boundary, with an absurd one, or cut before its end; it gives no codes. */
const isBadForm = ({ message }: Error): boolean =>
  /^Multipart: |^The needle cannot |unexpected end of multipart data$/i.test(message)
