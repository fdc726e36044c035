// ARCA's register, to fill the invoice form in. It must not become a public look-up of CUITs.
import type { Constancia } from '@imprimitodo/shared/api/facturas'
import { isCuit } from '@imprimitodo/shared/rules/base/cuit'
import type { FastifyRequest } from 'fastify'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { takeFrom } from '../../base/http/rate-limit.ts'
import { createVisitorLimit } from '../../base/http/visitor.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { type Contribuyente, FiscalDown } from '../../base/services/fiscal/port.ts'

const WINDOW_MS = 15 * 60_000
const PER_PEDIDO = 10
const OF_VISITOR = { browser: 40, address: 400, windowMs: WINDOW_MS }
const KEPT_MS = 24 * 3600_000
const KEPT_MAX = 500
const NOTHING: Constancia = { nombre: null, direccion: null, condicion_iva: null }

/** Keeps counts, and answers of the last day, in memory. */
export function createPadron(deps: Pick<Deps, 'fiscal' | 'limits' | 'now'>) {
  const ofPedido = deps.limits('padron-pedido', PER_PEDIDO, WINDOW_MS)
  const countVisitor = createVisitorLimit(deps.limits, 'padron-origen', OF_VISITOR)
  const kept = new Map<string, { persona: Contribuyente | null; until: number }>()

  async function look(cuit: string): Promise<Contribuyente | null> {
    const now = deps.now().getTime()
    const known = kept.get(cuit)
    if (known && known.until > now) return known.persona
    const persona = await deps.fiscal.persona(cuit)
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(cuit, { persona, until: now + KEPT_MS })
    return persona
  }

  /** For the owner of an order that may be invoiced. @throws 400, 429; 502 when ARCA does not answer */
  return async (
    { pedido_id, cuit }: { pedido_id: string; cuit: string },
    request: FastifyRequest,
  ): Promise<Constancia> => {
    countVisitor(request)
    if (!isCuit(cuit)) throw refuseField('cuit', 'CUIT inválido.')
    takeFrom([[ofPedido, pedido_id]])
    try {
      return (await look(cuit)) ?? NOTHING
    } catch (error) {
      if (!(error instanceof FiscalDown)) throw error
      throw refuse(502, 'ARCA no responde. Completá los datos a mano.')
    }
  }
}
