// Payments in the shop's account that are of no order here. Such money does not go back by itself: its payer waits
// for an order that a restore lost.

import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import type { Tx } from '../../base/db/open.ts'
import { notFound } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import type { ProviderPayment } from '../../base/services/payments/port.ts'
import { type Autor, noteCambio } from '../../gestion/auditoria/service.ts'
import { queueCorreo } from '../../gestion/correos/service.ts'
import { duenosOf } from '../../mostrador/acceso/service.ts'
import { mailPagoSinPedido } from './mails.ts'
import { amountOf } from './notify.ts'
import { findSinPedido, insertSinPedido, markSinPedidoResuelto, type PagoSinPedido } from './store.ts'

/** A reference as `savePedido` makes it. What else the account charges for has others, and is not told. */
const OUR_FORM = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

export const isOfUs = ({ reference }: Pick<ProviderPayment, 'reference'>): boolean => OUR_FORM.test(reference)

/** Keeps the payment and tells the owner, once. One that went back is dealt with. */
export async function noteSinPedido(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'publicUrl'>,
  proveedor: string,
  { id, reference, status, amount, refunded, currency, created }: ProviderPayment,
): Promise<void> {
  if (!isOfUs({ reference })) return
  const isHere = (status === 'approved' || status === 'in_mediation') && refunded < amount
  if (!isHere) return void (await markSinPedidoResuelto(tx, id, deps.now()))
  const pago = { id, proveedor, referencia: reference, importe: amount, moneda: currency, creado: created }
  if (!(await insertSinPedido(tx, pago))) return
  for (const para of await duenosOf(tx))
    await queueCorreo(tx, deps, mailPagoSinPedido(para, id, sinPedidoText(pago), deps.publicUrl))
}

/** The owner says that it is dealt with. @throws 404 */
export const resolveSinPedido = (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  quien: Autor,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await findSinPedido(tx, id))) throw notFound('Ese pago no está en la lista.')
    if (!(await markSinPedidoResuelto(tx, id, now()))) return
    const hecho = { que: 'pago', clave: id, nombre: `Pago ${id}` } as const
    await noteCambio(tx, quien, now(), {
      ...hecho,
      antes: { resuelto: false },
      despues: { resuelto: true },
    })
  })

/** Tells what happened, and how the owner can solve it. */
export const sinPedidoText = ({
  id,
  importe,
  moneda,
  creado,
}: Pick<PagoSinPedido, 'id' | 'importe' | 'moneda' | 'creado'>): { nota: string; hacer: string } => ({
  nota: `El ${formatDay(creado)} entró un pago de ${amountOf(importe, moneda)} que no es de ningún pedido de esta tienda: el ${id}.`,
  hacer:
    'Puede ser de un pedido que se perdió al restaurar un respaldo. Buscá ese número en tu cuenta de cobros en línea: ahí está quién pagó. Rehacele el pedido, o devolvele el dinero desde ahí. Después marcalo como resuelto en Salud.',
})
