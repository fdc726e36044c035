// The limit of a person's sales, and the note in Cambios of who agreed to more.
import { pesosInText, toPesos } from '@imprimitodo/shared/rules/dinero'
import type { Tx } from '../../base/db/open.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import { type Limite, needWithin } from '../../mostrador/acceso/service.ts'

/** @param centavos of one sale @throws 403 {detail, autorizar: true} above the limit */
export const needVentaDentro = (limite: Limite, centavos: number): void =>
  needWithin(limite, centavos, (tope) => `cargar ventas de hasta ${pesosInText(toPesos(tope))}`)

/**
 * Notes a sale of orders in Cambios where another person agreed to it, or with a discount by hand: `mano`
 * centavos, for `motivo`. `clave`: of the sale, or of an order that was charged alone.
 */
export async function countVenta(
  tx: Tx,
  quien: Quien,
  cuando: Date,
  venta: {
    clave: string | number
    numero: number | null | undefined
    centavos: number
    mano?: number
    motivo?: string | undefined
    autoriza: string | null
  },
): Promise<void> {
  const { clave, numero, centavos, mano = 0, motivo, autoriza } = venta
  if (mano === 0 && !autoriza) return
  await noteCambio(tx, quien, cuando, {
    que: 'venta',
    clave,
    nombre: `Pedido ${numero}`,
    despues: {
      ...(mano > 0 ? { descuento: toPesos(mano), motivo } : { importe: toPesos(centavos) }),
      autoriza,
    },
  })
}
