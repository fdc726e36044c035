import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asCallerAt } from '../db/turns.ts'
import { addressKey } from './address.ts'
import { budgetOf } from './budgets.ts'
import { addressOf } from './visitor.ts'

/**
 * Each call's transactions wait in the turns of its address (base/db/turns.ts). The counter's are apart from those of
 * phones in its network.
 */
export function waitByAddress(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const address = addressKey(addressOf(request))
    asCallerAt(budgetOf(request).waits ? address : `${address} at work`, done)
  }
  app.addHook('onRequest', enter)
  // What follows the reading of a body runs outside the first hook
  app.addHook('preValidation', enter)
}
