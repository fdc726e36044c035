// Allots each code of a sale to one of its orders. Centavos.
import { refuse, refuseField } from '../../base/http/errors.ts'
import type { Linea } from '../../compra/archivos/service.ts'
import {
  codigoValorOf,
  inTurn,
  isPorcentaje,
  type Pedido,
  priceOf,
  UN_PORCENTAJE,
} from '../../compra/pedidos/service.ts'
import type { CodigoRow } from '../../fidelidad/codigos/service.ts'

/** A code of a sale, and the ids of the orders that it may discount; null: any of them. */
export type CodigoDeVenta = { codigo: CodigoRow; solo: readonly string[] | null }

/** An order whose price may change, with the codes in it. */
export type ConCodigos = {
  pedido: Pedido | null
  lineas: Linea[]
  base: Parameters<typeof priceOf>[1]
  codigos: CodigoRow[]
}

export const cerrada = () =>
  refuse(
    409,
    'A este pedido ya no se le puede cambiar el precio: cobrá lo que resta sin códigos ni descuento.',
    'pedido_cerrado',
  )

const withValue = (codigos: CodigoRow[]): CodigoRow[] =>
  inTurn(codigos.filter((one) => codigoValorOf(one) !== null))

/** An order's price before a discount by hand. */
export const importeWithCodigos = ({ lineas, base, codigos }: ConCodigos): number =>
  priceOf(lineas, base, withValue(codigos)).importe_final

/**
 * Gives each code to the order where it takes most off, the first of equals. Sheets codes come first, since
 * percents apply to what they leave; then percents, the highest first, one for each order. Codes that an
 * order has already stay.
 * @param cerrados the sale's other orders, whose price may not change
 * @returns the orders that got a code
 * @throws 400 {codigos: [..]} a percent too many, or a code that takes nothing off; 409 no order for it
 */
export function allot<T extends ConCodigos>(
  abiertos: T[],
  cerrados: Pedido[],
  asked: readonly CodigoDeVenta[],
): Set<T> {
  const added = new Set<T>()
  const turn = inTurn(asked.map(({ codigo }) => codigo))
  const inOrder = asked.toSorted(
    ({ codigo: a }, { codigo: b }) =>
      Number(isPorcentaje(a)) - Number(isPorcentaje(b)) ||
      (b.porcentaje ?? 0) - (a.porcentaje ?? 0) ||
      turn.indexOf(a) - turn.indexOf(b),
  )
  for (const { codigo, solo } of inOrder) {
    const isThere = abiertos.some(({ codigos }) => codigos.some(({ id }) => id === codigo.id))
    const isInClosed = cerrados.some(({ id }) => id === codigo.pedido_id) && codigo.reservado_hasta === null
    if (isThere || isInClosed) continue
    const mine = abiertos.filter(({ pedido }) => solo === null || (pedido && solo.includes(pedido.id)))
    const best = bestFor(codigo, mine)
    best.codigos = [...best.codigos, codigo]
    added.add(best)
  }
  return added
}

function bestFor<T extends ConCodigos>(codigo: CodigoRow, mine: readonly T[]): T {
  if (mine.length === 0) throw cerrada()
  const free = isPorcentaje(codigo) ? mine.filter(({ codigos }) => !codigos.some(isPorcentaje)) : mine
  if (free.length === 0) throw refuseField('codigos', UN_PORCENTAJE, 'segundo_porcentaje')
  const gain = (one: T) =>
    importeWithCodigos(one) - importeWithCodigos({ ...one, codigos: [...one.codigos, codigo] })
  const gains = free.map(gain)
  const most = Math.max(...gains)
  const best = free[gains.indexOf(most)]
  if (!best || most <= 0)
    throw refuseField('codigos', `El código ${codigo.codigo} no descuenta nada de esta venta.`)
  return best
}
