import { type FastifyBaseLogger, fastify } from 'fastify'
import { zodOnly } from '../http/schemas.ts'

/**
 * pino, as Fastify sets it up. Request addresses may hold a pedido_id, which opens an order: the log gets the
 * path with every long segment shortened, and no query string. Errors are logged without texts that customers
 * typed; `motivo` is for the words of a foreign server, which may quote them.
 */
export function createLogger(level: string, stream?: { write(line: string): void }): FastifyBaseLogger {
  return fastify({
    ...zodOnly,
    logger: {
      level,
      ...(stream && { stream }),
      serializers: {
        req: (request) => ({ method: request.method, url: discreet(request.url), host: request.host }),
        err: discreetError,
        motivo: hushForeign,
      },
    },
  }).log
}

export const discreet = (url: string): string =>
  (url.split('?')[0] ?? '').replace(/[\w-]{12,}/g, (segment) =>
    /\d|[A-Z]/.test(segment) ? `${segment.slice(0, 4)}…` : segment,
  )

type Logged = { type: string; message: string; stack: string; [key: string]: unknown }

/**
 * An error and its causes. For a failed query its text and not its parameters, and from PostgreSQL's error
 * only the code and the names: its message and detail quote the values.
 */
export function discreetError(error: unknown): Logged {
  if (!(error instanceof Error))
    return { type: typeof error, message: hush(JSON.stringify(error) ?? String(error)), stack: '' }
  const { name: type, message, stack = '', cause } = error
  const isQuery = 'params' in error
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type,
    message: isQuery ? (message.split('\nparams:')[0] ?? '') : hush(message),
    stack: hush(frames.join('\n')),
    ...pick(error, ['code', 'statusCode', 'status', 'death', 'reason']),
    ...(isQuery
      ? { cause: pick(cause, ['code', 'constraint', 'table', 'column', 'routine']) }
      : cause !== undefined && { cause: discreetError(cause) }),
  }
}

const pick = (from: unknown, keys: string[]): object =>
  Object.fromEntries(Object.entries(Object(from)).filter(([key]) => keys.includes(key)))

/** Also without long numbers: of documents, of telephones. */
const hushForeign = (text: string): string => hush(text).replace(/\d{7,}/g, '…')

/** A server outside may say megabytes. */
const MOST_CHARS = 4_000

/** The beginning, without e-mail addresses, and with unguessable names (of orders, of files on disk) shortened. */
const hush = (text: string): string =>
  text
    .slice(0, MOST_CHARS)
    .replace(/(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+/g, '…@…')
    .replace(/[\w-]{18,}/g, (word) => (/\d/.test(word) && /[A-Z]/.test(word) ? `${word.slice(0, 4)}…` : word))
