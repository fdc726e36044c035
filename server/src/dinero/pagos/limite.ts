// How much of one order a person may give back without another person's consent.
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedido } from '../../compra/pedidos/service.ts'
import { type Limite, limitePara, needWithin, type PideLimite } from '../../mostrador/acceso/service.ts'

/** The limit of all refunds of an order; `tope` in centavos. @throws as `limitePara` */
export async function limiteDevolucion(
  deps: Pick<Deps, 'db' | 'tienda'>,
  pedidoId: string,
  quien: Omit<PideLimite, 'sucursal_id'>,
): Promise<Limite> {
  const pedido = quien.autoriza ? await findPedido(deps.db, pedidoId) : undefined
  return limitePara(deps, 'devolucion', { ...quien, sucursal_id: pedido?.sucursal_id })
}

/** `centavos`: all refunds of the order, earlier ones included. @throws 403 {detail, autorizar: true} */
export const needWithinDevolucion = (limite: Limite, centavos: number): void =>
  needWithin(limite, centavos, (tope) => `devolver hasta ${pesosInText(toPesos(tope))} por pedido`)
