// The effects of an order's steps on its codes and points, in the transaction of the step.
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatCentavos } from '@imprimitodo/shared/rules/base/dinero'
import { acreditadoOf } from '@imprimitodo/shared/rules/dinero/pago'
import { CODIGOS } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { puntosFor, puntosWithin } from '@imprimitodo/shared/rules/fidelidad/puntos'
import type { Queryable, Tx } from '../../../base/db/open.ts'
import type { AjustesValores } from '../../../base/db/schema/ajustes.ts'
import type { Deps } from '../../../base/runtime/deps.ts'
import { findConfirmado, holdCliente } from '../../../cuentas/auth/service.ts'
import {
  askDeudas,
  type CodigoRow,
  codigosOf,
  createCodigo,
  findChangeOf,
  lapse,
  lockCodigos,
  lockLinked,
  releaseCodigo,
  spend,
  tellUsado,
  unlink,
} from '../../../fidelidad/codigos/service.ts'
import {
  diaDe,
  findEarned,
  findPuntosPedido,
  insertPuntos,
  insertPuntosPedido,
  type PuntosPedido,
  puntosDeVenta,
} from '../../../fidelidad/puntos/service.ts'
import { readAjustes } from '../../../gestion/ajustes/service.ts'
import { lineasOf } from '../../archivos/service.ts'
import { pedidosBeside } from '../filas/juntos-store.ts'
import { insertHistorial, lockPuntosOfBuzon, type Pedido, pagosOf, tipeadosToGive } from '../filas/store.ts'
import { inTurn } from '../precio/codigos.ts'
import { priceOf } from '../precio/price.ts'

const DAY = 24 * 3600_000
/** A code that is given back lives at least this long. */
const BACK_DAYS = 30

/**
 * Paid: its codes are spent, once, and its points are earned, once, as soon as nothing is owed. `before` is the order as
 * it was; `quien` took the payment. @returns the codes with the sheets that were left over
 */
export async function onPagado(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'events' | 'jobs'>,
  before: Pedido,
  quien: string,
): Promise<CodigoRow[]> {
  await lockBeneficios(tx, [before])
  const clienteId = await lockEarner(tx, before)
  const vueltos = await spendCodigos(tx, deps, before)
  if (before.resta === 0) await earn(tx, deps, before, { clienteId, quien })
  return vueltos
}

/** The last peso of an order that went into work for a part of its price: only now it gives points. */
export const onSaldado = async (
  tx: Tx,
  deps: Pick<Deps, 'now'>,
  pedido: Pedido,
  quien: string,
): Promise<void> => earn(tx, deps, pedido, { clienteId: await lockEarner(tx, pedido), quien })

async function earn(
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  pedido: Pedido,
  { clienteId, quien }: { clienteId: number | null; quien: string },
): Promise<void> {
  const { puntos, tipeados } = await keepPuntos(tx, pedido, clienteId, now())
  if (clienteId === null || puntos <= 0) return
  await insertPuntos(tx, {
    cliente_id: clienteId,
    tipo: 'pedido',
    puntos,
    tipeados,
    motivo: `Pedido ${pedido.numero}`,
    clave: `pedido:${pedido.id}`,
    pedido_id: pedido.id,
    quien,
    cuando: now(),
  })
}

/**
 * Stores the points of an order whose last peso was paid at `cuando`: a later change of the owner's rate, or the limits
 * of another day, do not affect them. For products and services typed at the counter (`tipeados`) the limits apply.
 */
export async function keepPuntos(
  tx: Tx,
  pedido: Pedido,
  clienteId: number | null,
  cuando: Date,
): Promise<PuntosPedido> {
  const { puntos_por_peso } = await readAjustes(tx)
  const { all, typed } = worthOf(pedido, puntos_por_peso)
  const tipeados =
    typed === 0 ? 0 : await withinTopes(tx, pedido, { cliente_id: clienteId, puntos: typed, cuando })
  const kept = { pedido_id: pedido.id, puntos: all - typed + tipeados, tipeados, cuando }
  // Without a mailbox no account ever gets them
  if (clienteId !== null || pedido.buzon !== null) await insertPuntosPedido(tx, kept)
  return kept
}

