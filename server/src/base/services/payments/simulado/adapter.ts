import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { AccionSimulada, PagoSimulado } from '@imprimitodo/shared/api/pagos'
import { toPesos } from '@imprimitodo/shared/rules/base/dinero'
import type { Db, Tx } from '../../../db/open.ts'
import type { Jobs } from '../../../runtime/jobs.ts'
import { installationSecret } from '../../../secrets/secret.ts'
import { linkTo } from '../../../web/link.ts'
import { readHint, readSigned } from '../notification.ts'
import {
  CheckoutRefused,
  type CheckoutSimulado,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
  RefundRefused,
} from '../port.ts'
import { signNotification } from '../signature.ts'
import {
  changePago,
  findPreferencia,
  findSimulado,
  insertPago,
  lockPago,
  lockPreferencia,
  lockPreferenciaById,
  type PagoSimuladoRow,
  type Preferencia,
  pagosBetween,
  pagosOfReferencia,
  setVence,
  upsertPreferencia,
} from './store.ts'

type Parts = {
  db: Db
  jobs: Pick<Jobs, 'send'>
  now: () => Date
  dataDir: string
  /** Our path that it calls. */
  notificationPath: string
  /** POSTs to our own server; returns the status. */
  deliver: (path: string, headers: Record<string, string>, body: string) => Promise<number>
}

/**
 * Embedded default: a checkout with books of its own that talks to the shop only as Mercado Pago would,
 * through the signed webhook and through `readPayment`. Its page is /pago-simulado; no real money moves.
 */
