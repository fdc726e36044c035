import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asSender, type CallSender } from '../db/turns.ts'
import { budgetOf } from './budgets.ts'
import { visitorOf } from './visitor.ts'

/** Each call waits in the turns of its sender. The counter's are apart from those of the phones in its network. */
export function waitAsSender(app: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    asSender(senderOf(request), done)
  app.addHook('onRequest', enter)
  // Whoever read the body goes on outside the first hook
  app.addHook('preValidation', enter)
}

/** A browser that makes up its id has no more than its address. */
function senderOf(request: FastifyRequest): CallSender {
  const { address, browser } = visitorOf(request)
  return { address: budgetOf(request).waits ? address : `${address} at work`, browser }
}
