import type { FastifyError, FastifyInstance } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod'

type RefusalBody = Record<string, string | number | boolean | null | string[]>
type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 429 | 502 | 507

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
    if (error.statusCode && error.statusCode < 500)
      return reply.code(error.statusCode).send({ detail: DETAILS[error.statusCode] ?? 'No se pudo hacer.' })
    request.log.error({ err: error }, 'unhandled')
    return reply.code(500).send({ detail: 'Error interno.' })
  })
}
