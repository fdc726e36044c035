// Takes the debt of a sale: its rest at pickup, or money that its link did not bring.
import { randomUUID } from 'node:crypto'
import type { VentaAnswer, VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Tx } from '../../base/db/open.ts'
import { refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { lockBeneficios, type MoveDeps, type Pedido, pagosOf } from '../../compra/pedidos/service.ts'
import { noteInCaja, type PorCaja } from '../caja/service.ts'
import { needCobrable, needEnlazable, owedOf, type PagoEnCaja, payAtCaja } from '../pagos/service.ts'
import { huellaOf } from './huella.ts'
import { countVenta } from './limite.ts'
import { chargeAmong, estadoOf, sumOf } from './prepare.ts'
import { needVenta, type OperadorDeVenta } from './read.ts'
import { clienteOf, lockAll, type Vendida } from './sell.ts'
import type { VentaRow } from './store.ts'

type Pagos = VentaDeLineas['pagos']

/** A sale, with its orders locked, in the order of the sale. @throws as of `needVenta` */
export async function lockVenta(
  tx: Tx,
  id: number,
  quien: OperadorDeVenta,
): Promise<{ venta: VentaRow; pedidos: Pedido[] }> {
  const { venta, ids } = await needVenta(tx, id, quien)
  return { venta, pedidos: await lockAll(tx, ids, quien) }
}

/**
 * Once for each `key` of one person. Pays the orders one after the other.
 * @throws 400 {pagos: [..]}; 404; 409 nothing is owed, or the key belongs to another payment
 */
export function payVenta(
  deps: MoveDeps & Pick<Deps, 'payments' | 'tienda'>,
  quien: OperadorDeVenta,
  id: number,
  { pagos, key }: { pagos: Pagos; key: string | null },
): Promise<Vendida> {
  // Both are part of the payments' ids: the ids tell which payments were made with this key and which data
  const sello = huellaOf([quien.id, key ?? randomUUID()]).slice(0, 24)
  const huella = huellaOf(pagos).slice(0, 12)
  return deps.db.transaction(async (tx) => {
    const { venta, pedidos } = await lockVenta(tx, id, quien)
    const ids = pedidos.map((pedido) => pedido.id)
    const before = await pagadoCon(tx, pedidos, sello)
    if (before.length > 0) return repeated(tx, venta, { pedidos, pagos, before, own: `${sello}.${huella}` })
    const owing = await owingOf(tx, pedidos)
    for (const { pedido } of owing) await needCobrable(tx, pedido)
    if (owing.length === 0) throw refuse(409, 'De esta venta no queda nada por cobrar.', 'pedido_pagado')
    const { partes, vuelto, linkIndex } = chargeAmong(
      owing.map(({ debe }) => debe),
      pagos,
    )
    const waiting = linkIndex === null ? undefined : owing[linkIndex]?.pedido
    if (waiting) await needEnlazable(deps, waiting)
    await lockBeneficios(tx, pedidos)
    await payTodos(tx, deps, owing, partes, {
      venta,
      quien,
      clave: `:${sello}.${huella}`,
      sigue: linkIndex === null,
    })
    const answer = await answerOf(tx, venta, ids, vuelto)
    return { answer, link: waiting?.id ?? null }
  })
}

/** Pays each order with its part, and notes the points that this gave; the movements of the till come last. */
async function payTodos(
  tx: Tx,
  deps: MoveDeps,
  owing: { pedido: Pedido }[],
  partes: PagoEnCaja[][],
  { venta, ...charge }: { venta: VentaRow; quien: OperadorDeVenta; clave: string; sigue: boolean },
): Promise<void> {
  const movimientos: PorCaja[] = []
  for (const [index, { pedido }] of owing.entries()) {
    const pagos = partes[index] ?? []
    // The branch of the pickup, which may not be that of the sale
    const sucursal_id = pedido.sucursal_id ?? venta.sucursal_id ?? 0
    if (pagos.length > 0)
      movimientos.push(...(await payAtCaja(tx, deps, pedido, { ...charge, pagos, sucursal_id })))
  }
  const pedidos = owing.map(({ pedido }) => pedido)
  const { id: venta_id, importe: centavos } = venta
  await countVenta(tx, charge.quien, deps.now(), { venta_id, pedidos, centavos, autoriza: null })
  for (const movimiento of movimientos) await noteInCaja(tx, movimiento)
}

/** The orders of which something is owed. */
async function owingOf(tx: Tx, pedidos: Pedido[]): Promise<{ pedido: Pedido; debe: number }[]> {
  const owing: { pedido: Pedido; debe: number }[] = []
  for (const pedido of pedidos) {
    const debe = await owedOf(tx, pedido)
    if (debe > 0 && pedido.estado !== 'cancelado' && pedido.estado !== 'reembolsado')
      owing.push({ pedido, debe })
  }
  return owing
}

/** Payments made with this key before: their amount, and the hash of key and data. */
async function pagadoCon(tx: Tx, pedidos: Pedido[], sello: string) {
  const found: { importe: number; own: string }[] = []
  for (const { id } of pedidos)
    for (const pago of await pagosOf(tx, id)) {
      const own = pago.id.split(':')[2] ?? ''
      if (own.split('.')[0] === sello) found.push({ importe: pago.importe, own })
    }
  return found
}

/** @throws 409 */
async function repeated(
  tx: Tx,
  venta: VentaRow,
  {
    pedidos,
    pagos,
    before,
    own,
  }: { pedidos: Pedido[]; pagos: Pagos; before: { importe: number; own: string }[]; own: string },
): Promise<Vendida> {
  if (before.some((one) => one.own !== own))
    throw refuse(409, 'Ese pago ya se cargó con otros datos. Fijate en el pedido.')
  const inHand = pagos.filter(({ medio }) => medio !== 'mercadopago')
  const handed = sumOf(inHand, ({ importe, recibido }) => toCentavos(recibido ?? importe))
  const charged = sumOf(before, ({ importe }) => importe)
  const ids = pedidos.map(({ id }) => id)
  // The part that waits for the link still waits
  const [waiting] = inHand.length < pagos.length ? await owingOf(tx, pedidos) : []
  return { answer: await answerOf(tx, venta, ids, handed - charged), link: waiting?.pedido.id ?? null }
}

/** A sale that was made, as it stands now. */
async function answerOf(tx: Tx, venta: VentaRow, ids: string[], vuelto: number): Promise<VentaAnswer> {
  // Written when it was made
  const { answer } = venta.respuesta as Vendida
  return {
    ...answer,
    ...(await estadoOf(tx, ids)),
    vuelto: toPesos(vuelto),
    init_point: null,
    cliente: await clienteOf(tx, venta),
  }
}
