import underPressure from '@fastify/under-pressure'
import type { Rechazo } from '@imprimitodo/shared/rules/rechazo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../web/html.ts'
import { mailStyles } from '../web/mail-page.ts'
import { asksForPage, sendPlainPage } from '../web/plain-page.ts'
import { budgetOf } from './budgets.ts'

/** Average over a second: a request that comes now would wait several times as long. */
const MAX_DELAY_MS = 1_000
/** Random, so that visitors who were put off together do not come back together. */
const RETRY_FROM_S = 3
const RETRY_SPREAD_S = 6

const SATURADO: Rechazo = 'saturado'
const CROWD = 'Hay mucha gente a la vez.'
/**
 * While the server is overloaded, visitors are told at once to come back instead of waiting in vain. Staff,
 * health checks, payments and the parts of a page that was served are answered all the same (`waits` of their
 * budget).
 */
export async function putOffVisitors(root: FastifyInstance, maxDelayMs = MAX_DELAY_MS): Promise<void> {
  // Used only to measure: its own answer would be English, and the same for staff and visitors
  await root.register(underPressure, { maxEventLoopDelay: maxDelayMs, pressureHandler: () => {} })
  root.addHook('onRequest', (request, reply, done) => {
    if (root.isUnderPressure() && budgetOf(request).waits) putOff(request, reply)
    else done()
  })
}

function putOff(request: FastifyRequest, reply: FastifyReply): void {
  const seconds = RETRY_FROM_S + Math.floor(Math.random() * RETRY_SPREAD_S)
  reply.code(503).headers({ 'retry-after': seconds, 'x-codigo': SATURADO, 'cache-control': 'no-store' })
  if (!asksForPage(request)) {
    reply.send({ detail: `${CROWD} Probá de nuevo en unos segundos.` })
    return
  }
  sendPlainPage(reply.header('refresh', seconds), PAGE) // the browser asks again by itself
}

const PAGE = {
  title: CROWD,
  preheader: '',
  body: html`<p style="${mailStyles.text}">En unos segundos probamos de nuevo por vos. No hace falta que hagas nada.</p>`,
}
