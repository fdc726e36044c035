// Receives the payment providers' notifications. They are only hints: the payment itself is read at its
// provider.
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../base/http/errors.ts'
import { readJson } from '../../base/http/json.ts'
import { countIn, waitFor } from '../../base/http/rate-limit.ts'
import { createVisitorBuckets } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Notification, NotificationCall, PaymentProvider } from '../../base/services/payments/port.ts'
import { insertAviso } from './store.ts'

const MINUTE = 60_000
/** Unsigned notifications per minute and address that make us ask the provider; further ones are dropped. */
const HINTS = { browser: null, address: 30, windowMs: MINUTE }
/** Marks notifications that a stranger could have sent. */
const HINT = 'ipn:'

export const isHint = (avisoId: string): boolean => avisoId.startsWith(HINT)

/**
 * Registers the addresses that providers call. They answer 200 as soon as the notification and its job are
 * stored: slow answers are repeated.
 */
export function webhookRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'now' | 'payments'>,
): void {
  const bucketsOfHint = createVisitorBuckets(deps.limits, 'avisos', HINTS)
  const paths = new Set(deps.payments.all.map(({ notifications }) => notifications.path))
  app.register((scope, _, ready) => {
    // Whatever the body is, the provider's signature decides
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) => done(null, parse(String(body))))
    for (const path of paths)
      scope.post(path, { config: { budget: 'payment' } }, async (request, reply) => {
        const { query, headers, body } = request
        // Read at each call: the owner may have connected a provider meanwhile
        const providers = deps.payments.all.filter(({ notifications }) => notifications.path === path)
        const read = readFirst(providers, { query, headers, body, now: deps.now() })
        if (!read) throw refuse(401, 'La firma de la notificación no es válida.')
        const buckets = read.notification.isHint ? bucketsOfHint(request) : []
        if (waitFor(buckets) === null) {
          countIn(buckets)
          await store(deps, read)
        }
        return reply.send({})
      })
    ready()
  })
}

type Read = { provider: PaymentProvider; notification: Notification }

/** The provider of a call to a shared address: the one that signed it, else the first that takes it as a hint. */
function readFirst(providers: PaymentProvider[], call: NotificationCall): Read | undefined {
  const read = providers.flatMap((provider) => {
    const notification = provider.notifications.read(call)
    return notification ? [{ provider, notification }] : []
  })
  return read.find(({ notification }) => !notification.isHint) ?? read[0]
}

async function store(
  deps: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { provider, notification }: Read,
): Promise<void> {
  const { paymentId: pago_id, isHint } = notification
  if (!pago_id) return
  const id = `${isHint ? HINT : ''}${notification.id}`
  await deps.db.transaction(async (tx) => {
    const aviso = { id, pago_id, proveedor: provider.kind, recibido: deps.now() }
    if (await insertAviso(tx, aviso)) await deps.jobs.send(tx, 'aviso_pago', { id })
  })
}

function parse(body: string): unknown {
  try {
    return readJson(body)
  } catch {
    return null // notifications in the old form may come as a form, or with nothing
  }
}
