// Refunds requested by staff. Automatic ones: settle.ts.
import { formatCentavos, toCentavos, toPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay, formatTime } from '@imprimitodo/shared/rules/base/fecha'
import type { MedioMovimiento } from '@imprimitodo/shared/rules/dinero/caja'
import { CAJA, inPesos, isReturnable, keptOf } from '@imprimitodo/shared/rules/dinero/pago'
import type { FastifyRequest } from 'fastify'
import type { Queryable, Tx } from '../../base/db/open.ts'
import { downDetail } from '../../base/http/down.ts'
import { needsProof, notFound, refuse, refuseField } from '../../base/http/errors.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  RefundRefused,
} from '../../base/services/payments/port.ts'
import { historialOf, lockPedido, pagosOf } from '../../compra/pedidos/service.ts'
import { readAjustes } from '../../gestion/ajustes/service.ts'
import { noteCambio, type Quien } from '../../gestion/auditoria/service.ts'
import type { Limite } from '../../mostrador/acceso/service.ts'
import { afterDevolucion, isDeCaja, isDeCuenta } from './caja.ts'
import { needWithinDevolucion } from './limite.ts'
import { alertDueno, amountOf, mailDuenos, noteDevolucion, notePago } from './notify.ts'
import { restOf } from './pendientes.ts'
import { askForRest, noteDevueltaPorLaWeb, type RecordDeps, recordIn, recordPayment } from './record.ts'
import { providerTitleOf, settlePedido } from './settle.ts'
import {
  type Devolucion,
  devolucionesByClave,
  devolucionesOf,
  findDevolucion,
  insertDevolucion,
  markRechazada,
  type PagoRow,
  setIdEnProveedor,
} from './store.ts'

export type RefundAsked = {
  pedido_id: string
  /** Pesos; null: all that is left. */
  importe: number | null
  motivo: string
  /**
   * The way back: `mercadopago` for the provider's payments, `cuenta` for charges to a cuenta corriente, any
   * other for the counter's payments. Null: each as it came.
   */
  medio?: MedioMovimiento | null
  /** The person who asks, the request, and the key of this click. */
  quien: Quien
  request: FastifyRequest
  clave: string
  /** Whether the person confirmed their identity, which refunds above the owner's amount need. */
  confirmado: boolean
  limite: Limite
}

/** When the job first tries: the call itself has tried by then. */
const JOB_AFTER_S = 30
/** When a refund that goes on is told to the owner. */
const LATE_MS = 24 * 3600_000
/** How much the provider's clock and ours may differ. */
const CLOCKS_MS = 10 * 60_000

/**
 * Writes down what is to go back, over as many payments as it takes, and answers their ids; for a known key
 * the ids from before. In the caller's transaction, which commits before `makeDevoluciones`. The owner's amount is
 * compared under the order's lock, so that small refunds at once count together.
 * @throws 403 {detail, confirmar: true} above the owner's amount and not `confirmado`, {detail, autorizar:
 * true} above `limite`; 404; 409; 400 {importe: [..]}
 */
export async function askDevoluciones(
  tx: Tx,
  deps: Pick<Deps, 'jobs' | 'now' | 'payments' | 'publicUrl' | 'seguridad'>,
  asked: RefundAsked,
): Promise<number[]> {
  const { pedido_id, motivo, quien, clave, medio = null } = asked
  const pedido = await lockPedido(tx, pedido_id)
  if (!pedido || pedido.estado === 'borrador') throw notFound('Ese pedido no existe.')
  const before = await devolucionesByClave(tx, clave)
  if (before.length > 0) return askedBefore(before, asked)
  if (pedido.por_cerrar)
    throw refuse(409, `El pedido ${pedido.numero} se está cancelando: esperá unos segundos.`)
  const left = leftOf(await restsOf(tx, pedido_id), medio)
  const total = sumOf(left)
  if (total === 0) throw await nothingLeft(tx, deps, pedido_id)
  const wanted = asked.importe === null ? total : toCentavos(asked.importe)
  if (wanted > total) throw refuseField('importe', `Como mucho se pueden devolver ${formatCentavos(total)}.`)

  const ids: number[] = []
  let rest = wanted
  for (const { pago, centavos } of left) {
    const importe = Math.min(rest, centavos)
    if (importe === 0) break
    rest -= importe
    const pedida = deps.now()
    const id = await insertDevolucion(tx, {
      clave,
      pedido_id,
      pago_id: pago.id,
      importe,
      motivo,
      medio,
      quien: quien.nombre,
      operador_id: quien.id,
      pedida,
    })
    await deps.jobs.send(tx, 'devolver', { devolucion_id: id }, { afterSeconds: JOB_AFTER_S })
    ids.push(id)
  }
  await notePago(tx, deps, pedido, `Devolución de ${formatCentavos(wanted)}: ${motivo}`, quien.nombre)
  await noteCambio(tx, quien, deps.now(), {
    que: 'devolucion',
    clave: pedido_id,
    nombre: `Pedido ${pedido.numero}`,
    despues: {
      importe: toPesos(wanted),
      motivo,
      ...(asked.limite.autoriza && { autoriza: asked.limite.autoriza }),
    },
  })
  await noteDevolucion(tx, deps, pedido, formatCentavos(wanted), asked)
  const { devolucion_confirmar } = (await readAjustes(tx)).seguridad
  const { devuelto } = await devolvible(tx, pedido_id)
  needWithinDevolucion(asked.limite, devuelto)
  if (devuelto > devolucion_confirmar) {
    if (!asked.confirmado) throw needsProof()
    const nota = `${quien.nombre} devolvió ${formatCentavos(wanted)} del pedido ${pedido.numero}. Motivo: ${motivo}`
    await mailDuenos(tx, deps, pedido, { about: `devolucion:${clave}`, nota, tema: 'Devolución grande' })
  }
  return ids
}

