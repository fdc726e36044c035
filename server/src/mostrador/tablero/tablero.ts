// The orders that staff sees, a page at a time.
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOfAll } from '../../compra/archivos/service.ts'
import { type Busqueda, pagosOfAll, searchPedidos } from '../../compra/pedidos/service.ts'
import { reposicionesDe } from '../../compra/reposiciones/service.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import { sucursalLlamada } from '../../gestion/ajustes/service.ts'
import { impresosOf } from '../../taller/impresion/service.ts'
import { nombresDeOperadores } from '../acceso/service.ts'
import { tomadoOf } from '../tomado/service.ts'
import { filaOf } from './fila.ts'

type Query = Omit<Busqueda, 'sucursales'> & { sucursal?: string | undefined }

/** `alcance`: the one branch whose orders are shown, null all. @throws 400 {estado|cursor: [..]} */
export async function listPedidos(
  { db, tienda, now }: Pick<Deps, 'db' | 'tienda' | 'now'>,
  { sucursal, ...query }: Query,
  alcance: number | null,
) {
  const shop = await tienda.read()
  const asked = sucursal?.trim() ? [sucursalLlamada(shop, sucursal)?.id ?? 0] : undefined
  const sucursales =
    alcance === null ? asked : asked === undefined || asked.includes(alcance) ? [alcance] : []
  const { pedidos, siguiente } = await searchPedidos(db, { ...query, sucursales })
  if (pedidos.length === 0) return { pedidos: [], siguiente }

  const ids = pedidos.map(({ id }) => id)
  const [lineas, pagos, impresos, reposiciones, clientes, operadores] = await Promise.all([
    lineasOfAll(db, ids),
    pagosOfAll(db, ids),
    impresosOf(db, ids),
    reposicionesDe(db, pedidos),
    nombresDe(db, known(pedidos.map(({ cliente_id }) => cliente_id))),
    nombresDeOperadores(db, known(pedidos.map(({ tomado_por }) => tomado_por))),
  ])
  return {
    pedidos: pedidos.map((pedido) =>
      filaOf(pedido, {
        sucursal: shop.sucursales.find(({ id }) => id === pedido.sucursal_id)?.nombre ?? '',
        nombre: clientes.get(pedido.cliente_id ?? 0) ?? null,
        tomado: tomadoOf(pedido, operadores.get(pedido.tomado_por ?? 0) ?? null, now()),
        impresos: impresos.get(pedido.id) ?? 0,
        reposicion: reposiciones.get(pedido.id) ?? null,
        lineas: lineas.filter(({ archivo }) => archivo.pedido_id === pedido.id),
        pagos: pagos.filter(({ pedido_id }) => pedido_id === pedido.id),
      }),
    ),
    siguiente,
  }
}

/** Each once. */
const known = (ids: (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))]
