import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { parseDesdeCero } from '../../importe.ts'

/** The money of an order's payments that the shop still has, in pesos. */
export function refundable(pagos: PedidoMostrador['pagos']): number {
  const centavos = pagos
    .filter(({ estado }) => estado === 'approved')
    .reduce((sum, { importe, devuelto }) => sum + toCentavos(importe) - toCentavos(devuelto), 0)
  return toPesos(centavos)
}

/** How an order's payments are refunded, for the clerk. `email`: its customer's; '' or null: none. */
export function comoVuelve(pagos: PedidoMostrador['pagos'], email: string | null): string {
  const held = pagos.filter(({ estado }) => estado === 'approved')
  const charged = held.filter(({ en_caja, medio }) => en_caja && medio === 'cuenta')
  if (charged.length > 0 && charged.length === held.length)
    return 'Se descuenta de su cuenta corriente: no sale plata de la caja.'
  const rest = held.every(({ en_caja }) => en_caja)
    ? 'Se cobró en el mostrador: entregalo en mano, y queda descontado de la caja.'
    : `Vuelve al mismo medio con que pagó${email ? ` ${email}` : ''}.`
  return charged.length > 0 ? `${rest} Lo que fue a cuenta corriente se descuenta de ahí.` : rest
}

/** '1.234,50', '1234.5' -> pesos; a message where it is no amount or more than `left`. */
export function readImporte(text: string, left: number): number | string {
  const pesos = parseDesdeCero(text)
  if (pesos === null) return 'Escribí el importe en pesos, por ejemplo 1250,50.'
  if (pesos === 0) return 'El importe tiene que ser mayor que cero.'
  return pesos > left ? `Como mucho se pueden devolver ${formatPesos(left)}.` : pesos
}