/**
 * The provider gives back what it took; payments of the counter go back in any way but by the provider;
 * charges to a cuenta corriente, and only those, go back there.
 */
const isOfMedio = (pago: PagoRow, medio: MedioMovimiento | null): boolean => {
  if (medio === null) return true
  if (medio === 'cuenta' || isDeCuenta(pago)) return medio === 'cuenta' && isDeCuenta(pago)
  return isDeCaja(pago) === (medio !== 'mercadopago')
}

/** The refunds of a repeated click. @throws 409 where the key belongs to another order or amount */
function askedBefore(before: Devolucion[], { pedido_id, importe: wanted }: RefundAsked): number[] {
  if (before.some((one) => one.pedido_id !== pedido_id))
    throw refuse(409, 'Esa devolución es de otro pedido.')
  const already = before.reduce((sum, { importe }) => sum + importe, 0)
  if (wanted !== null && toCentavos(wanted) !== already)
    throw refuse(
      409,
      `Ya se pidió devolver ${formatCentavos(already)}: cerrá este cuadro y fijate cuánto queda.`,
    )
  return before.map(({ id }) => id)
}

/** A payment of an order in pesos, with its centavos that neither went back nor are on their way. */
type Rest = { pago: PagoRow; centavos: number }

async function restsOf(db: Queryable, pedidoId: string): Promise<Rest[]> {
  const [pagos, asked] = [await pagosOf(db, pedidoId), await devolucionesOf(db, pedidoId)]
  return pagos.filter(inPesos).map((pago) => ({ pago, centavos: restOf(pago, asked) }))
}

/** A person asks for pesos, which the till and the reports count: another currency goes back at its provider only. */
async function nothingLeft(tx: Tx, deps: Pick<Deps, 'payments'>, pedidoId: string) {
  const other = (await pagosOf(tx, pedidoId)).find((pago) => !inPesos(pago) && isReturnable(pago))
  if (!other) return refuse(409, 'No hay nada para devolver en este pedido.')
  const monto = amountOf(keptOf(other), other.moneda)
  return refuse(
    409,
    `El pago ${other.id} es de ${monto}, y desde acá se devuelven pesos: devolvelo desde ${providerTitleOf(deps, other)}.`,
  )
}

const sumOf = (rests: Rest[]): number => rests.reduce((sum, { centavos }) => sum + centavos, 0)

/** The rests that can still go back in that way; the latest payment first. */
const leftOf = (rests: Rest[], medio: MedioMovimiento | null): Rest[] =>
  rests
    .filter(({ pago, centavos }) => centavos > 0 && isReturnable(pago) && isOfMedio(pago, medio))
    .toReversed()

/** Centavos of an order that went back or are on their way, and those that still can go back in that way. */
export async function devolvible(
  db: Queryable,
  pedidoId: string,
  medio: MedioMovimiento | null = null,
): Promise<{ devuelto: number; queda: number }> {
  const rests = await restsOf(db, pedidoId)
  return {
    devuelto: rests.reduce((sum, { pago, centavos }) => sum + pago.importe - centavos, 0),
    queda: sumOf(leftOf(rests, medio)),
  }
}

/** For what asks the provider to give money back. */
export type RefundDeps = RecordDeps & Pick<Deps, 'log'>

/**
 * Makes one refund at the provider, and applies it to the order. May be repeated: it is the same one.
 * @returns the centavos to hand over at the counter, and the title of a provider that has it in process still
 * @throws 409 refused for good; 502 the provider is down, and the refund may have happened or not
 */
