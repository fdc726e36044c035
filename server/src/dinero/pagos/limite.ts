// How much may go back of one order without another person.
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/dinero'
import { type Rol, topeDe } from '@imprimitodo/shared/rules/rol'
import { needsOther, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { findPedido } from '../../compra/pedidos/service.ts'

/** `tope` in centavos, of all that goes back of an order; `autoriza`: who agreed, by name. */
export type Limite = { tope: number; autoriza: string | null }
type Otra = { nombre: string; rol: Rol; alcance: number | null }

/**
 * Of a person's role, or of who agreed, where that is more.
 * @throws 400 {autoriza: [..]} of who works for another branch than the order's
 */
export async function limiteDe(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  pedidoId: string,
  { rol, autoriza }: { rol: Rol; autoriza: Otra | null },
): Promise<Limite> {
  const { topes } = (await tienda.read()).ajustes
  const own = topeDe(topes, rol, 'devolucion')
  if (!autoriza) return { tope: own, autoriza: null }
  const pedido = await findPedido(db, pedidoId)
  if (autoriza.alcance !== null && autoriza.alcance !== pedido?.sucursal_id)
    throw refuseField('autoriza', `${autoriza.nombre} trabaja en otra sucursal.`)
  return { tope: Math.max(own, topeDe(topes, autoriza.rol, 'devolucion')), autoriza: autoriza.nombre }
}

/** `centavos`: all that goes back of the order, with what went back before. @throws 403 {detail, autorizar: true} */
export function needLimite({ tope, autoriza }: Limite, centavos: number): void {
  if (centavos <= tope) return
  const who = autoriza ? `Con ${autoriza} se puede` : 'Podés'
  throw needsOther(
    `${who} devolver hasta ${pesosInText(toPesos(tope))} por pedido: más que eso lo autoriza otra persona.`,
  )
}