async function withinTopes(
  tx: Tx,
  { id, buzon }: Pedido,
  typed: { cliente_id: number | null; puntos: number; cuando: Date },
): Promise<number> {
  if (buzon !== null) await lockPuntosOfBuzon(tx, buzon)
  const toGive = buzon === null ? 0 : await tipeadosToGive(tx, buzon, diaDe(typed.cuando))
  return (await puntosDeVenta(tx, { ...typed, toGive, juntos: await pedidosBeside(tx, id) })).puntos
}

/** An order's points without limits: all of them, and those for products and services typed at the counter. */
const worthOf = (
  { importe_final, final_otros }: Pick<Pedido, 'importe_final' | 'final_otros'>,
  porPeso: number,
) => ({
  all: puntosFor(importe_final, porPeso),
  typed: puntosFor(Math.min(final_otros, importe_final), porPeso),
})

/**
 * The points that a paid order gave its account, or will give the account that confirms its mailbox, before refunds.
 * Null: none, or none before its last peso.
 */
export async function puntosOf(
  db: Queryable,
  pedido: Pedido,
  { puntos_por_peso, puntos_venta }: Pick<AjustesValores, 'puntos_por_peso' | 'puntos_venta'>,
): Promise<{ cuantos: number; sumados: boolean } | null> {
  if (pedido.anonimizar) return null
  const earned = await findEarned(db, pedido.id)
  if (earned) return { cuantos: earned.puntos, sumados: true }
  if (pedido.resta > 0 || pedido.buzon === null || (await findEarner(db, pedido)) !== undefined) return null
  const kept = await findPuntosPedido(db, pedido.id)
  const { all, typed } = worthOf(pedido, puntos_por_peso)
  // Orders paid before migration 0102 kept nothing
  const cuantos = kept?.puntos ?? all - typed + puntosWithin(typed, puntos_venta, { hoy: 0 })
  return cuantos > 0 ? { cuantos, sumados: false } : null
}

/** The account whose session confirmed it, else the one with its e-mail, if that mailbox has confirmed it by now. */
export const findEarner = async (
  db: Queryable,
  { cliente_id, email }: Pick<Pedido, 'cliente_id' | 'email'>,
): Promise<number | undefined> =>
  cliente_id ?? (email ? (await findConfirmado(db, email.toLowerCase()))?.id : undefined)

/**
 * Locks all rows of customers that payments of locked orders may change: the accounts that get or got their points,
 * their codes, and the mailboxes (`lockSinDar`), always in the same order. Call it before changing any of them, and
 * once for all orders of a sale. `more`: further rows that the caller takes. @returns the accounts that exist
 */
export async function lockBeneficios(
  tx: Tx,
  pedidos: readonly Pedido[],
  more: { codigos?: number[]; cuentas?: number[] } = {},
): Promise<Set<number>> {
  const cuentas = [...(more.cuentas ?? [])]
  for (const pedido of pedidos) {
    const earner = pedido.anonimizar ? undefined : await findEarner(tx, pedido)
    const earned = await findEarned(tx, pedido.id)
    cuentas.push(...[earner, earned?.cliente_id].flatMap((id) => id ?? []))
  }
  const { codigos: ids = [] } = more
  const held = await lockCodigos(tx, { pedidos: pedidos.map(({ id }) => id), ids }, cuentas)
  const buzones = [...new Set(pedidos.flatMap(({ buzon }) => buzon ?? []))].toSorted()
  if (buzones.length > 1) for (const buzon of buzones) await lockPuntosOfBuzon(tx, buzon)
  return held
}

/** The account that gets the order's points, locked; null: none does. */
export async function lockEarner(tx: Tx, pedido: Pedido): Promise<number | null> {
  if (pedido.anonimizar) return null
  const id = await findEarner(tx, pedido)
  return id !== undefined && (await holdCliente(tx, id)) ? id : null
}

/**
 * Spends the codes that the order holds. An order that expired and is paid after all spends those of its codes that no
 * other order took meanwhile. A code that took nothing off goes back whole. The sheets that a code did not need come
 * back as a new code with the same end.
 */
