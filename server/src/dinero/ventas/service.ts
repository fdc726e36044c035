// What other features may ask of sales at the counter.
import type { Tx } from '../../base/db/open.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { confirmarEnMostrador, type Pedido } from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { preciarVenta } from './precio.ts'

export { anotarVenta, needVentaDentro } from './limite.ts'

type Contacto = { email?: string | undefined; celular?: string | undefined; nombre?: string | undefined }

/** A locked draft as a sale with nothing else in it has it: at the counter's price. `quien`: the person. */
export async function confirmarDraft(
  tx: Tx,
  deps: Deps,
  draft: Pedido,
  { email, celular, nombre, ...de }: Contacto & { sucursal: Sucursal; quien: string },
): Promise<Pedido> {
  const agregado = { otros: [], codigos: [], descuento: null }
  const ajustes = await readAjustes(tx)
  const [priced] = await preciarVenta(tx, { pedidos: [draft], agregado, ajustes, now: deps.now() })
  if (!priced?.importes) throw new Error('A draft has a price.')
  return confirmarEnMostrador(tx, deps, {
    ...{ ...de, id: draft.id, comprador: null, importes: priced.importes, email, celular, nombre },
  })
}
