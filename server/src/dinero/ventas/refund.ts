// Refunds of a sale: through the refunds of its orders, the last order first.
import { pesosInText, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { MedioMovimiento } from '@imprimitodo/shared/rules/dinero/caja'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import type { Limite } from '../../mostrador/acceso/service.ts'
import {
  askDevoluciones,
  devolucionesByClave,
  devolvible,
  makeDevoluciones,
  type RefundDeps,
} from '../pagos/service.ts'
import { lockVenta } from './pay.ts'
import type { OperadorDeVenta } from './read.ts'

type RefundVenta = {
  /** Pesos. */
  importe: number
  medio: MedioMovimiento
  motivo: string
  request: FastifyRequest
  /** The key of this click. */
  clave: string
  confirmado: boolean
  limite: Limite
}

/**
 * Writes down all of the refund or nothing; then it is handed back, or the provider is asked.
 * @throws 400 {importe: [..]} more than can go back in that way; 403 as for an order; 404; 409; 502
 */
export async function refundVenta(
  deps: RefundDeps,
  quien: OperadorDeVenta,
  id: number,
  asked: RefundVenta,
): Promise<{ venta_id: number; devuelto: number; queda: number }> {
  const ids = await deps.db.transaction(async (tx) => {
    const { pedidos } = await lockVenta(tx, id, quien)
    return (await askedBefore(tx, pedidos, asked)) ?? ask(tx, deps, quien, pedidos, asked)
  })
  await makeDevoluciones(deps, ids)
  return deps.db.transaction(async (tx) => {
    const { pedidos } = await lockVenta(tx, id, quien)
    let [devuelto, queda] = [0, 0]
    for (const pedido of pedidos) {
      const now = await devolvible(tx, pedido.id)
      devuelto += now.devuelto
      queda += now.queda
    }
    return { venta_id: id, devuelto: toPesos(devuelto), queda: toPesos(queda) }
  })
}

const claveOf = (clave: string, { id }: Pedido): string => `${clave}:${id}`

/** The refunds of a repeated click. @throws 409 it had another amount, or another way back */
async function askedBefore(
  tx: Tx,
  pedidos: Pedido[],
  { clave, importe, medio }: RefundVenta,
): Promise<number[] | null> {
  const before = (
    await Promise.all(pedidos.map((pedido) => devolucionesByClave(tx, claveOf(clave, pedido))))
  ).flat()
  if (before.length === 0) return null
  const isSame = before.reduce((sum, one) => sum + one.importe, 0) === toCentavos(importe)
  if (!isSame || before.some((one) => one.medio !== medio))
    throw refuse(409, 'Ya se pidió devolver otro importe, o de otra forma: fijate cuánto queda.')
  return before.map((one) => one.id)
}

async function ask(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'payments' | 'publicUrl' | 'seguridad'>,
  quien: OperadorDeVenta,
  pedidos: Pedido[],
  { importe, medio, clave, ...asked }: RefundVenta,
): Promise<number[]> {
  const ids: number[] = []
  let [rest, most] = [toCentavos(importe), 0]
  for (const pedido of pedidos.toReversed()) {
    const { queda } = await devolvible(tx, pedido.id, medio)
    most += queda
    const part = Math.min(rest, queda)
    if (part === 0) continue
    rest -= part
    ids.push(
      ...(await askDevoluciones(tx, deps, {
        ...asked,
        quien,
        medio,
        pedido_id: pedido.id,
        importe: toPesos(part),
        clave: claveOf(clave, pedido),
      })),
    )
  }
  if (rest > 0)
    throw refuseField('importe', `Como mucho se pueden devolver ${pesosInText(toPesos(most))} de esa forma.`)
  return ids
}
