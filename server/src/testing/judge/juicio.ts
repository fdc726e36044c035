// Conditions that hold for every order once all events are over.
import { DESHACER_S } from '@imprimitodo/shared/rules/compra/pedido'
import { puntosLost } from '@imprimitodo/shared/rules/fidelidad/puntos'
import { eq, like } from 'drizzle-orm'
import { correos } from '../../base/db/schema/correos.ts'
import { devoluciones, pagos } from '../../base/db/schema/pagos.ts'
import { historial } from '../../base/db/schema/pedidos.ts'
import { hashToken } from '../../base/secrets/sign.ts'
import { rowOf } from '../pedidos.ts'
import { ledgerOf } from '../puntos.ts'
import { hojasLibres, type Persona } from './historia.ts'
import type { World } from './world.ts'

const PAID = ['pagado', 'en_produccion', 'listo', 'entregado']
const MADE = ['en_produccion', 'listo']
/** Messages that are true only while an order is unpaid. */
const UNPAID = ['espera', 'cupon', 'rechazado', 'por_vencer']
/** Messages about money, which may move when all else is over. */
const MONEY = ['devuelto', 'sobra']

/** One mail as its reader got it. `mail`: its row; `told`: when it left. */
type Leido = { que: string; mail: number; paso: number; told: Date; subject: string; etiqueta: string }

/** The conditions that do not hold, each in a few words. */
export async function problemsOf(world: World, persona: Persona): Promise<string[]> {
  const { shop } = world
  const pedido = await rowOf(shop, persona.id)
  const rows = await shop.db
    .select()
    .from(correos)
    .where(like(correos.clave, `%:${persona.id}%`))
  const isForgotten = persona.deleted
  const mine = world.mails.filter(({ subject }) => new RegExp(`pedido ${pedido.numero}\\b`).test(subject))
  const read = mine
    .filter(({ to }) => to === persona.email)
    .map((mail): Leido => {
      const row = rows.find(({ clave }) => hashToken(clave).startsWith(mail.id))
      const [que = 'olvidado', , paso = ''] = row?.clave.split(':') ?? []
      const { subject } = mail
      const told = row?.enviado ?? new Date(0)
      return { que, subject, told, mail: row?.id ?? 0, paso: Number(paso), etiqueta: mail.id.slice(0, 22) }
    })
  const twice = mine.filter(({ id }, index) => mine.findIndex((other) => other.id === id) !== index)
  const strangers = mine.filter(
    ({ to, subject }) =>
      to !== persona.email && !(to.startsWith('duena@') && !/^(Recibimos|Tu pedido)/.test(subject)),
  )
  return [
    ...twice.map(({ subject }) => `mailed twice: ${subject}`),
    ...strangers.map(({ to, subject }) => `«${subject}» went to ${to}`),
    ...rows.filter(({ enviado }) => !enviado).map(({ clave }) => `never left: ${clave}`),
    pedido.por_cerrar && 'its cancellation was never closed',
    ...(isForgotten ? [] : await tellsOf(world, persona, read)),
    ...(isForgotten ? [] : noticesOf(world, persona, read)),
    ...(await moneyOf(world, persona, read)),
    ...(isForgotten ? [] : await codesOf(world, persona)),
  ].filter((problem) => typeof problem === 'string')
}

/** The messages that still hold, each once, in the order in which they happened. */
async function tellsOf({ shop }: World, { id }: Persona, read: Leido[]): Promise<(string | false)[]> {
  const { estado, pagado, paso } = await rowOf(shop, id)
  const steps = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
  // A step that was taken back late was rightly told before: a mail that is just being handed over still
  // tells it
  const isUndone = (row: number, told: Date) =>
    steps.some(({ id, cuando, deshecho }) => {
      if (id !== row || !deshecho) return false
      const isInTime = deshecho.getTime() - cuando.getTime() <= DESHACER_S * 1000
      return isInTime || told.getTime() > deshecho.getTime() + 1_000
    })
  const first = (que: string) => read.findIndex((one) => one.que === que)
  const after = (que: string) => (first(que) < 0 ? [] : read.slice(first(que) + 1))
  const listos = read.filter(({ que }) => que === 'listo')
  const count = (que: string) => read.filter((one) => one.que === que).length
  const backwards = read.filter(({ mail }, index) => index > 0 && mail < (read[index - 1]?.mail ?? 0))
  return [
    ...backwards.map(({ subject }) => `too late: «${subject}» in ${read.map((one) => one.que)}`),
    ...after('pagado').map(({ que }) => UNPAID.includes(que) && `${que} of a paid order`),
    ...after('cancelado').map(({ que }) => !MONEY.includes(que) && `${que} of a cancelled order`),
    ...listos.map((one) => isUndone(one.paso, one.told) && 'ready, which was taken back'),
    count('pagado') !== (pagado ? 1 : 0) &&
      `paid ${pagado?.toISOString()} and ${count('pagado')} mails of it`,
    count('cancelado') !== (estado === 'cancelado' ? 1 : 0) &&
      `${estado} and ${count('cancelado')} mails of it`,
    estado === 'listo' &&
      listos.filter((one) => one.paso === paso).length !== 1 &&
      'ready, and no mail of it',
    first('listo') >= 0 && first('listo') < first('pagado') && 'ready before it was paid',
  ]
}

/**
 * A device shows what the mails say, each once, in their order, and of that order alone. When a worker died
 * and the next one sends a notice again, it replaces the first one; a notice that its service refused until a
 * later one went through is not shown.
 */
