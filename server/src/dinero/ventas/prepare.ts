// Reckons a sale before it is made: for its price only, or under the locks of the sale itself.
import type { VentaAnswer, VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import {
  type Cobro,
  cobroDe,
  MAX_VENTA,
  type PagoVenta,
  PROBLEMAS_PAGO,
  splitPagos,
  VENTA_GRANDE,
} from '@imprimitodo/shared/rules/dinero/venta'
import type { Queryable } from '../../base/db/open.ts'
import { refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { codigoValorOf, findPedidos, type Pedido } from '../../compra/pedidos/service.ts'
import type { CodigoRow } from '../../fidelidad/codigos/service.ts'
import { findEarned } from '../../fidelidad/puntos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { owedOf } from '../pagos/service.ts'
import { type Preciado, priceVenta } from './precio.ts'
import { type Comprador, codigosDe, compradorOf, needSuyos, otrosOf } from './read.ts'

export type Preparada = {
  comprador: Comprador
  preciados: Preciado[]
  /** Codes with a discount; `premios` are pickup codes of prizes, without one. */
  codigos: CodigoRow[]
  premios: CodigoRow[]
}

/**
 * @param pedidos the orders of its lines @throws 400 by field; 409 a code that is taken, or an order that may
 * not change
 */
export async function prepareVenta(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  venta: VentaDeLineas,
  pedidos: Pedido[],
): Promise<Preparada> {
  const comprador = await compradorOf(db, venta)
  needSuyos(pedidos, comprador)
  const correo = comprador.email ?? comprador.cuenta?.email ?? null
  const all = await codigosDe(db, venta.codigos, { pedidos, correo, now: now() })
  const codigos = all.filter(({ codigo }) => codigoValorOf(codigo) !== null)
  const agregado = { otros: await otrosOf(db, venta, now()), codigos, descuento: venta.descuento }
  const ajustes = await readAjustes(db)
  const preciados = await priceVenta(db, { pedidos, agregado, ajustes, now: now() })
  if (sumOf(preciados, ({ importe_final }) => importe_final) > MAX_VENTA)
    throw refuseField('lineas', VENTA_GRANDE)
  const premios = all.filter(({ codigo }) => codigoValorOf(codigo) === null)
  return {
    comprador,
    preciados,
    codigos: codigos.map(({ codigo }) => codigo),
    premios: premios.map(({ codigo }) => codigo),
  }
}

export const sumOf = <T>(all: readonly T[], value: (one: T) => number): number =>
  all.reduce((sum, one) => sum + value(one), 0)

/** Applies payments to a debt, in centavos. @throws 400 {pagos: [..]} */
export function chargePedido(debe: number, pagos: VentaDeLineas['pagos']): Cobro {
  const cobro = cobroDe(debe, pagos.map(pagoOf))
  if (typeof cobro === 'string') throw refuseField('pagos', PROBLEMAS_PAGO[cobro])
  return cobro
}

const pagoOf = ({
  medio,
  importe,
  recibido,
  referencia,
  cuenta_corriente,
}: VentaDeLineas['pagos'][number]): PagoVenta => ({
  medio,
  centavos: toCentavos(importe),
  referencia: referencia || null,
  cuenta_corriente,
  recibido: recibido == null ? null : toCentavos(recibido),
})

/**
 * Applies payments to the orders of a sale, one after the other. `partes`: the payments of each order;
 * `linkIndex`: the index of the order that waits for the provider's link, null: none. @throws 400 {pagos: [..]}
 */
export function chargeAmong(debes: number[], pagos: VentaDeLineas['pagos']) {
  const { porLink, vuelto, ...cobro } = chargePedido(
    sumOf(debes, (debe) => debe),
    pagos,
  )
  const partes = splitPagos(cobro.pagos, debes)
  const owing = debes.flatMap((debe, index) =>
    sumOf(partes[index] ?? [], ({ centavos }) => centavos) < debe ? [index] : [],
  )
  if (porLink > 0 && owing.length > 1)
    throw refuseField('pagos', 'Mercado Pago cobra un pedido por vez: cobrá los otros aparte.')
  return { partes, vuelto, linkIndex: porLink > 0 ? (owing[0] ?? null) : null }
}

type Importes = Pick<Pedido, 'total_impresion' | 'total_anillado' | 'total_otros' | 'descuento_mano'>

/** The amounts of a sale, and its discounts. */
export function importesDe({ preciados, premios }: Pick<Preparada, 'preciados' | 'premios'>) {
  const of = (value: (importes: Importes) => number) =>
    toPesos(sumOf(preciados, (one) => value(one.importes ?? one.pedido)))
  return {
    impresion: of(({ total_impresion, total_anillado }) => total_impresion + total_anillado),
    otros: of(({ total_otros }) => total_otros),
    descuentos: [
      ...preciados.flatMap(({ codigos }) =>
        codigos.map(({ codigo, descuento }) => ({
          codigo: codigo.codigo,
          motivo: null,
          importe: toPesos(descuento),
        })),
      ),
      ...premios.map(({ codigo }) => ({ codigo, motivo: null, importe: 0 })),
      ...manosOf(preciados),
    ],
    total: toPesos(sumOf(preciados, ({ importe_final }) => importe_final)),
  }
}

/** Discounts by hand: one line for each reason, however many orders it comes off. */
function manosOf(preciados: Preciado[]): { codigo: null; motivo: string | null; importe: number }[] {
  const sums = new Map<string | null, number>()
  for (const { importes, pedido, motivo } of preciados) {
    const { descuento_mano } = importes ?? pedido
    if (descuento_mano > 0) sums.set(motivo, (sums.get(motivo) ?? 0) + descuento_mano)
  }
  return [...sums].map(([motivo, sum]) => ({ codigo: null, motivo, importe: toPesos(sum) }))
}

/** The orders of a sale, in its order: what was paid, what is owed, and the points given. */
export async function estadoOf(
  db: Queryable,
  ids: string[],
): Promise<Pick<VentaAnswer, 'pagado' | 'resto' | 'puntos' | 'pedidos'>> {
  const found = new Map((await findPedidos(db, ids)).map((pedido) => [pedido.id, pedido]))
  const pedidos = ids.flatMap((id) => found.get(id) ?? [])
  let [pagado, resto, puntos] = [0, 0, 0]
  for (const pedido of pedidos) {
    const debe = await owedOf(db, pedido)
    pagado += pedido.importe_final - debe
    resto += debe
    puntos += (await findEarned(db, pedido.id))?.puntos ?? 0
  }
  return {
    pagado: toPesos(pagado),
    resto: toPesos(resto),
    puntos,
    pedidos: pedidos.map(({ id, numero }) => ({ pedido_id: id, numero })),
  }
}
