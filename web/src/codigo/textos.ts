import type { Answered } from '@imprimitodo/shared/api/endpoint'
import type { qrApi } from '@imprimitodo/shared/api/ruleta'
import { CODIGOS } from '@imprimitodo/shared/rules/fidelidad/codigo'

export type QrAnswer = Answered<(typeof qrApi)['GET /api/c/:codigo']>

const TITLES: Record<QrAnswer['tipo'], string> = {
  cupon: 'Cupón de descuento',
  ruleta: 'Descuento de la ruleta',
  premio: 'Premio para retirar',
  retiro: 'Código de retiro',
  hojas: 'Hojas gratis',
}

const TEXTS: Record<QrAnswer['tipo'], string> = {
  cupon: 'Mostralo al pagar en cualquier sucursal, o escribilo al confirmar tu pedido en la web.',
  ruleta: 'Mostralo hoy al pagar en cualquier sucursal, o escribilo al confirmar tu pedido en la web.',
  premio: 'Mostralo en el mostrador y te damos tu premio.',
  retiro: 'Mostralo en el mostrador y te damos tu pedido.',
  hojas:
    'Mostralo al pagar en cualquier sucursal, o escribilo al confirmar tu pedido en la web: cubre hojas doble faz en blanco y negro.',
}

export const codigoTitle = ({ tipo }: QrAnswer): string => TITLES[tipo]

/** Tells how to use the code. Of one that cannot be used it says only that, without its owner or when it was used. */
export const codigoText = ({ tipo, valido }: QrAnswer): string => {
  if (valido) return TEXTS[tipo]
  const isOfPedido = CODIGOS[tipo].belongsTo === 'pedido'
  return isOfPedido ? 'Ese pedido ya se entregó, o no se puede retirar.' : 'Ya se usó o venció.'
}