export async function makeDevolucion(
  deps: RefundDeps,
  id: number,
): Promise<{ enCaja: number; slow: string | null }> {
  const found = await findDevolucion(deps.db, id)
  if (!found || found.devolucion.hecha) return { enCaja: 0, slow: null }
  const { devolucion, pago } = found
  if (devolucion.rechazada) throw refuse(409, devolucion.respuesta ?? 'La devolución se rechazó.')
  if (isDeCaja(pago)) {
    await giveAtCaja(deps, found)
    return { enCaja: isDeCuenta(pago) ? 0 : devolucion.importe, slow: null }
  }
  return { enCaja: 0, slow: await giveAtProvider(deps, found) }
}

/** @returns the title of a provider that has it in process still; null: it is done */
async function giveAtProvider(deps: RefundDeps, found: Found): Promise<string | null> {
  const { devolucion, pago } = found
  try {
    const state = await refund(deps, found)
    const after = await deps.payments.of(pago.proveedor).readPayment(pago.id)
    if (!after) throw new Error('The provider does not know a payment that it told us of.')
    const made = state === 'in_process' ? [] : [devolucion.id]
    await recordPayment(deps, pago.proveedor, after, made)
    return made.length > 0 ? null : providerTitleOf(deps, pago)
  } catch (err) {
    if (err instanceof RefundRefused) {
      // The provider knows something that it did not notify
      const now = await deps.payments
        .of(pago.proveedor)
        .readPayment(pago.id)
        .catch(() => null)
      if (now) await recordPayment(deps, pago.proveedor, now)
      throw await giveUp(deps, found, err.message)
    }
    deps.log.warn({ err, devolucion: devolucion.id }, 'a refund that waits')
    if (downDetail(err)) throw err // our own database, not the provider
    throw refuse(
      502,
      `${providerTitleOf(deps, pago)} no responde. La devolución quedó anotada y se hace sola apenas responda: no la repitas.`,
      'devolucion_anotada',
    )
  }
}

/** Writes down money that goes back over the counter, or by a transfer by hand; no provider is asked. */
const giveAtCaja = (deps: RecordDeps, { devolucion: { id }, pago }: Found): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pago.pedido_id)
    const now = await findDevolucion(tx, id)
    if (!pedido || !now || now.devolucion.hecha) return
    await recordIn(tx, deps, CAJA, await afterDevolucion(tx, now, pedido.referencia), [id])
  })

/** Asks for a refund once: from the first answer on it is only read. */
async function refund(deps: Pick<Deps, 'db' | 'payments'>, found: Found): Promise<ProviderRefund['state']> {
  const { devolucion, pago } = found
  const provider = deps.payments.of(pago.proveedor)
  if (devolucion.id_en_proveedor)
    return (await provider.readRefund(pago.id, devolucion.id_en_proveedor)).state
  // Before the refund is first taken up again its key is enough: the provider recognises the same refund by it
  const lost = devolucion.retomada ? await findLost(deps.db, provider, found) : undefined
  const made = lost ?? (await askOrFind(deps.db, provider, found))
  if (!made) return 'approved'
  await setIdEnProveedor(deps.db, devolucion.id, made.id)
  return made.state
}

/** A refusal may be of the repetition alone: an earlier try, whose answer was lost, may have been carried out. */
async function askOrFind(
  db: Queryable,
  provider: PaymentProvider,
  found: Found,
): Promise<ProviderRefund | null> {
  try {
    return await ask(provider, found)
  } catch (error) {
    const lost = error instanceof RefundRefused ? await findLost(db, provider, found) : undefined
    if (!lost) throw error
    return lost
  }
}

/**
 * The refund at the provider whose answer was lost: the one that another job for this row found meanwhile, else one of
 * the same amount, made since the request, that belongs to no other row.
 * @throws if another row of this amount waits for a lost answer too: that row is settled first, by its key
 */
async function findLost(
  db: Queryable,
  provider: PaymentProvider,
  { devolucion, pago }: Found,
): Promise<ProviderRefund | undefined> {
  const { importe, pedida } = devolucion
  const made = await provider.refundsOf(pago.id)
  const all = await devolucionesOf(db, pago.pedido_id)
  const own = all.find(({ id }) => id === devolucion.id)?.id_en_proveedor
  if (own) return provider.readRefund(pago.id, own)
  const known = all.map(({ id_en_proveedor }) => id_en_proveedor)
  const lost = made.find(
    ({ id, amount, created }) =>
      amount === importe && created.getTime() >= pedida.getTime() - CLOCKS_MS && !known.includes(id),
  )
  const isOpenToo = (one: Devolucion) =>
    one.id !== devolucion.id &&
    one.pago_id === pago.id &&
    one.importe === importe &&
    !(one.hecha || one.rechazada || one.id_en_proveedor)
  // Once both rows are taken up again, keys no longer tell whose refund it is: then it belongs to the older row
  if (lost && all.some((one) => isOpenToo(one) && (!devolucion.retomada || one.id < devolucion.id)))
    throw new Error('Another refund of the same amount waits for its answer.')
  return lost
}

