// What the payment provider's notifications become. They are only hints: what a payment is, is read at the provider.
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { countIn, waitFor } from '../../base/http/rate-limit.ts'
import { createVisitorBuckets } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertAviso } from './store.ts'

const PATH = '/api/pagos/mercadopago'
const MINUTE = 60_000
/** Unsigned notifications make us ask the provider: so many in a minute from one address, then they are dropped. */
const HINTS = { browser: null, address: 30, windowMs: MINUTE }
/** Marks notifications that a stranger could have sent. */
const HINT = 'ipn:'

export const isHint = (avisoId: string): boolean => avisoId.startsWith(HINT)

/** Registers the webhook. It answers 200 as soon as the notification and its job are stored: slow is repeated. */
export function webhookRoute(app: FastifyInstance, deps: Deps): void {
  const bucketsOfHint = createVisitorBuckets(deps.limits, 'avisos', HINTS)
  app.register((scope, _, ready) => {
    // Whatever the body is, the signature decides; it covers the query and not the body
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, parse(String(body))))
    scope.post(PATH, { config: { budget: 'payment' } }, async (request, reply) => {
      const aviso = readSigned(deps, request) ?? readHint(request, deps.now())
      if (!aviso) throw refuse(401, 'La firma de la notificación no es válida.')
      const buckets = isHint(aviso.id) ? bucketsOfHint(request) : []
      const isDropped = waitFor(buckets) !== null
      if (!isDropped) countIn(buckets)
      if (aviso.pago_id && !isDropped) await store(deps, aviso)
      return reply.send({})
    })
    ready()
  })
}

type Aviso = { id: string; pago_id: string | null }

async function store(deps: Deps, { id, pago_id }: Aviso): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!pago_id || !(await insertAviso(tx, { id, pago_id, recibido: deps.now() }))) return
    await deps.jobs.send(tx, 'aviso_pago', { id })
  })
}

/** Null if its signature is not the provider's. `pago_id` null: it is, and speaks of something else. */
function readSigned({ payments }: Deps, { query, headers, body }: FastifyRequest): Aviso | null {
  const dataId = textAt(query, 'data.id')
  if (!dataId || !payments.verifySignature(headers, dataId)) return null
  const type = textAt(query, 'type') ?? textAt(body, 'type')
  const own = textAt(body, 'id')
  // Without an id of its own, or with one that is no key: the same words about the same payment at the same moment
  // are the same notification
  const words = [own, textAt(body, 'action'), textAt(body, 'date_created') ?? textAt(headers, 'x-request-id')]
  return {
    id: `${dataId}:${own && /^[\w-]{1,64}$/.test(own) ? own : createHash('sha256').update(words.join('|')).digest('hex')}`,
    pago_id: type === 'payment' && isPaymentId(dataId) ? dataId : null,
  }
}

/** The old unsigned form (`?topic=payment&id=`): one a minute for each payment. Null if it is not that. */
function readHint({ query, headers }: FastifyRequest, now: Date): Aviso | null {
  const [topic, id] = [textAt(query, 'topic'), textAt(query, 'id')]
  if (headers['x-signature'] !== undefined || !topic || !id) return null
  const isPayment = topic === 'payment' && isPaymentId(id)
  return { id: `${HINT}${id}:${Math.floor(now.getTime() / MINUTE)}`, pago_id: isPayment ? id : null }
}

const isPaymentId = (id: string): boolean => /^\d{1,20}$/.test(id)

function textAt(where: unknown, key: string): string | undefined {
  if (typeof where !== 'object' || where === null) return undefined
  const value = Object.getOwnPropertyDescriptor(where, key)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null // notifications in the old form may come as a form, or with nothing
  }
}