async function spendCodigos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'events' | 'jobs'>,
  pedido: Pedido,
): Promise<CodigoRow[]> {
  const { now } = deps
  const linked = (await lockLinked(tx, pedido.id)).filter(({ usado }) => !usado)
  if (linked.length === 0 && pedido.estado !== 'vencido') return []
  const isReserved = ({ reservado_hasta }: CodigoRow) =>
    pedido.estado === 'confirmado' && reservado_hasta !== null
  const held = inTurn(linked.filter((codigo) => !isReserved(codigo)))
  const { usos, importe_final } = priceOf(await lineasOf(tx, pedido.id), pedido, held)
  if (pedido.estado === 'vencido' && importe_final > pedido.importe_final)
    await noteLost(tx, deps, pedido, importe_final - pedido.importe_final)
  const vueltos: CodigoRow[] = []
  for (const [index, codigo] of held.entries()) {
    const { cubiertas = 0, descuento = 0 } = usos[index] ?? {}
    if (descuento === 0) continue
    await spend(tx, codigo.id, `pedido ${pedido.numero}`, now())
    await tellUsado(tx, deps, codigo)
    const left = leftOf(codigo, cubiertas)
    if (left && codigo.vence > now())
      vueltos.push(await createCodigo(tx, { ...successor(codigo, now()), ...left }))
  }
  await releaseCodigo(tx, deps, pedido.id)
  return vueltos
}

/** The rest of a code that an order spent; null: none is left. */
function leftOf({ tipo, hojas }: CodigoRow, cubiertas: number): Pick<CodigoRow, 'hojas'> | null {
  switch (CODIGOS[tipo].valor) {
    case 'hojas': {
      const left = (hojas ?? 0) - cubiertas
      return left > 0 ? { hojas: left } : null
    }
    case 'porcentaje':
    case null:
      return null
  }
}

/** Notes that the price of an expired order, paid after all, included codes that another order has taken since. */
const noteLost = (tx: Tx, { now }: Pick<Deps, 'now'>, pedido: Pedido, centavos: number): Promise<void> =>
  insertHistorial(tx, {
    pedido_id: pedido.id,
    estado: 'pagado',
    cuando: now(),
    quien: 'sistema',
    nota: `Se pagó después de vencer: ${formatCentavos(centavos)} de su descuento eran de códigos que ya tiene otro pedido.`,
  })

const successor = (
  { id, tipo, cliente_id, email, producto_nombre, premio_id, vence }: CodigoRow,
  creado: Date,
) => ({
  tipo,
  cliente_id,
  email,
  producto_nombre,
  premio_id,
  vence,
  creado,
  origen_id: id,
})

/**
 * Frees the codes of an order that was cancelled, expired or refunded, as far as it did not spend them; spent sheets
 * come back too. Cancelled after production began, they come back with the money; at once if the shop holds none of it.
 */
export async function onEnded(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  before: Pedido,
  to: 'cancelado' | 'vencido' | 'reembolsado',
): Promise<void> {
  await lockCodigos(tx, { pedidos: [before.id] })
  if (to === 'vencido') return lapse(tx, deps, before.id)
  await releaseCodigo(tx, deps, before.id)
  const isGivenBack = to === 'reembolsado' || before.estado === 'pagado'
  if (isGivenBack || acreditadoOf(await pagosOf(tx, before.id)) <= 0)
    await giveBackCodigos(tx, deps, { ...before, estado: to })
}

/**
 * Codes of sheets that it spent come back as new ones of as many sheets, for at least 30 days; coupons and spins do
 * not. Called again it finds nothing left to give. The order's row is locked.
 */
export async function giveBackCodigos(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'jobs'>,
  pedido: Pedido,
): Promise<void> {
  const { now } = deps
  const all = await codigosOf(tx, pedido.id, now())
  const spent = all.filter(({ tipo, usado }) => CODIGOS[tipo].boughtWithPuntos && usado)
  for (const codigo of spent) {
    const hojas = (codigo.hojas ?? 0) - ((await findChangeOf(tx, codigo.id))?.hojas ?? 0)
    const vence = new Date(Math.max(codigo.vence.getTime(), now().getTime() + BACK_DAYS * DAY))
    await createCodigo(tx, { ...successor(codigo, now()), hojas, vence })
    await unlink(tx, codigo.id)
    await insertHistorial(tx, {
      pedido_id: pedido.id,
      estado: pedido.estado,
      cuando: now(),
      quien: 'sistema',
      nota: `Se devolvieron ${count(hojas, 'hoja')} gratis en un código nuevo.`,
    })
  }
  await askDeudas(tx, deps, spent)
}
