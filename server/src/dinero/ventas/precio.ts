// What the orders of a sale cost with what the sale adds to the first of them. Centavos.
import type { VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { toCentavos } from '@imprimitodo/shared/rules/dinero'
import { DEFAULT_TARIFAS, tarifasDe } from '@imprimitodo/shared/rules/precio'
import { descuentoDe, type LineaOtra, totalOtros } from '@imprimitodo/shared/rules/venta'
import type { Queryable } from '../../base/db/open.ts'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { refuse, refuseField } from '../../base/http/errors.ts'
import { type Linea, lineasOf } from '../../compra/archivos/service.ts'
import {
  aplicadosA,
  inTurn,
  isPorcentaje,
  type Pedido,
  pagosOf,
  priceOf,
  UN_PORCENTAJE,
  valorOf,
} from '../../compra/pedidos/service.ts'
import type { Codigo } from '../../fidelidad/codigos/service.ts'
import { debeDe } from '../pagos/service.ts'

/** What a sale adds to its first order. */
export type Agregado = {
  otros: LineaOtra[]
  codigos: Codigo[]
  descuento: VentaDeLineas['descuento']
}

type Comun = {
  lineas: Linea[]
  tarifas: Pedido['tarifas']
  otros: LineaOtra[]
  motivo: string | null
  /** Those in its price, with what each takes off. */
  codigos: { codigo: Codigo; descuento: number }[]
  importe_final: number
  debe: number
}
/**
 * An order with its price in the sale (`pedido` null: one without files is made for what the sale has), or as it is, where
 * its price may not change any more (`importes` null).
 */
export type Preciado = Comun &
  ({ pedido: Pedido | null; importes: Importes } | { pedido: Pedido; importes: null })
type Importes = Omit<ReturnType<typeof priceOf>, 'usos'> & { descuento_porcentaje: number }

/** A draft or an order that nothing was paid of: its price may change. */
async function isAbierto(db: Queryable, { id, estado }: Pedido): Promise<boolean> {
  if (estado !== 'borrador' && estado !== 'confirmado') return false
  const pagos = await pagosOf(db, id)
  return pagos.every((pago) => pago.estado === 'rejected' || pago.estado === 'cancelled')
}

/**
 * Each order of a sale in its turn. What the sale adds stands on the first whose price may still change; without one, on
 * an order without files that is made for it.
 * @throws 400 by field; 409 where a code or a discount has no order to come off
 */
export async function preciarVenta(
  db: Queryable,
  {
    pedidos,
    agregado,
    ajustes,
    now,
  }: { pedidos: Pedido[]; agregado: Agregado; ajustes: AjustesValores; now: Date },
): Promise<Preciado[]> {
  const abiertos = await Promise.all(pedidos.map((pedido) => isAbierto(db, pedido)))
  const first = abiertos.indexOf(true)
  const { otros, codigos, descuento } = agregado
  const isPlain = otros.length === 0 && codigos.length === 0 && !descuento
  if (first < 0 && otros.length === 0 && !isPlain)
    throw refuse(
      409,
      'A este pedido ya no se le puede cambiar el precio: cobrá lo que resta sin códigos ni descuento.',
      'pedido_cerrado',
    )
  const nothing: Agregado = { otros: [], codigos: [], descuento: null }
  const priced: Preciado[] = []
  for (const [index, pedido] of pedidos.entries())
    priced.push(
      // A confirmed order that nothing is added to costs what its customer was told, whatever was counted since
      pedido.estado === 'borrador' || (index === first && !isPlain)
        ? await preciar(db, pedido, index === first ? agregado : nothing, { ajustes, now })
        : await asItIs(db, pedido, now),
    )
  if (first < 0 && !isPlain) priced.push(await preciar(db, null, agregado, { ajustes, now }))
  return priced
}

/** What is owed of it, at its own price. */
async function asItIs(db: Queryable, pedido: Pedido, now: Date): Promise<Preciado> {
  const codigos = await aplicadosA(db, pedido, now)
  const { usos } = priceOf(await lineasOf(db, pedido.id), pedido, codigos)
  return {
    ...{ pedido, importes: null, lineas: [], tarifas: pedido.tarifas },
    ...{ otros: pedido.otros, motivo: pedido.motivo_descuento },
    codigos: codigos.map((codigo, index) => ({ codigo, descuento: usos[index]?.descuento ?? 0 })),
    importe_final: pedido.importe_final,
    debe: debeDe(pedido, await pagosOf(db, pedido.id)),
  }
}

async function preciar(
  db: Queryable,
  pedido: Pedido | null,
  { otros: added, codigos: nuevos, descuento }: Agregado,
  { ajustes, now }: { ajustes: AjustesValores; now: Date },
): Promise<Preciado> {
  const lineas = pedido ? await lineasOf(db, pedido.id) : []
  const held = pedido?.estado === 'confirmado' ? await aplicadosA(db, pedido, now) : []
  const codigos = inTurn([...held, ...nuevos.filter(({ id }) => held.every((one) => one.id !== id))])
  const valued = codigos.filter((codigo) => valorOf(codigo) !== null)
  if (valued.filter(isPorcentaje).length > 1)
    throw refuseField('codigos', UN_PORCENTAJE, 'segundo_porcentaje')
  const otros = [...(pedido?.otros ?? []), ...added]
  const tarifas = pedido?.tarifas ?? tarifasDe(ajustes) ?? DEFAULT_TARIFAS
  const descuento_porcentaje = porcentajeDe(pedido, ajustes)
  const base = { tarifas, descuento_porcentaje, total_otros: totalOtros(otros), descuento_mano: 0 }
  const { usos, ...priced } = priceOf(lineas, base, valued)
  const used = valued.map((codigo, index) => ({ codigo, descuento: usos[index]?.descuento ?? 0 }))
  const useless = used.find(({ codigo, descuento }) => descuento === 0 && nuevos.includes(codigo))
  if (useless)
    throw refuseField('codigos', `El código ${useless.codigo.codigo} no descuenta nada de esta venta.`)
  const mano = descuento
    ? manoDe(priced.importe_final, descuento)
    : Math.min(pedido?.descuento_mano ?? 0, priced.importe_final)
  const importe_final = priced.importe_final - mano
  return {
    ...{ pedido, lineas, tarifas, otros, importe_final, debe: importe_final },
    importes: { ...priced, descuento_porcentaje, descuento_mano: mano, importe_final },
    motivo: descuento ? descuento.motivo : (pedido?.motivo_descuento ?? null),
    codigos: used,
  }
}

/** The web's own discount: of an order that was confirmed there; of a draft of the counter only where the owner gives it. */
function porcentajeDe(pedido: Pedido | null, { descuento_mostrador }: AjustesValores): number {
  if (!pedido) return 0
  return pedido.estado === 'confirmado' || descuento_mostrador ? pedido.descuento_porcentaje : 0
}

/** @throws 400 {descuento: [..]} */
function manoDe(importe: number, { importe: pesos, porcentaje }: NonNullable<Agregado['descuento']>): number {
  if ((pesos == null) === (porcentaje == null))
    throw refuseField('descuento', 'Poné un importe o un porcentaje, uno de los dos.')
  const pedido = pesos == null ? { porcentaje: porcentaje ?? 0 } : { centavos: toCentavos(pesos) }
  const mano = descuentoDe(importe, pedido)
  if (mano === null) throw refuseField('descuento', 'El descuento es más que el total.')
  return mano
}
