import { arrepentimientoApi } from '@imprimitodo/shared/api/arrepentimiento'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../base/http/serve.ts'
import { createVisitorLimit } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { takeBack } from './service.ts'

/** A mobile carrier's address is shared by many. */
const OF_VISITOR = { browser: 10, address: 300, windowMs: 15 * 60_000 }

export function arrepentimientoRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'jobs' | 'limits' | 'now'>,
): void {
  const countVisitor = createVisitorLimit(deps.limits, 'arrepentimiento', OF_VISITOR)
  serve(app, arrepentimientoApi, {
    'POST /api/arrepentimiento': async ({ body, request }) => {
      countVisitor(request)
      const { codigo, creado } = await takeBack(deps, body)
      return { codigo, recibido: creado.toISOString() }
    },
  })
}
