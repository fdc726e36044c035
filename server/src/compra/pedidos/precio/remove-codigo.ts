// POST /api/puntos/quitar-impresion/: step 3 gives a code back.
import type { CodigoExplicado } from '@imprimitodo/shared/api/pedidos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import type { Deps } from '../../../base/runtime/deps.ts'
import { codigosOf, unreserve } from '../../../fidelidad/codigos/service.ts'
import type { MayChange } from '../filas/acceso.ts'
import { changeInTurn } from '../filas/in-turn.ts'
import { explicadosOf } from './codigos.ts'
import { priceOf } from './price.ts'
import { needOpen } from './redeem.ts'

/**
 * Frees a code that the order only reserved. A code with which its payment link was made stays until a link
 * is made without it, as the link asks for the price with the code. A code that the order does not have
 * changes nothing.
 * @returns the price without the code, in pesos, and the codes that would be left
 * @throws 403, 404 unknown order, 409 the order is no longer open
 */
export function removeCodigo(
  deps: Pick<Deps, 'db' | 'locks' | 'now'>,
  { codigo: typed, pedido_id }: { codigo: string; pedido_id: string },
  mayChange: MayChange,
): Promise<{ importe_final: number; codigos: CodigoExplicado[] }> {
  return changeInTurn(deps, pedido_id, async (tx) => {
    const { pedido, lineas } = await needOpen(tx, pedido_id, mayChange)
    const had = await codigosOf(tx, pedido.id, deps.now())
    const dropped = had.find(({ codigo }) => codigo === normaliseCodigo(typed))
    if (dropped) await unreserve(tx, dropped.id, pedido.id)
    const rest = had.filter((codigo) => codigo !== dropped)
    const { importe_final, usos } = priceOf(lineas, pedido, rest)
    return { importe_final: toPesos(importe_final), codigos: explicadosOf(lineas, pedido, rest, usos) }
  })
}
