import { recepcionesApi } from '@imprimitodo/shared/api/recepciones'
import { readCodigoRecepcion } from '@imprimitodo/shared/rules/compra/recepcion'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { keepPrivate } from '../../base/http/no-store.ts'
import { type Bucket, countIn, needRoom } from '../../base/http/rate-limit.ts'
import { serve } from '../../base/http/serve.ts'
import {
  createVisitorBuckets,
  createVisitorLimit,
  rememberBrowser,
  senderOf,
} from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Parts } from '../archivos/service.ts'
import { needRecepcion, receiveInRecepcion, removeFromRecepcion, UNKNOWN, viewRecepcion } from './service.ts'
import type { RecepcionRow } from './store.ts'

const WINDOW_MS = 15 * 60_000
/** Two calls for each file; a campus is one address. */
const SENT = { browser: 600, address: 6_000, windowMs: WINDOW_MS }
/** Unknown codes and tokens. */
const WRONG = { browser: 20, address: 200, windowMs: WINDOW_MS }
/**
 * Typed codes have 30 bits: this many wrong ones of all visitors close them. Tokens (256 bits) go on working.
 */
const WRONG_CODES = 3_000

/** Calls of the customer's phone. */
export function recepcionesRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'events' | 'limits' | 'now' | 'pdf' | 'tienda'>,
  { subidas }: { subidas: Parts },
): void {
  const countSent = createVisitorLimit(deps.limits, 'subir', SENT)
  const wrongOf = createVisitorBuckets(deps.limits, 'subir-tanteo', WRONG)
  const wrongCodes = deps.limits('subir-codigos', WRONG_CODES, WINDOW_MS)

  let lastTyped: Promise<unknown> = Promise.resolve()
  /** Looks typed codes up one after another, so that each of a burst sees the counts of those before it. */
  function open(request: FastifyRequest, reply: FastifyReply, token: string): Promise<RecepcionRow> {
    if (!readCodigoRecepcion(token)) return look(request, reply, token)
    const turn = lastTyped.then(() => look(request, reply, token))
    lastTyped = turn.catch(() => undefined)
    return turn
  }

  /** @throws 404, 410, 429 */
  async function look(request: FastifyRequest, reply: FastifyReply, token: string): Promise<RecepcionRow> {
    keepPrivate(reply)
    const all: Bucket[] = readCodigoRecepcion(token) ? [[wrongCodes, 'todos']] : []
    const buckets = [...wrongOf(request), ...all]
    needRoom(buckets)
    try {
      const found = await needRecepcion(deps, token)
      rememberBrowser(request, reply)
      return found
    } catch (error) {
      if (error === UNKNOWN) countIn(buckets)
      throw error
    }
  }

  serve(app, recepcionesApi, {
    'GET /api/subir/:token': async ({ params, request, reply }) =>
      viewRecepcion(deps, await open(request, reply, params.token)),
    'POST /api/subir/:token': async ({ params, body, request, reply }) => {
      const recepcion = await open(request, reply, params.token)
      countSent(request)
      const { origen } = senderOf(request)
      await receiveInRecepcion(deps, subidas, recepcion, { ...body, origen })
      return viewRecepcion(deps, recepcion)
    },
    'DELETE /api/subir/:token/:subida': async ({ params, request, reply }) => {
      const recepcion = await open(request, reply, params.token)
      countSent(request)
      await removeFromRecepcion(deps, recepcion, params.subida)
      return viewRecepcion(deps, recepcion)
    },
  })
}
