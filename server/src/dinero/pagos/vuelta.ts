import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type Bucket, countIn, waitFor } from '../../base/http/rate-limit.ts'
import { createVisitorBuckets } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { isOwing, lookIfOwing } from './reconcile.ts'
import type { RefundDeps } from './refund.ts'

const MINUTE = 60_000
const TIMES_A_MINUTE = 3
const OF_VISITOR = { browser: 10, address: 120, windowMs: MINUTE }
/** The buyer sees a blank page meanwhile. */
const PATIENCE_MS = 2_500
/** The provider's search lags behind its payments by some seconds. */
const AGAIN_S = [5, 20, 60]

/**
 * When a customer is back from the checkout, asks the provider at once and a few times more, so that the
 * order's page need not wait for a notification. Answers when the first answer is in, or when it takes too
 * long. A few times a minute for each order, browser and address; beyond that, notifications and the
 * reconciliation do the work.
 */
export function createVuelta(deps: RefundDeps & Pick<Deps, 'limits'>) {
  const ofPedido = deps.limits('vuelta-pedido', TIMES_A_MINUTE, MINUTE)
  const ofVisitor = createVisitorBuckets(deps.limits, 'vuelta-origen', OF_VISITOR)
  return async (pedido: Pedido, request: FastifyRequest): Promise<void> => {
    const { preferencia_id, referencia } = pedido
    const buckets: Bucket[] = [[ofPedido, referencia], ...ofVisitor(request)]
    if (!isOwing(pedido) || !preferencia_id || waitFor(buckets) !== null) return
    countIn(buckets)
    const looking = lookIfOwing(deps, referencia).catch((err) => deps.log.warn({ err }, 'vuelta'))
    await deps.db.transaction(async (tx) => {
      for (const afterSeconds of AGAIN_S)
        await deps.jobs.send(tx, 'buscar_pagos', { referencia }, { afterSeconds })
    })
    await Promise.race([looking, sleep(PATIENCE_MS, undefined, { ref: false })])
  }
}
