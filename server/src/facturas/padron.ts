// ARCA's register as a help to fill the form in: never a public look-up of anybody's CUIT.
import type { Constancia } from '@imprimitodo/shared/api/facturas'
import { isCuit } from '@imprimitodo/shared/rules/cuit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../core/deps.ts'
import { refuse, refuseField } from '../core/errors.ts'
import { addressKey, tooMany } from '../core/rate-limit.ts'
import { FiscalDown, type Persona } from '../services/fiscal/port.ts'
import { needFacturable } from './pedir.ts'

const WINDOW_MS = 15 * 60_000
const PER_PEDIDO = 10
const PER_ADDRESS = 40
const KEPT_MS = 24 * 3600_000
const KEPT_MAX = 500
const NOTHING: Constancia = { nombre: null, direccion: null, condicion_iva: null }

/** In memory: what was counted, and what was read within a day. */
export function createPadron(deps: Deps) {
  const ofPedido = deps.limits('padron-pedido', PER_PEDIDO, WINDOW_MS)
  const ofAddress = deps.limits('padron-origen', PER_ADDRESS, WINDOW_MS)
  const kept = new Map<string, { persona: Persona | null; until: number }>()

  async function look(cuit: string): Promise<Persona | null> {
    const now = deps.now().getTime()
    const known = kept.get(cuit)
    if (known && known.until > now) return known.persona
    const persona = await deps.fiscal.persona(cuit)
    if (kept.size >= KEPT_MAX) kept.clear()
    kept.set(cuit, { persona, until: now + KEPT_MS })
    return persona
  }

  /** @throws 404 without an order that may be invoiced; 400, 429; 502 when ARCA does not answer */
  return async (
    { pedido_id, cuit }: { pedido_id: string; cuit: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Constancia> => {
    const address = addressKey(request.ip)
    if (!ofAddress.take(address)) throw tooMany(reply, ofAddress.secondsLeft(address))
    await needFacturable(deps, pedido_id)
    if (!isCuit(cuit)) throw refuseField('cuit', 'CUIT inválido.')
    if (!ofPedido.take(pedido_id)) throw tooMany(reply, ofPedido.secondsLeft(pedido_id))
    try {
      return (await look(cuit)) ?? NOTHING
    } catch (error) {
      if (!(error instanceof FiscalDown)) throw error
      throw refuse(502, 'ARCA no responde. Completá los datos a mano.')
    }
  }
}
