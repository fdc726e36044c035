// The functions of payments that other features may use. Refunds at the counter.
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { refuse } from '../../base/http/errors.ts'
import { askDevoluciones, makeDevolucion, type RefundAsked, type RefundDeps } from './refund.ts'

export {
  isDeCaja,
  isDeCajaSql,
  needCobrable,
  owedOf,
  type PagoEnCaja,
  payAtCaja,
} from './caja.ts'
export { hasToGiveBack } from './cancel.ts'
export { limiteDevolucion, needWithinDevolucion } from './limite.ts'
export { createPreferencia, needEnlazable } from './preferencia.ts'
export { recordPayment } from './record.ts'
export { askDevoluciones, devolvible, isLarge, type RefundDeps } from './refund.ts'
export { type SettleDeps, settlePedido } from './settle.ts'

/**
 * Refunds at the counter: written down first, then tried at once; while the provider is down a job goes on.
 * Repeated with the same key it is the same refund.
 * @throws 400 more than there is; 404; 409 nothing to give back, or the provider refuses; 502 the provider is
 * down, or has the refund in process
 */
export const refundPago = async (deps: RefundDeps, asked: RefundAsked): Promise<void> =>
  makeDevoluciones(deps, await deps.db.transaction((tx) => askDevoluciones(tx, deps, asked)))

/**
 * Makes refunds that `askDevoluciones` wrote down: all of them, also where one fails, so that the till is right about
 * what is handed over. @throws 409, 502 as `refundPago`, of the first that failed
 */
export async function makeDevoluciones(deps: RefundDeps, ids: number[]): Promise<void> {
  const failed: unknown[] = []
  const slow = new Set<string>()
  let enCaja = 0
  for (const id of ids)
    try {
      const made = await makeDevolucion(deps, id)
      enCaja += made.enCaja
      if (made.slow !== null) slow.add(made.slow)
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw failed[0]
  if (slow.size === 0) return
  const handed = enCaja > 0 ? ` ${formatCentavos(enCaja)} se devuelven en el local: entregalos.` : ''
  throw refuse(
    502,
    `${[...slow].join(' y ')} todavía está procesando la devolución. Quedó anotada y se termina sola: no la repitas.${handed}`,
    'devolucion_anotada',
  )
}

export { sinPedidoText } from './sin-pedido.ts'
export {
  avisosPagoSql,
  devolucionesByClave,
  devolucionesSql,
  pagosSinPedidoSql,
  pagosSql,
  reintegrosSql,
} from './store.ts'
