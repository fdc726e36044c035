// Tells the owner about payments: a note in the order's history and a mail.
import { formatCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { COBRADOS, holds, PAID } from '@imprimitodo/shared/rules/dinero/pago'
import type { FastifyRequest } from 'fastify'
import type { Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { insertHistorial, type Pedido } from '../../compra/pedidos/service.ts'
import type { Autor } from '../../gestion/auditoria/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { duenosOf } from '../../mostrador/acceso/service.ts'
import { mailPagoToDueno } from './mails.ts'
import type { PagoDicho, PagoRow } from './store.ts'

/** In the order's history only. */
export const notePago = (
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id, estado }: Pedido,
  nota: string,
  quien = 'sistema',
): Promise<void> => insertHistorial(tx, { pedido_id: id, estado, cuando: now(), quien, nota })

/** In the history, and by mail to the owner; `about` names the fact, which is told once. */
export async function alertDueno(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  { about, nota }: { about: string; nota: string },
): Promise<void> {
  await notePago(tx, deps, pedido, nota)
  await mailDuenos(tx, deps, pedido, { about, nota })
}

/** Tells the owners by mail only. */
export async function mailDuenos(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  pedido: Pedido,
  told: { about: string; nota: string; tema?: string },
): Promise<void> {
  for (const para of await duenosOf(tx))
    await queueCorreo(tx, deps, mailPagoToDueno(para, pedido, told, deps.publicUrl))
}

/** A person of the counter, and their request; null where the effect comes later. */
export type Persona = { quien: Autor; request: FastifyRequest | null }

/** In the security log. `by`: the person of the counter who requested it; null for an automatic refund. */
export const noteDevolucion = (
  tx: Tx,
  { seguridad }: Pick<Deps, 'seguridad'>,
  { numero }: Pedido,
  monto: string,
  by: Persona | null,
): Promise<void> =>
  seguridad.noteIn(tx, by?.request ?? null, 'devolucion', {
    cuenta: by?.quien.id ? { tipo: 'operador', id: by.quien.id } : null,
    detalle: `Pedido ${numero}, ${monto}${by ? '' : ', sola'}`,
  })

/** The amount of a payment in words, also in another currency. */
export const amountOf = (importe: number, moneda: string): string =>
  moneda === 'ARS' ? formatCentavos(importe) : `${toPesos(importe)} ${moneda}`

/**
 * News for the owner of a payment that did not simply pay; null if there are none. `known`: its state before.
 */
export function newsOf(
  known: PagoRow | undefined,
  fresh: PagoDicho,
  pedido: Pedido,
): { nota: string; isForOwner: boolean } | null {
  const { id, estado, importe, devuelto, moneda } = fresh
  const forOwner = (nota: string) => ({ nota, isForOwner: true })
  const isNew = known?.estado !== estado
  if (estado === 'charged_back' && isNew)
    return forOwner(`El comprador desconoció el pago ${id}: el banco se llevó el dinero.`)
  if (estado === 'in_mediation' && isNew) return forOwner(`El comprador abrió un reclamo por el pago ${id}.`)
  if (known && holds(known) && !COBRADOS.includes(estado) && PAID.includes(pedido.estado))
    return forOwner(
      `El pago ${id}, de ${amountOf(known.importe, known.moneda)}, ya no figura como cobrado: fijate en tu cuenta si está el dinero.`,
    )
  if (estado !== 'approved') return null
  if (known?.estado === 'charged_back')
    return forOwner(`El banco te devolvió el pago ${id}, que el comprador había desconocido.`)
  if (devuelto > (known?.devuelto ?? 0) && devuelto < importe)
    return {
      nota: `Se devolvieron ${amountOf(devuelto, moneda)} de ${amountOf(importe, moneda)} (pago ${id}).`,
      isForOwner: false,
    }
  const isWaiting =
    pedido.estado === 'confirmado' || (pedido.estado === 'vencido' && !pedido.archivos_borrados)
  if (!isNew || !isWaiting) return null
  return forOwner(
    `Entró un pago de ${amountOf(importe, moneda)} (${id}), que no alcanza para los ${formatCentavos(pedido.importe_final)} del pedido.`,
  )
}
