// A customer who cannot pay calls the counter: once an hour, until a clerk takes the order in hand.
import { ayudaApi } from '@imprimitodo/shared/api/ayuda'
import { AYUDA_CADA_MS } from '@imprimitodo/shared/rules/mostrador/urgencia'
import type { FastifyInstance } from 'fastify'
import { notFound, refuse } from '../../../base/http/errors.ts'
import { serve } from '../../../base/http/serve.ts'
import { createVisitorLimit } from '../../../base/http/visitor.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import type { Acceso } from '../filas/acceso.ts'
import { changeInTurn } from '../filas/in-turn.ts'
import { needPedido } from '../filas/need.ts'
import { insertHistorial, lockPedido, updatePedido } from '../filas/store.ts'

const MOST = { browser: 30, address: 600, windowMs: 15 * 60_000 }

export function ayudaRoutes(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'events' | 'limits' | 'locks' | 'now'>,
  { acceso }: { acceso: Acceso },
): void {
  const countVisitor = createVisitorLimit(deps.limits, 'ayuda', MOST)
  serve(app, ayudaApi, {
    'POST /api/pedidos/:pedido_id/ayuda': async ({ params, request, reply }) => {
      countVisitor(request)
      await acceso.need(request, reply, await needPedido(deps.db, params.pedido_id))
      return { pedida: (await askForHelp(deps, params.pedido_id)).toISOString() }
    },
  })
}

/** @returns when help was first asked for within the hour. @throws 404, 409 where nothing is to be paid */
function askForHelp(deps: Pick<Deps, 'db' | 'events' | 'locks' | 'now'>, id: string): Promise<Date> {
  return changeInTurn(deps, id, async (tx) => {
    const pedido = await lockPedido(tx, id)
    if (!pedido) throw notFound('No encontramos ese pedido.')
    if (pedido.estado !== 'confirmado') throw refuse(409, 'Este pedido no tiene un pago pendiente.')
    const { pidio_ayuda: before } = pedido
    const cuando = deps.now()
    if (before && cuando.getTime() - before.getTime() < AYUDA_CADA_MS) return before
    await updatePedido(tx, id, { pidio_ayuda: cuando, ayuda_atendida: false })
    await insertHistorial(tx, {
      pedido_id: id,
      estado: pedido.estado,
      cuando,
      quien: 'cliente',
      nota: 'Pidió ayuda con el pago.',
    })
    await deps.events.tell(tx, 'tomados', { pedido_id: id, sucursal_id: pedido.sucursal_id })
    return cuando
  })
}
