// Maps an order's rows to the answer for staff.
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import { SIN_CELULAR, SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { countHojas } from '@imprimitodo/shared/rules/compra/hojas'
import { nombreOfPedido } from '@imprimitodo/shared/rules/compra/nombre-pedido'
import { quote } from '@imprimitodo/shared/rules/compra/precio'
import { pagoSummary } from '@imprimitodo/shared/rules/dinero/pago'
import type { Linea } from '../../compra/archivos/service.ts'
import { contadoOf, type Pedido, type pagosOf } from '../../compra/pedidos/service.ts'
import { trabajosDe } from '../../taller/trabajos/service.ts'

export type PagoDeFila = Awaited<ReturnType<typeof pagosOf>>[number]

const iso = (instant: Date | null) => instant?.toISOString() ?? null

type Alrededor = {
  sucursal: string
  lineas: Linea[]
  pagos: PagoDeFila[]
  /** The account's name. */
  nombre: string | null
  tomado: PedidoFila['tomado']
  /** Number of works that came out of a printer. */
  impresos: number
  reposicion: PedidoFila['reposicion']
}

/** A row of the board. Only for an order from `confirmado` on: a draft has no contact and no number. */
export function filaOf(
  pedido: Pedido,
  { sucursal, lineas, pagos, nombre, tomado, impresos, reposicion }: Alrededor,
): PedidoFila {
  const { numero, email, celular, modo_entrega, codigo_retiro, confirmado, estado } = pedido
  if (
    numero === null ||
    !email ||
    !celular ||
    !modo_entrega ||
    !codigo_retiro ||
    !confirmado ||
    estado === 'borrador'
  )
    throw new Error('A draft is not for staff.')
  const trabajos = trabajosDe(pedido, lineas)
  return {
    pedido_id: pedido.id,
    numero,
    estado,
    sucursal,
    modo_entrega,
    codigo_retiro,
    email: email === SIN_EMAIL ? '' : email,
    celular: celularOf(pedido) ?? '',
    direccion_entrega: pedido.direccion_entrega,
    importe_final: toPesos(pedido.importe_final),
    resta: toPesos(pedido.resta),
    costo_delivery: toPesos(pedido.costo_delivery),
    ...countWork(pedido, lineas),
    archivos: lineas.length,
    pago: pagoSummary(pagos),
    nombre: nombreOfPedido({ nombre: pedido.nombre, cuenta: nombre, celular: celularOf(pedido) }),
    nota: pedido.nota,
    urgente: pedido.urgente,
    estante: pedido.estante,
    tomado,
    partes: { listas: partesListas(pedido, trabajos).length, de: trabajos.length },
    impresos: { hechos: impresos, de: trabajos.length },
    reposicion,
    confirmado: confirmado.toISOString(),
    prometido: iso(pedido.prometido),
    nueva_hora: iso(pedido.nueva_hora),
    vence: iso(pedido.vence),
  }
}

/** Only works that the order still has: after a file was replaced the works may be others. */
export const partesListas = ({ partes_listas }: Pedido, trabajos: { id: number }[]): number[] =>
  partes_listas.filter((id) => trabajos.some((one) => one.id === id))

/** Null where the customer left none at the counter. */
const celularOf = ({ celular }: Pick<Pedido, 'celular'>): string | null =>
  celular === SIN_CELULAR ? null : celular

/** Sheets of all copies as they are priced, and bound volumes, tomes counted apart. */
function countWork({ tarifas }: Pedido, lineas: Linea[]) {
  const contados = lineas.map(contadoOf)
  const work = { hojas_byn: 0, hojas_color: 0, anillados: 0 }
  for (const contado of contados)
    for (const { clase, cantidad } of countHojas(contado, tarifas.color_por_hoja))
      work[clase.color ? 'hojas_color' : 'hojas_byn'] += cantidad * contado.duplicado
  for (const { copias, tomos } of quote(contados, tarifas).volumenes) work.anillados += copias * tomos.length
  return work
}
