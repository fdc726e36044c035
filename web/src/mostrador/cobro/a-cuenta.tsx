import type { PedidoMostrador } from '@imprimitodo/shared/api/mostrador'
import { formatPesos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'

/** How much of an order was charged to a cuenta corriente, so that no money was handed over. */
export function ACuenta({ pagos }: Pick<PedidoMostrador, 'pagos'>) {
  const centavos = pagos
    .filter(({ en_caja, medio }) => en_caja && medio === 'cuenta')
    .reduce((sum, { importe, devuelto }) => sum + toCentavos(importe) - toCentavos(devuelto), 0)
  if (centavos === 0) return null
  return (
    <>
      De eso, <b>{formatPesos(toPesos(centavos))}</b> fueron a su cuenta corriente.{' '}
    </>
  )
}