function noticesOf({ notices, deaths }: World, { id, devices }: Persona, read: Leido[]): (string | false)[] {
  return devices.flatMap(({ path, read: open, isWhole }) => {
    const shown = notices.received.filter((one) => one.path === path).map(({ body }) => open(body))
    const tags = [...new Set(shown.map(({ etiqueta = '' }) => etiqueta))]
    const doubled = shown.length - tags.length
    const wasRefused = (notices.times.get(path) ?? 0) > shown.length
    const mails = read.map(({ etiqueta }) => etiqueta)
    const places = tags.map((tag) => mails.indexOf(tag)).filter((place) => place >= 0)
    const isBackwards = places.some((place, index) => index > 0 && place < (places[index - 1] ?? 0))
    const newest = Math.max(-1, ...places)
    const isMissing = (tag: string, place: number) => !tags.includes(tag) && !(wasRefused && place < newest)
    return [
      shown.some(({ url }) => !url?.endsWith(`/pedido/${id}`)) && 'a notice of another order',
      doubled > (deaths.get('push') ?? 0) && `${doubled} notices twice`,
      isBackwards && `notices in the order ${places} of ${read.map(({ que }) => que)}`,
      isWhole && mails.some(isMissing) && `${places} shown of ${read.map(({ que }) => que)}`,
    ]
  })
}

/** Refunds at most once, never more than paid, and told to the customer to the centavo. */
async function moneyOf(
  { shop, mercadopago }: World,
  { id, referencia, deleted }: Persona,
  read: Leido[],
): Promise<(string | false)[]> {
  const { estado, importe_final } = await rowOf(shop, id)
  const there = mercadopago.of(referencia)
  const kept = await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
  const cash = kept.filter((pago) => pago.id.startsWith('mostrador:'))
  const asked = await shop.db.select().from(devoluciones).where(eq(devoluciones.pedido_id, id))
  const cents = (pesos: number) => Math.round(pesos * 100)
  const back = [
    ...there
      .filter(({ status }) => status !== 'charged_back')
      .map((one) => cents(one.transaction_amount_refunded)),
    ...cash.map(({ devuelto }) => devuelto),
  ]
  const returned = back.reduce((sum, one) => sum + one, 0)
  const disputed = there
    .filter(({ status }) => status === 'charged_back' || status === 'in_mediation')
    .reduce((sum, one) => sum + cents(one.transaction_amount - one.transaction_amount_refunded), 0)
  const told = read.reduce((sum, { subject }) => sum + amountIn(subject), 0)
  // Money that the counter took is given back by hand, when the customer comes for it: told at the
  // cancellation, and then
  const owed = estado === 'cancelado' ? cash.reduce((sum, one) => sum + one.importe, 0) : 0
  const left = there.filter(({ status }) => status === 'approved' || status === 'in_mediation')
  const inCash = cash.filter(({ estado }) => estado === 'approved').length
  // A disputed payment stays: its refund is asked for again when the dispute ends, and cash waits for that
  const isAsked = (payment: number) =>
    kept.some((pago) => pago.id === String(payment) && pago.devolucion_pedida !== null)
  const whole = left.filter(
    (one) =>
      cents(one.transaction_amount) >= importe_final &&
      (one.status === 'approved' || (inCash === 0 && !isAsked(one.id))),
  ).length
  return [
    ...kept.map(({ devuelto, importe }) => devuelto > importe && `${devuelto} of ${importe} went back`),
    ...kept.map((pago) => {
      const now = there.find((one) => String(one.id) === pago.id)
      return (
        now !== undefined &&
        cents(now.transaction_amount_refunded) !== pago.devuelto &&
        `${pago.devuelto} back, ${now.transaction_amount_refunded} at the provider`
      )
    }),
    asked.some(({ hecha, rechazada }) => !hecha && !rechazada) && 'a refund that waits',
    PAID.includes(estado) && whole + inCash > 1 && `${whole + inCash} whole payments kept`,
    ['cancelado', 'reembolsado'].includes(estado) &&
      left.some(({ status }) => status === 'approved') &&
      `${estado}, and the shop holds its money`,
    // A mail may have said that a payment goes back before the buyer disputed it
    !deleted &&
      (told < returned || told > returned + disputed + owed) &&
      `${told} told and ${returned} gave back: ${read.map(({ subject }) => subject)}`,
  ]
}

/** Centavos that a mail says are refunded. */
function amountIn(subject: string): number {
  const [, amount] = /devolv(?:imos|emos) \$\s*([\d.]+,\d\d)/.exec(subject) ?? []
  return amount ? Math.round(Number(amount.replaceAll('.', '').replace(',', '.')) * 100) : 0
}

/** The points match the money, and the free sheet is either spent or free again. */
async function codesOf(world: World, { id, cuenta, codigo }: Persona): Promise<(string | false)[]> {
  const { shop } = world
  const { estado, pagado, importe_final } = await rowOf(shop, id)
  const payments = await shop.db.select().from(pagos).where(eq(pagos.pedido_id, id))
  const ledger = cuenta ? await ledgerOf(shop, cuenta.id) : null
  const earned = importe_final / 100
  const expected = pagado ? earned - puntosLost(earned, importe_final, payments) : 0
  const libres = codigo ? await hojasLibres(world, codigo) : null
  const steps = await shop.db.select().from(historial).where(eq(historial.pedido_id, id))
  const wasMade = steps.some(
    (step) => step.estado === 'cancelado' && !step.deshecho && MADE.includes(step.desde ?? 'confirmado'),
  )
  // A code of an order that was made already is free again only with the last peso, which may still be in the
  // till
  const isHeld = wasMade && puntosLost(1, importe_final, payments) < 1
  const isSpent = PAID.includes(estado) || (estado === 'cancelado' && isHeld)
  return [
    ledger !== null && ledger.saldo !== expected && `${ledger.saldo} points instead of ${expected}`,
    libres !== null && libres !== (isSpent ? 0 : 1) && `${estado} with ${libres} free sheets left`,
  ]
}
