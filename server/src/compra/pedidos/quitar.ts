// POST /api/puntos/quitar-impresion/: step 3 gives a code back.
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Deps } from '../../base/runtime/deps.ts'
import { codigosOf, unreserve } from '../../fidelidad/codigos/service.ts'
import type { MayChange } from './acceso.ts'
import { needOpen } from './canjear.ts'
import { priceOf } from './codigos.ts'

/**
 * A code that the order only reserved is free again. One that it went to pay with stays until it goes to pay
 * without: until then its payment link asks for the price with it. A code that it does not have changes nothing.
 * @returns what it would cost without, in pesos
 * @throws 403, 404 for an order that is not there, 409 where it is not open any more
 */
export function removeCodigo(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { codigo: typed, pedido_id }: { codigo: string; pedido_id: string },
  mayChange: MayChange,
): Promise<{ importe_final: number }> {
  return db.transaction(async (tx) => {
    const { pedido, lineas } = await needOpen(tx, pedido_id, mayChange)
    const had = await codigosOf(tx, pedido.id, now())
    const dropped = had.find(({ codigo }) => codigo === normaliseCodigo(typed))
    if (dropped) await unreserve(tx, dropped.id, pedido.id)
    const rest = had.filter((codigo) => codigo !== dropped)
    return { importe_final: toPesos(priceOf(lineas, pedido, rest).importe_final) }
  })
}
