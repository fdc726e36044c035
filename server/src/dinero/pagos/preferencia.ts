// crear-preferencia: the link on which an order is paid.
import { SIN_EMAIL } from '@imprimitodo/shared/rules/base/contacto'
import { toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import { PAID } from '@imprimitodo/shared/rules/dinero/pago'
import { nombreTienda } from '@imprimitodo/shared/rules/vidriera/nombre-tienda'
import { downDetail } from '../../base/http/down.ts'
import { notFound, Refusal, refuse } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  changeInTurn,
  endLink,
  findPedido,
  hasOpenLink,
  lockPedido,
  type Pedido,
  TurnMissed,
  updatePedido,
} from '../../compra/pedidos/service.ts'
import { needAbierta } from '../../gestion/ajustes/service.ts'
import { owedOf } from './caja.ts'

type PreferenciaDeps = Pick<
  Deps,
  'db' | 'jobs' | 'locks' | 'log' | 'now' | 'payments' | 'publicUrl' | 'tienda'
>
type Asked = {
  pedido_id: string
  /**
   * The total that the customer was shown; undefined: the counter asks for all that is left to pay, also of an
   * order that went into work for a part.
   */
  total?: number | string
}
/** How long a link for the rest of an order lasts. */
const REST_MS = 24 * 3600_000
const EN_MARCHA = 'Este pedido ya está en marcha: lo que falta se paga en la sucursal.'

/**
 * The payment link of a confirmed order. The provider is asked before the order is locked, never inside a
 * transaction: a slow provider would hold the order's row, and with it every payment that arrives for it. So
 * the order may change meanwhile, and is checked again before the link is kept: if another call was faster,
 * its link is the answer and this call's link ends; if the price changed, the customer has to see the new one
 * first. A crash in between leaves a link that no customer was given.
 * @throws 503 while the shop is not open; 404; 409 {detail, importe_final} if `total` is not its price, 409
 * {detail} if it cannot be paid; 502
 */
export async function createPreferencia(
  deps: PreferenciaDeps,
  asked: Asked,
  origin: string,
): Promise<string> {
  await needAbierta(deps)
  const before = needPayable(deps, asked, await findPedido(deps.db, asked.pedido_id))
  const link =
    linkOf(deps, before, await owedOf(deps.db, before)) ?? (await makeLink(deps, asked, before, origin))
  // A link to our own page keeps the browser's origin: the shop may be open at several addresses
  return deps.payments.current.checkout ? `${origin}${new URL(link).pathname}` : link
}

/**
 * For a locked order, before any write: checks that the counter will get its link, if the provider answers.
 * @throws 409, 503
 */
export async function needEnlazable(
  deps: Pick<Deps, 'now' | 'payments' | 'tienda'>,
  pedido: Pedido,
): Promise<void> {
  await needAbierta(deps)
  needPayable(deps, { pedido_id: pedido.id }, pedido)
}

async function makeLink(
  deps: PreferenciaDeps,
  asked: Asked,
  pedido: Pedido,
  origin: string,
): Promise<string> {
  const made = await createAt(deps, pedido, origin)
  // The order goes on, so only a link ends, and no cash ticket: the customer may be paying
  const linkOnly = { linkOnly: true }
  const { id } = pedido
  const ours = { preferencia_id: made.id, preferencia_proveedor: made.provider.kind }
  const kept = {
    ...ours,
    init_point: made.initPoint,
    preferencia_importe: made.amount,
    preferencia_vence: made.expires,
    pagos_buscados: null,
  }
  try {
    return await changeInTurn(deps, id, async (tx) => {
      const now = needPayable(deps, asked, await lockPedido(tx, asked.pedido_id))
      const faster = linkOf(deps, now, await owedOf(tx, now))
      if (now.preferencia_id !== made.id) await endLink(tx, deps, faster ? { id, ...ours } : now, linkOnly)
      if (faster) return faster
      await updatePedido(tx, id, kept)
      return made.initPoint
    })
  } catch (error) {
    // Another call may have given out the same link, which only a refusal of this order makes wrong
    if (!(error instanceof Refusal) || error instanceof TurnMissed) throw error
    await changeInTurn(deps, id, async (tx) => {
      const now = await lockPedido(tx, id)
      if (now?.estado !== 'confirmado') return endLink(tx, deps, { id, ...ours })
      // A link of a price that changed meanwhile; the next call makes another one, also if the price changes back
      if (!hasOpenLink(now, deps.now())) await updatePedido(tx, id, ours)
      await endLink(tx, deps, { id, ...ours }, linkOnly)
    })
    throw error
  }
}

