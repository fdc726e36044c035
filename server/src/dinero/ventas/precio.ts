// Prices of a sale's orders, with what the sale adds to them. Centavos.
import type { VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { toCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { DEFAULT_TARIFAS, tarifasDe } from '@imprimitodo/shared/rules/compra/precio'
import { isUncharged } from '@imprimitodo/shared/rules/dinero/pago'
import {
  descuentoOf,
  type LineaOtra,
  lineasProblem,
  splitPagos,
  totalOtros,
} from '@imprimitodo/shared/rules/dinero/venta'
import type { Queryable } from '../../base/db/open.ts'
import type { AjustesValores } from '../../base/db/schema/ajustes.ts'
import { refuseField } from '../../base/http/errors.ts'
import { type Linea, lineasOf } from '../../compra/archivos/service.ts'
import {
  aplicadosA,
  codigoValorOf,
  inTurn,
  type Pedido,
  pagosOf,
  priceOf,
} from '../../compra/pedidos/service.ts'
import type { CodigoRow } from '../../fidelidad/codigos/service.ts'
import { owedOf } from '../pagos/service.ts'
import { allot, type CodigoDeVenta, type ConCodigos, cerrada, importeWithCodigos } from './allot.ts'

/** The additions of a sale to its orders. */
type Agregado = {
  otros: LineaOtra[]
  codigos: CodigoDeVenta[]
  descuento: VentaDeLineas['descuento']
}

type Comun = {
  lineas: Linea[]
  tarifas: Pedido['tarifas']
  otros: LineaOtra[]
  motivo: string | null
  /** This sale's discount by hand. */
  mano: number
  /** The codes in its price, with the amount that each takes off. */
  codigos: { codigo: CodigoRow; descuento: number }[]
  importe_final: number
  debe: number
}
/**
 * An order of the sale and its new price; `importes` is null where its price may no longer change. `pedido`
 * null: an order without files, which the sale still has to make.
 */
export type Preciado = Comun &
  ({ pedido: Pedido | null; importes: Importes } | { pedido: Pedido; importes: null })
type Importes = Omit<ReturnType<typeof priceOf>, 'usos'> & { descuento_porcentaje: number }

/** An order whose price may change, with the parts of its price. `pedido` null: it is made for the sale. */
type Abierto = ConCodigos & {
  otros: LineaOtra[]
  /** Whether the sale adds lines to it. */
  isLonger: boolean
}

/** Whether the order's price may change: it is a draft, or confirmed and nothing was paid. */
async function isAbierto(db: Queryable, { id, estado }: Pedido): Promise<boolean> {
  if (estado !== 'borrador' && estado !== 'confirmado') return false
  return isUncharged(await pagosOf(db, id))
}

/**
 * Prices each order of a sale. The sale's additions go to orders whose price may still change: lines to the
 * first of them, or to a new order without files; each code to the order where it takes most off; an amount
 * by hand to one after the other, a percent to each.
 * @throws 400 by field; 409 where no order can take a code or a discount
 */
export async function priceVenta(
  db: Queryable,
  {
    pedidos,
    agregado,
    ajustes,
    now,
  }: { pedidos: Pedido[]; agregado: Agregado; ajustes: AjustesValores; now: Date },
): Promise<Preciado[]> {
  const abiertos: Abierto[] = []
  for (const pedido of pedidos)
    if (await isAbierto(db, pedido)) abiertos.push(await open(db, pedido, { ajustes, now }))
  if (abiertos.length === 0 && agregado.otros.length > 0) abiertos.push(newAbierto(ajustes))
  const [first] = abiertos
  if (first && agregado.otros.length > 0) addOtros(first, agregado.otros)
  const cerrados = pedidos.filter(({ id }) => abiertos.every(({ pedido }) => pedido?.id !== id))
  const added = allot(abiertos, cerrados, agregado.codigos)
  const manos = manosOf(abiertos.map(importeWithCodigos), agregado.descuento)
  const priced = abiertos.map((abierto, index) => {
    const mano = manos[index] ?? 0
    const isPlain = !abierto.isLonger && !added.has(abierto) && mano === 0
    // A confirmed order without additions keeps the price that its customer was told, whatever was counted
    // since
    if (abierto.pedido?.estado === 'confirmado' && isPlain) return null
    return price(abierto, mano, agregado.descuento?.motivo ?? null)
  })
  const all: Preciado[] = []
  for (const pedido of pedidos) {
    const changed = priced.find((one) => one?.pedido?.id === pedido.id)
    all.push(changed ?? (await asItIs(db, pedido, now)))
  }
  return [...all, ...priced.flatMap((one) => (one?.pedido === null ? one : []))]
}

async function open(
  db: Queryable,
  pedido: Pedido,
  { ajustes, now }: { ajustes: AjustesValores; now: Date },
): Promise<Abierto> {
  const { tarifas, otros } = pedido
  return {
    pedido,
    codigos: pedido.estado === 'confirmado' ? await aplicadosA(db, pedido, now) : [],
    lineas: await lineasOf(db, pedido.id),
    otros,
    base: {
      tarifas,
      descuento_porcentaje: porcentajeOf(pedido, ajustes),
      total_otros: totalOtros(otros),
      descuento_mano: 0,
    },
    isLonger: false,
  }
}

function newAbierto(ajustes: AjustesValores): Abierto {
  const tarifas = tarifasDe(ajustes) ?? DEFAULT_TARIFAS
  return {
    pedido: null,
    lineas: [],
    codigos: [],
    otros: [],
    isLonger: true,
    base: { tarifas, descuento_porcentaje: 0, total_otros: 0, descuento_mano: 0 },
  }
}

/** @throws 400 {lineas: [..]} too much, or so little that it would cost nothing */
function addOtros(abierto: Abierto, added: LineaOtra[]): void {
  const otros = [...abierto.otros, ...added]
  const { total_impresion, total_anillado } = priceOf(abierto.lineas, abierto.base, [])
  const problem = lineasProblem(otros, total_impresion + total_anillado)
  if (problem) throw refuseField('lineas', problem)
  abierto.otros = otros
  abierto.base = { ...abierto.base, total_otros: totalOtros(otros) }
  abierto.isLonger = true
}

/** An order at its own, unchanged price. */
async function asItIs(db: Queryable, pedido: Pedido, now: Date): Promise<Preciado> {
  const codigos = await aplicadosA(db, pedido, now)
  const { usos } = priceOf(await lineasOf(db, pedido.id), pedido, codigos)
  return {
    pedido,
    importes: null,
    lineas: [],
    tarifas: pedido.tarifas,
    mano: 0,
    otros: pedido.otros,
    motivo: pedido.motivo_descuento,
    codigos: codigos.map((codigo, index) => ({ codigo, descuento: usos[index]?.descuento ?? 0 })),
    importe_final: pedido.importe_final,
    debe: await owedOf(db, pedido),
  }
}

/** `mano`: the sale's discount by hand, for `motivo`; 0: an earlier one stays. */
function price(
  { pedido, lineas, base, otros, codigos }: Abierto,
  mano: number,
  motivo: string | null,
): Preciado {
  const inPrice = inTurn(codigos).filter((codigo) => codigoValorOf(codigo) !== null)
  const { tarifas, descuento_porcentaje } = base
  const { usos, ...priced } = priceOf(lineas, base, inPrice)
  const descuento_mano = mano > 0 ? mano : Math.min(pedido?.descuento_mano ?? 0, priced.importe_final)
  const importe_final = priced.importe_final - descuento_mano
  return {
    pedido,
    lineas,
    tarifas,
    otros,
    mano,
    importe_final,
    debe: importe_final,
    importes: { ...priced, descuento_porcentaje, descuento_mano, importe_final },
    motivo: mano > 0 ? motivo : (pedido?.motivo_descuento ?? null),
    codigos: inPrice.map((codigo, index) => ({ codigo, descuento: usos[index]?.descuento ?? 0 })),
  }
}

/**
 * The discount of the web: for an order confirmed there; for a counter's draft only if the owner allows it.
 */
function porcentajeOf(pedido: Pedido, { descuento_mostrador }: AjustesValores): number {
  return pedido.estado === 'confirmado' || descuento_mostrador ? pedido.descuento_porcentaje : 0
}

/**
 * The discount by hand for each of `importes`: an amount comes off one after the other, a percent off each.
 * @throws 400 {descuento: [..]}; 409 no price may change
 */
function manosOf(importes: number[], descuento: Agregado['descuento']): number[] {
  if (!descuento) return []
  const { importe, porcentaje } = descuento
  if ((importe == null) === (porcentaje == null))
    throw refuseField('descuento', 'Poné un importe o un porcentaje, uno de los dos.')
  if (importes.length === 0) throw cerrada()
  if (importe == null) return importes.map((one) => descuentoOf(one, { porcentaje: porcentaje ?? 0 }) ?? 0)
  const centavos = descuentoOf(
    importes.reduce((sum, one) => sum + one, 0),
    { centavos: toCentavos(importe) },
  )
  if (centavos === null) throw refuseField('descuento', 'El descuento es más que el total.')
  return splitPagos([{ centavos }], importes).map((parts) => parts[0]?.centavos ?? 0)
}
