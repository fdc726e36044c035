// The price of a sale, without effect: nothing is locked, reserved or numbered.
import type { VentaAnswer, VentaDeLineas } from '@imprimitodo/shared/api/ventas'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { puntosFor } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Deps } from '../../base/runtime/deps.ts'
import { colorPendiente } from '../../compra/pedidos/service.ts'
import { puntosDeVenta, saldoOf } from '../../fidelidad/puntos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import type { Preciado } from './precio.ts'
import { chargePedido, importesDe, prepareVenta, sumOf } from './prepare.ts'
import { idsOf, needPedidos, type OperadorDeVenta, sucursalOf } from './read.ts'

/**
 * The price, and the points. Payments may be missing yet. @throws as `sellVenta`, except the limit of a
 * discount
 */
export async function quoteVenta(
  deps: Pick<Deps, 'db' | 'now' | 'tienda'>,
  quien: OperadorDeVenta,
  venta: VentaDeLineas,
): Promise<VentaAnswer> {
  const { db } = deps
  const pedidos = await needPedidos(db, idsOf(venta), quien)
  await sucursalOf(deps, venta, pedidos, quien)
  const preparada = await prepareVenta(db, deps, venta, pedidos)
  const { preciados, comprador } = preparada
  const debe = sumOf(preciados, (one) => one.debe)
  const { resto, vuelto } =
    venta.pagos.length > 0 ? chargePedido(debe, venta.pagos) : { resto: debe, vuelto: 0 }
  const total = sumOf(preciados, ({ importe_final }) => importe_final)
  const { cuenta } = comprador
  return {
    ...importesDe(preparada),
    venta_id: null,
    pagado: toPesos(total - resto),
    resto: toPesos(resto),
    vuelto: toPesos(vuelto),
    puntos: cuenta ? await puntosOfVenta(deps, preciados, cuenta.id) : 0,
    cliente: cuenta && { nombre: cuenta.nombre, puntos: await saldoOf(db, cuenta.id) },
    color_pendiente: preciados.some(({ lineas }) => colorPendiente(lineas)),
    pedidos: pedidos.map(({ id, numero }) => ({ pedido_id: id, numero })),
    init_point: null,
  }
}

/** Points if all is paid now, within the owner's limits for typed lines. */
async function puntosOfVenta(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  preciados: Preciado[],
  cliente_id: number,
): Promise<number> {
  const { puntos_por_peso } = await readAjustes(db)
  const typed = (one: Preciado) =>
    puntosFor(Math.min((one.importes ?? one.pedido).final_otros, one.importe_final), puntos_por_peso)
  const all = sumOf(preciados, ({ importe_final }) => puntosFor(importe_final, puntos_por_peso))
  const given = await puntosDeVenta(db, { cliente_id, puntos: sumOf(preciados, typed), cuando: now() })
  return all - given.recortados
}