/** Whether its link is of the provider that makes links now; a link without a provider's name is. */
const isOfCurrent = ({ payments }: Pick<Deps, 'payments'>, { preferencia_proveedor }: Pedido): boolean =>
  preferencia_proveedor === null || preferencia_proveedor === payments.current.kind

/** Whether its link can still be paid, or changed. One that ended is never opened again. */
const isUsable = (deps: Pick<Deps, 'now' | 'payments'>, pedido: Pedido): boolean =>
  isOfCurrent(deps, pedido) && hasOpenLink(pedido, deps.now())

/** The order's link, if it charges what is owed. */
const linkOf = (deps: Pick<Deps, 'now' | 'payments'>, pedido: Pedido, debe: number): string | null =>
  isUsable(deps, pedido) && pedido.preferencia_importe === debe ? pedido.init_point : null

/** Checks that the order can be paid and that the caller knows its price. @returns it */
function needPayable({ now }: Pick<Deps, 'now'>, { total }: Asked, pedido: Pedido | undefined): Pedido {
  if (!pedido) throw notFound('No encontramos ese pedido.')
  const isForRest = total === undefined && pedido.resta > 0 && PAID.includes(pedido.estado)
  const problem = isForRest ? null : payProblem(pedido, now())
  if (problem) throw refuse(409, ...problem)
  if (total === undefined) return pedido
  const known = typeof total === 'number' ? total : Number(total.replace(',', '.'))
  if (toCentavos(known) !== pedido.importe_final)
    throw new Refusal(
      409,
      {
        detail: 'El precio del pedido cambió: revisalo antes de pagar.',
        importe_final: toPesos(pedido.importe_final),
      },
      { codigo: 'importe_cambio' },
    )
  return pedido
}

function payProblem(
  { estado, pagado, resta, vence, importe_final }: Pedido,
  now: Date,
): [string, Rechazo?] | null {
  if (estado === 'borrador') return ['Completá los datos de la compra antes de pagar.']
  if (estado === 'cancelado') return ['Este pedido está cancelado. Empezá uno nuevo.', 'pedido_cerrado']
  if (pagado) return [resta > 0 ? EN_MARCHA : 'Este pedido ya está pagado.', 'pedido_pagado']
  if (estado === 'vencido' || (vence && vence <= now))
    return ['Este pedido venció sin pagarse. Empezá uno nuevo.', 'pedido_cerrado']
  if (importe_final === 0) return ['Este pedido es gratis: no hay nada que pagar.']
  return estado === 'confirmado' ? null : ['Este pedido no se puede pagar.', 'pedido_cerrado']
}

/** @throws 502 */
async function createAt(deps: PreferenciaDeps, pedido: Pedido, origin: string) {
  const { payments, publicUrl, log } = deps
  if (!pedido.vence || !pedido.email) throw new Error('A confirmed order has an e-mail and an end.')
  const provider = payments.current
  const amount = await owedOf(deps.db, pedido)
  // The rest of an order in work may be paid after the time to pay of an unpaid order
  const expires = pedido.pagado ? new Date(deps.now().getTime() + REST_MS) : pedido.vence
  try {
    const made = await provider.createPreference({
      reference: pedido.referencia,
      known: isUsable(deps, pedido) ? pedido.preferencia_id : null,
      latest: pedido.preferencia_id,
      title: `Pedido ${pedido.numero} – impresiones`,
      comercio: nombreTienda((await deps.tienda.read()).ajustes.vidriera.nombre),
      amount,
      expires,
      email: pedido.email === SIN_EMAIL ? '' : pedido.email,
      origin,
      backUrl: `${publicUrl}/pago/vuelta/${pedido.referencia}`,
      notificationUrl: `${publicUrl}${provider.notifications.path}`,
    })
    return { ...made, amount, expires, provider }
  } catch (err) {
    if (downDetail(err)) throw err // the simulated provider lives in our own database
    log.error({ err }, 'createPreference')
    throw refuse(502, 'No se pudo generar el enlace de pago.')
  }
}
