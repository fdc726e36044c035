// The limit of a person's sales, and the note in Cambios of who agreed to more.
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Tx } from '../../base/db/open.ts'
import type { Pedido } from '../../compra/pedidos/service.ts'
import { findCliente } from '../../cuentas/auth/service.ts'
import { findEarned } from '../../fidelidad/puntos/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { type Limite, needWithin } from '../../mostrador/acceso/service.ts'

/** @param centavos of one sale @throws 403 {detail, autorizar: true} above the limit */
export const needVentaDentro = (limite: Limite, centavos: number): void =>
  needWithin(limite, centavos, (tope) => `cargar ventas de hasta ${pesosInText(toPesos(tope))}`)

/**
 * Notes a sale of orders in Cambios where another person agreed to it, with a discount by hand (`mano`
 * centavos, for `motivo`), or with the points that its payment gave for what was typed, or will give once
 * its mailbox has an account.
 */
export async function countVenta(
  tx: Tx,
  quien: Quien,
  cuando: Date,
  venta: {
    venta_id: number
    pedidos: readonly Pick<Pedido, 'id' | 'numero' | 'final_otros' | 'cliente_id' | 'buzon'>[]
    centavos: number
    mano?: number
    motivo?: string
    autoriza: string | null
  },
): Promise<void> {
  const { venta_id, pedidos, centavos, mano = 0, motivo, autoriza } = venta
  const ganados = await ganadosPor(tx, pedidos)
  const willEarn = pedidos.some(
    ({ final_otros, cliente_id, buzon }) => final_otros > 0 && cliente_id === null && buzon !== null,
  )
  if (mano === 0 && !autoriza && !ganados && !willEarn) return
  await noteCambio(tx, quien, cuando, {
    que: 'venta',
    clave: venta_id,
    nombre: `Pedido ${pedidos[0]?.numero}${ganados ? `, de ${ganados.cuenta}` : ''}`,
    despues: {
      ...(mano > 0 ? { descuento: toPesos(mano), motivo } : { importe: toPesos(centavos) }),
      ...(ganados && { puntos: ganados.puntos }),
      autoriza,
    },
  })
}

/** The points of the orders, and the account that got the first of them; null: none were for typed amounts. */
async function ganadosPor(
  tx: Tx,
  pedidos: readonly Pick<Pedido, 'id'>[],
): Promise<{ puntos: number; cuenta: string } | null> {
  let puntos = 0
  let tipeados = 0
  let cuenta: string | undefined
  for (const { id } of pedidos) {
    const earned = await findEarned(tx, id)
    if (!earned) continue
    puntos += earned.puntos
    tipeados += earned.tipeados
    cuenta ??= (await findCliente(tx, earned.cliente_id))?.nombre
  }
  return tipeados > 0 ? { puntos, cuenta: cuenta ?? '' } : null
}