/**
 * A refund without an amount means all that is left of the payment, so what is left is checked first. Null: the
 * provider gave all of it back already.
 */
async function ask(
  provider: PaymentProvider,
  { devolucion: { id, importe }, pago }: Found,
): Promise<ProviderRefund | null> {
  const key = `mostrador-${pago.id}-${id}`
  if (importe < pago.importe) return provider.refund(pago.id, key, importe)
  const now = await provider.readPayment(pago.id)
  if (now?.status === 'refunded') return null // by an earlier try whose answer was lost, or by hand
  if (now && now.refunded > 0)
    throw new RefundRefused(
      `Ya se habían devuelto ${formatCentavos(now.refunded)} de este pago. Revisá cuánto queda.`,
    )
  return provider.refund(pago.id, key)
}

type Found = NonNullable<Awaited<ReturnType<typeof findDevolucion>>>

async function giveUp(deps: RecordDeps, { devolucion, pago }: Found, respuesta: string) {
  await deps.db.transaction(async (tx) => {
    const locked = await lockPedido(tx, pago.pedido_id)
    const now = deps.now()
    if (!locked || !(await markRechazada(tx, devolucion.id, now, respuesta))) return
    // The money is the order's again, and may pay it
    const pedido = await settlePedido(tx, deps, locked)
    const isGoingBack = await askForRest(tx, deps, pago.id)
    // The order was cancelled meanwhile: this refused part goes back with the rest, which was booked without it. A
    // surplus of an order goes back automatically, and is written down in no shift
    if (isGoingBack && pedido.estado === 'cancelado')
      return noteDevueltaPorLaWeb(tx, pedido, { ...devolucion, hecha: now })
    const nota = `No se pudieron devolver ${amountOf(devolucion.importe, pago.moneda)} (pago ${pago.id}). ${respuesta}`
    await alertDueno(tx, deps, pedido, { about: `${pago.id}:rechazada:${devolucion.id}`, nota })
  })
  return refuse(409, respuesta)
}

type TellDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'payments' | 'publicUrl'>

/** Tells the owner, once, to make an automatic refund by hand that the provider refuses. */
export const tellUnrefunded = (deps: TellDeps, pago: PagoRow, why: string): Promise<void> =>
  tellOnce(deps, pago, {
    about: `${pago.id}:a-mano`,
    nota: `No se pudo devolver solo el pago ${pago.id}: hacelo desde ${providerTitleOf(deps, pago)}. ${why}`,
  })

/**
 * Tells the owner, once, of a refund that goes on for more than a day, since the provider neither makes nor refuses it.
 * One that the owner makes there is found; the provider may still make the first one, so it is asked before.
 */
export async function tellLate(
  deps: TellDeps,
  pago: PagoRow,
  { desde, importe, about }: { desde: Date; importe: number; about: string },
): Promise<void> {
  if (deps.now().getTime() - desde.getTime() < LATE_MS) return
  const title = providerTitleOf(deps, pago)
  const nota = `La devolución de ${amountOf(importe, pago.moneda)} (pago ${pago.id}) se pidió el ${formatDay(desde)} a las ${formatTime(desde)}, hace más de un día, y ${title} ni la hizo ni la rechazó. Preguntale antes de hacerla de nuevo; si la hacés desde tu cuenta, acá se anota sola.`
  await tellOnce(deps, pago, { about: `${pago.id}:demora:${about}`, nota })
}

const tellOnce = (
  deps: TellDeps,
  { pedido_id }: PagoRow,
  told: { about: string; nota: string },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const pedido = await lockPedido(tx, pedido_id)
    if (!pedido) return
    if ((await historialOf(tx, pedido.id)).some(({ nota }) => nota === told.nota)) return
    await alertDueno(tx, deps, pedido, told)
  })

/**
 * Whether more than the owner's amount goes back of an order, earlier refunds included, so that small parts
 * count too.
 * @param importe pesos; null: all that is left
 */
export async function isLarge(
  { db, tienda }: Pick<Deps, 'db' | 'tienda'>,
  pedido_id: string,
  importe: number | null,
): Promise<boolean> {
  const { devuelto, queda } = await devolvible(db, pedido_id)
  const { devolucion_confirmar } = (await tienda.read()).ajustes.seguridad
  const now = importe === null ? queda : toCentavos(importe)
  return now > 0 && devuelto + now > devolucion_confirmar
}
