// An order of a customer at the counter: from files that were just counted to one that is paid.
import { type Cobro, cobrarApi } from '@imprimitodo/shared/api/cobrar'
import { toPesos } from '@imprimitodo/shared/rules/dinero'
import type { FastifyInstance } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import { notFound, refuse, refuseField } from '../../base/http/errors.ts'
import { originOf } from '../../base/http/origin.ts'
import type { Deps, Sucursal } from '../../base/runtime/deps.ts'
import { findPedido, lockPedido, type Pedido, waitForExamen } from '../../compra/pedidos/service.ts'
import { cobrarEnCaja, createPreferencia } from '../../dinero/pagos/service.ts'
import { anotarVenta, confirmarDraft, needVentaDentro } from '../../dinero/ventas/service.ts'
import { findSucursalByNombre } from '../../gestion/sucursales/service.ts'
import {
  alcanceOf,
  type Confirmacion,
  type Limite,
  limitePara,
  type Operador,
  type SesionesMostrador,
  serveMostrador,
} from '../acceso/service.ts'
import { viewEnMostrador } from './detalle.ts'

export function cobrarMostradorRoutes(
  counter: FastifyInstance,
  deps: Deps,
  sesiones: SesionesMostrador,
  confirmacion: Confirmacion,
): void {
  // A draft is of no branch yet: whose order it is, `cobrar` looks
  serveMostrador(counter, cobrarApi, 'todos', {
    'POST /api/mostrador/pedidos/:pedido_id/cobrar': async ({
      params: { pedido_id },
      body: { autoriza, ...body },
      request,
      reply,
    }) => {
      const { operador } = sesiones.of(request)
      const sucursal = await findSucursalByNombre(deps.db, body.sucursal)
      if (!sucursal) throw refuseField('sucursal', 'Esa sucursal no existe.')
      const limite = await limitePara(deps, 'venta', {
        ...{ operador, sucursal_id: sucursal.id, autoriza, confirmacion, request, reply },
      })
      const pedido = await cobrar(deps, pedido_id, body, { operador, sucursal, limite })
      const isByLink = body.medio === 'mercadopago' && !pedido.pagado
      const init_point = isByLink
        ? await createPreferencia(
            deps,
            { pedido_id, total: toPesos(pedido.importe_final) },
            originOf(request, deps.publicUrl),
          )
        : null
      return { pedido: await viewEnMostrador(deps, pedido_id), init_point }
    },
  })
}

type Por = { operador: Operador; sucursal: Sucursal; limite: Limite }

/** @throws 400 by field; 403 of another branch, or above `limite`; 404; 409 */
async function cobrar(
  deps: Deps,
  id: string,
  { medio, sucursal: _, ...contacto }: Omit<Cobro, 'autoriza'>,
  { operador, sucursal, limite }: Por,
): Promise<Pedido> {
  const alcance = alcanceOf(operador)
  if (alcance !== null && sucursal.id !== alcance)
    throw refuse(403, 'Solo podés cobrar pedidos de tu sucursal.', 'otra_sucursal')
  const found = await findPedido(deps.db, id)
  const isElsewhere = alcance !== null && found?.estado !== 'borrador' && found?.sucursal_id !== alcance
  if (!found || isElsewhere) throw notFound('Ese pedido no existe.')
  if (found.estado === 'borrador') {
    if (!contacto.email && !contacto.celular && !contacto.nombre)
      throw refuseField('nombre', 'Escribí un nombre, un celular o un e-mail.')
    await waitForExamen(deps, id)
  }
  return deps.db.transaction(async (tx) => {
    const locked = await lockPedido(tx, id)
    if (!locked) throw notFound('Ese pedido no existe.')
    const pedido =
      locked.estado === 'borrador'
        ? await confirmarDraft(tx, deps, locked, { ...contacto, sucursal, quien: operador.nombre })
        : locked
    if (!pedido.pagado) await withinLimite(tx, deps, pedido, operador, limite)
    const isFree = pedido.importe_final === 0
    if (medio !== 'mercadopago' || isFree)
      await cobrarEnCaja(tx, deps, pedido, {
        ...{ medio: medio === 'mercadopago' ? 'efectivo' : medio, quien: operador },
        sucursal_id: sucursal.id,
      })
    return (await findPedido(tx, id)) ?? pedido
  })
}

/** @throws 403 {detail, autorizar: true} */
async function withinLimite(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, numero, importe_final }: Pedido,
  operador: Operador,
  limite: Limite,
): Promise<void> {
  needVentaDentro(limite, importe_final)
  const { autoriza } = limite
  await anotarVenta(tx, operador, now(), { clave: id, numero, centavos: importe_final, autoriza })
}
