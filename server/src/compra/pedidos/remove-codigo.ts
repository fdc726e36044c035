// POST /api/puntos/quitar-impresion/: step 3 gives a code back.
import type { CodigoExplicado } from '@imprimitodo/shared/api/pedidos'
import { normaliseCodigo } from '@imprimitodo/shared/rules/codigo'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Deps } from '../../base/runtime/deps.ts'
import { codigosOf, unreserve } from '../../fidelidad/codigos/service.ts'
import type { MayChange } from './acceso.ts'
import { explicadosOf, priceOf } from './codigos.ts'
import { needOpen } from './redeem.ts'

/**
 * A code that the order only reserved is free again. One that it went to pay with stays until it goes to pay
 * without: until then its payment link asks for the price with it. A code that it does not have changes nothing.
 * @returns what it would cost without, in pesos, and the codes that would be left
 * @throws 403, 404 for an order that is not there, 409 where it is not open any more
 */
export function removeCodigo(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { codigo: typed, pedido_id }: { codigo: string; pedido_id: string },
  mayChange: MayChange,
): Promise<{ importe_final: number; codigos: CodigoExplicado[] }> {
  return db.transaction(async (tx) => {
    const { pedido, lineas } = await needOpen(tx, pedido_id, mayChange)
    const had = await codigosOf(tx, pedido.id, now())
    const dropped = had.find(({ codigo }) => codigo === normaliseCodigo(typed))
    if (dropped) await unreserve(tx, dropped.id, pedido.id)
    const rest = had.filter((codigo) => codigo !== dropped)
    const { importe_final, usos } = priceOf(lineas, pedido, rest)
    return { importe_final: toPesos(importe_final), codigos: explicadosOf(lineas, pedido, rest, usos) }
  })
}
