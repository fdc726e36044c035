// The lists of orders for staff: a page at a time, and all that are open.
import type { PedidoFila } from '@imprimitodo/shared/api/mostrador'
import type { Deps } from '../../base/runtime/deps.ts'
import { lineasOfAll } from '../../compra/archivos/service.ts'
import {
  type Busqueda,
  findElsewhere,
  type Pedido,
  pagosOfAll,
  searchAbiertos,
  searchPedidos,
} from '../../compra/pedidos/service.ts'
import { reposicionesOf } from '../../compra/reposiciones/service.ts'
import { nombresDe } from '../../cuentas/auth/service.ts'
import { sucursalLlamada } from '../../gestion/sucursales/service.ts'
import { impresosOf } from '../../taller/impresion/service.ts'
import { nombresDeOperadores } from '../acceso/service.ts'
import { tomadoOf } from '../tomado/service.ts'
import { filaOf } from './fila.ts'

type Having = Pick<Deps, 'db' | 'tienda' | 'now'>
type Query = Omit<Busqueda, 'sucursales'> & { sucursal?: string | undefined }

/** `alcance`: the one branch whose orders are shown, null all. @throws 400 {estado|cursor: [..]} */
export async function listPedidos(deps: Having, { sucursal, ...query }: Query, alcance: number | null) {
  const sucursales = await sucursalesOf(deps, sucursal, alcance)
  const { pedidos, siguiente } = await searchPedidos(deps.db, { ...query, sucursales })
  return { pedidos: await filasOf(deps, pedidos), siguiente }
}

/** All open orders, with the number in each state. `alcance`: the one branch that is shown, null all. */
export async function viewTablero(
  deps: Having,
  { sucursal, texto }: Pick<Query, 'sucursal' | 'texto'>,
  alcance: number | null,
) {
  const sucursales = await sucursalesOf(deps, sucursal, alcance)
  const { pedidos, totales } = await searchAbiertos(deps.db, { texto, sucursales })
  return {
    pedidos: await filasOf(deps, pedidos),
    totales,
    en_otra: sucursales ? await elsewhere(deps, texto ?? '', sucursales) : null,
  }
}

/** A customer may stand in the wrong branch: no more is told of the order than where it is. */
async function elsewhere({ db, tienda }: Having, texto: string, sucursales: number[]) {
  const found = await findElsewhere(db, { texto, sucursales })
  if (!found?.numero) return null
  const sucursal = (await tienda.read()).sucursales.find(({ id }) => id === found.sucursal_id)
  return sucursal ? { numero: found.numero, sucursal: sucursal.nombre } : null
}

/** A person of one branch gets that one, and none if they ask for another. */
async function sucursalesOf(
  { tienda }: Having,
  sucursal: string | undefined,
  alcance: number | null,
): Promise<number[] | undefined> {
  const asked = sucursal?.trim() ? [sucursalLlamada(await tienda.read(), sucursal)?.id ?? 0] : undefined
  if (alcance === null) return asked
  return asked === undefined || asked.includes(alcance) ? [alcance] : []
}

async function filasOf({ db, tienda, now }: Having, pedidos: Pedido[]): Promise<PedidoFila[]> {
  if (pedidos.length === 0) return []
  const shop = await tienda.read()
  const ids = pedidos.map(({ id }) => id)
  const [lineas, pagos, impresos, reposiciones, clientes, operadores] = await Promise.all([
    lineasOfAll(db, ids),
    pagosOfAll(db, ids),
    impresosOf(db, ids),
    reposicionesOf(db, pedidos),
    nombresDe(db, known(pedidos.map(({ cliente_id }) => cliente_id))),
    nombresDeOperadores(db, known(pedidos.map(({ tomado_por }) => tomado_por))),
  ])
  const lineasDe = Map.groupBy(lineas, ({ archivo }) => archivo.pedido_id)
  const pagosDe = Map.groupBy(pagos, ({ pedido_id }) => pedido_id)
  return pedidos.map((pedido) =>
    filaOf(pedido, {
      sucursal: shop.sucursales.find(({ id }) => id === pedido.sucursal_id)?.nombre ?? '',
      nombre: clientes.get(pedido.cliente_id ?? 0) ?? null,
      tomado: tomadoOf(pedido, operadores.get(pedido.tomado_por ?? 0) ?? null, now()),
      impresos: impresos.get(pedido.id) ?? 0,
      reposicion: reposiciones.get(pedido.id) ?? null,
      lineas: lineasDe.get(pedido.id) ?? [],
      pagos: pagosDe.get(pedido.id) ?? [],
    }),
  )
}

/** Without null and without repeats. */
const known = (ids: (number | null)[]): number[] => [...new Set(ids.flatMap((id) => id ?? []))]
