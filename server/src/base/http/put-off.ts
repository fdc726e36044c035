import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { html } from '../web/html.ts'
import { mailStyles } from '../web/mail-page.ts'
import { asksForPage, sendPlainPage } from '../web/plain-page.ts'
import { budgetOf } from './budgets.ts'

/** Average over a second: a request that comes now would wait several times as long. */
const MAX_DELAY_MS = 1_000
const LOOK_MS = 1_000
/** One bad second is a start, a pause for memory or a machine that stood still, and not a crowd. */
const SECONDS_IN_A_ROW = 2
/** Without any load the delay is as long as this, since each measurement waits for it. */
const RESOLUTION_MS = 10
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
export function putOffVisitors(root: FastifyInstance, maxDelayMs = MAX_DELAY_MS): void {
  const isBehind = watchDelay(root, maxDelayMs)
  root.addHook('onRequest', (request, reply, done) => {
    if (isBehind() && budgetOf(request).waits) putOff(request, reply)
    else done()
  })
}

/** @returns whether the event loop has been later than `maxDelayMs`, on average, in each of the last seconds */
function watchDelay(root: FastifyInstance, maxDelayMs: number): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let lateSeconds = 0
  const timer = setInterval(() => {
    const isLate = delay.mean / 1e6 - RESOLUTION_MS > maxDelayMs
    lateSeconds = isLate ? lateSeconds + 1 : 0
    delay.reset()
  }, LOOK_MS)
  timer.unref()
  root.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  return () => lateSeconds >= SECONDS_IN_A_ROW
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