export function createSimulado({
  db,
  jobs,
  now,
  dataDir,
  notificationPath,
  deliver,
}: Parts): PaymentProvider {
  const secret = installationSecret(dataDir, 'pago-simulado')

  /** Writes the payment, and the job that notifies it, in one transaction. */
  async function record(
    tx: Tx,
    pago: Pick<PagoSimuladoRow, 'referencia' | 'estado' | 'medio' | 'importe'>,
  ): Promise<void> {
    const id = String(randomInt(9e12, 10e12)) // digits only, like the real ones, and longer than theirs
    await insertPago(tx, { id, ...pago, creado: now(), actualizado: now() })
    await jobs.send(tx, 'aviso_simulado', { pago_id: id })
  }

  async function change(
    tx: Tx,
    pago: PagoSimuladoRow,
    estado: PagoSimuladoRow['estado'],
    { devuelto, claves }: Pick<PagoSimuladoRow, 'devuelto' | 'claves'> = pago,
  ): Promise<void> {
    // Later than its last report even within one millisecond: this instant decides the order
    const actualizado = new Date(Math.max(now().getTime(), pago.actualizado.getTime() + 1))
    await changePago(tx, pago.id, { estado, devuelto, claves, actualizado })
    await jobs.send(tx, 'aviso_simulado', { pago_id: pago.id })
  }

  /** Waiting payments end with their preference. There is no timer: they end at the next read. */
  async function endWaiting(tx: Tx, referencia: string): Promise<void> {
    for (const pago of await pagosOfReferencia(tx, referencia))
      if (pago.estado === 'pending' || pago.estado === 'in_process') await change(tx, pago, 'cancelled')
  }

  async function take(tx: Tx, preferencia: Preferencia, accion: AccionSimulada): Promise<void> {
    const { referencia, importe } = preferencia
    const pagos = await pagosOfReferencia(tx, referencia)
    const waiting = (estado: PagoSimuladoRow['estado']) => pagos.findLast((pago) => pago.estado === estado)
    if (accion === 'acreditar') {
      const ticket = waiting('pending')
      if (!ticket) throw new CheckoutRefused('sin-cupon')
      return change(tx, ticket, 'approved')
    }
    if (isPaid(pagos)) throw new CheckoutRefused('pagada')
    const reviewed = waiting('in_process')
    switch (accion) {
      case 'aprobar':
        if (reviewed) return change(tx, reviewed, 'approved')
        return record(tx, { referencia, importe, estado: 'approved', medio: 'tarjeta' })
      case 'rechazar':
        if (reviewed) return change(tx, reviewed, 'rejected')
        return record(tx, { referencia, importe, estado: 'rejected', medio: 'tarjeta' })
      case 'dejar_pendiente':
        return record(tx, { referencia, importe, estado: 'in_process', medio: 'tarjeta' })
      case 'pagar_en_efectivo':
        return record(tx, { referencia, importe, estado: 'pending', medio: 'efectivo' })
    }
  }

  const checkout: CheckoutSimulado = {
    async show(reference) {
      const preferencia = await findPreferencia(db, reference)
      return preferencia ? answer(preferencia, await pagosOfReferencia(db, reference), now()) : null
    },
    act: (reference, accion) =>
      db.transaction(async (tx) => {
        const preferencia = await lockPreferencia(tx, reference)
        if (!preferencia) return null
        // A cash ticket may be paid besides a card, as in reality: the shop has to cope
        if (preferencia.vence <= now())
          throw new CheckoutRefused(isPaid(await pagosOfReferencia(tx, reference)) ? 'pagada' : 'vencida')
        await take(tx, preferencia, accion)
        return answer(preferencia, await pagosOfReferencia(tx, reference), now())
      }),
    async notify(paymentId) {
      const pago = await findSimulado(db, paymentId)
      if (!pago) return
      const requestId = randomUUID()
      const headers = {
        'content-type': 'application/json',
        'x-request-id': requestId,
        'x-signature': signNotification(secret, pago.id, requestId, now().getTime()),
      }
      const body = JSON.stringify({
        id: `${pago.id}-${pago.actualizado.getTime()}`,
        live_mode: false,
        type: 'payment',
        action: 'payment.updated',
        api_version: 'v1',
        date_created: pago.actualizado.toISOString(),
        data: { id: pago.id },
      })
      const status = await deliver(`${notificationPath}?data.id=${pago.id}&type=payment`, headers, body)
      if (status !== 200) throw new Error(`The notification was answered ${status}.`)
    },
  }

  return {
    kind: 'simulado',
    title: 'Pago simulado',
    medios: ['tarjeta', 'efectivo'],
    integrated: true,
    note: 'No se cobra de verdad: falta conectar Mercado Pago.',
    checkout,
    async createPreference({ reference, known, latest, title, amount, expires, origin, backUrl }) {
      const fresh = {
        id: `sim-${randomBytes(12).toString('base64url')}`,
        referencia: reference,
        titulo: title,
        importe: amount,
        vence: expires,
        vuelta: new URL(backUrl).pathname,
      }
      const { id } = await upsertPreferencia(db, fresh, known === null ? latest : null)
      return { id, initPoint: linkTo(origin, `/pago-simulado/${reference}`) }
    },
    expirePreference: (id, { linkOnly = false } = {}) =>
      db.transaction(async (tx) => {
        const preferencia = await lockPreferenciaById(tx, id)
        if (!preferencia) return
        if (preferencia.vence > now()) await setVence(tx, id, now())
        if (!linkOnly) await endWaiting(tx, preferencia.referencia)
      }),
    async readPayment(id) {
      const pago = await findSimulado(db, id)
      return pago ? toPayment(pago) : null
    },
    searchPayments: (reference) =>
      db.transaction(async (tx) => {
        const preferencia = await lockPreferencia(tx, reference)
        if (preferencia && preferencia.vence <= now()) await endWaiting(tx, reference)
        return (await pagosOfReferencia(tx, reference)).map(toPayment)
      }),
    paymentsBetween: async (from, to) => (await pagosBetween(db, from, to)).map(toPayment),
    refund: (paymentId, key, amount) =>
      db.transaction(async (tx): Promise<ProviderRefund> => {
        const pago = await lockPago(tx, paymentId)
        if (!pago) throw new RefundRefused('Ese pago no existe.')
        const made: ProviderRefund = { id: key, state: 'approved' }
        if (pago.claves.includes(key)) return made
        const left = pago.importe - pago.devuelto
        const asked = amount ?? left
        if (pago.estado !== 'approved' || asked > left)
          throw new RefundRefused('No queda tanto para devolver.')
        const devuelto = pago.devuelto + asked
        await change(tx, pago, devuelto === pago.importe ? 'refunded' : 'approved', {
          devuelto,
          claves: [...pago.claves, key],
        })
        return made
      }),
    async readRefund(paymentId, id) {
      const pago = await findSimulado(db, paymentId)
      if (!pago?.claves.includes(id)) throw new Error('A refund that was never made.')
      return { id, state: 'approved' }
    },
    // None is ever in process, and none is lost: it keeps its keys
    refundsOf: async () => [],
    notifications: {
      path: notificationPath,
      read: (call) => readSigned(secret, call) ?? readHint(call),
    },
    probe: async () => ({
      ok: true,
      detail: 'Los pagos son simulados: la página de pago es nuestra y no se mueve dinero.',
    }),
  }
}

const isPaid = (pagos: PagoSimuladoRow[]): boolean => pagos.some(({ estado }) => estado === 'approved')

/** A number as long as a real ticket's, but of no company: their numbers do not begin with zeros. */
const ticketNumberOf = ({ id, importe }: PagoSimuladoRow): string =>
  `0000${String(importe).padStart(12, '0')}${id.padStart(16, '0')}`

function toPayment(pago: PagoSimuladoRow): ProviderPayment {
  return {
    id: pago.id,
    status: pago.estado,
    reference: pago.referencia,
    amount: pago.importe,
    refunded: pago.devuelto,
    refunds: pago.claves,
    currency: 'ARS',
    method: pago.medio,
    ticketUrl: null, // its own page shows it
    ticketNumber: pago.estado === 'pending' ? ticketNumberOf(pago) : null,
    created: pago.creado,
    updated: pago.actualizado,
  }
}

function answer(
  { referencia, titulo, importe, vence, vuelta }: Preferencia,
  pagos: PagoSimuladoRow[],
  now: Date,
): PagoSimulado {
  return {
    referencia,
    titulo,
    importe: toPesos(importe),
    vuelta,
    vence: vence.toISOString(),
    vencida: vence <= now,
    pagos: pagos.map(({ id, estado, medio, actualizado }) => ({
      id,
      estado,
      medio,
      cuando: actualizado.toISOString(),
    })),
  }
}
