// All typed codes: they are made here, and used once in all, at the counter or by an order.
import { randomBytes } from 'node:crypto'
import { normaliseCorreo } from '@imprimitodo/shared/rules/base/correo'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { CODIGOS, codigoFrom, normaliseCodigo } from '@imprimitodo/shared/rules/fidelidad/codigo'
import { and, or } from 'drizzle-orm'
import type { Queryable, Tx } from '../../base/db/open.ts'
import type { Deps } from '../../base/runtime/deps.ts'
import { holdClientes } from '../../cuentas/auth/service.ts'
import {
  type CodigoRow,
  type CodigosDe,
  changeIf,
  changeUnused,
  cuentasOfCodigos,
  findCodigo,
  forgetReservas,
  insertCodigo,
  isAlive,
  isFree,
  isHeldBy,
  isNotHeld,
  isOf,
  isReservedBy,
  lockCodigosInOrder,
  type NewCodigo,
} from './store.ts'

export {
  allCodigosOf,
  type CodigoRow,
  canjesOf,
  clearEmails,
  codigosOf,
  codigosSql,
  countCupones,
  cuentasOfCodigos,
  findChangeOf,
  findComprado,
  freeUnits,
  getCodigo,
  lastCupon,
  listConCupon,
  lockLinked,
  lockUnused,
  type NewCodigo,
  rootOf,
  unlink,
} from './store.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** From step 3 until completar_compra. */
const RESERVED_MS = 30 * MINUTE
/** An order that expired may still be paid, and has its codes back if they are still free: after that it is too late. */
const FORGET_MS = 30 * DAY

/** 60 random bits. */
const newCodigo = (): string => codigoFrom(randomBytes(12))

/** Draws again where the drawn code is taken already, which hardly ever happens. */
export async function createCodigo(tx: Queryable, codigo: NewCodigo): Promise<CodigoRow> {
  for (;;) {
    const made = await insertCodigo(tx, { ...codigo, codigo: newCodigo() })
    if (made) return made
  }
}

/**
 * A code however it was typed, with its owner's e-mail of now (null where it has no owner). Undefined if there is none.
 */
export async function lookCodigo(
  db: Queryable,
  typed: string,
): Promise<{ codigo: CodigoRow; email: string | null } | undefined> {
  const codigo = normaliseCodigo(typed)
  return codigo === null ? undefined : findCodigo(db, codigo)
}

/**
 * Locks codes, and before them their accounts and `cuentas`. An account's codes are locked by the transaction that holds
 * it alone; what is left of a code is a new one of the same account, and its insert locks the account's row too. So the
 * account always comes first. Called once, with all that the transaction will take. @returns the accounts that there are
 */
export async function lockCodigos(
  tx: Tx,
  of: CodigosDe,
  cuentas: readonly number[] = [],
): Promise<Set<number>> {
  const held = await holdClientes(tx, [...cuentas, ...(await cuentasOfCodigos(tx, of))])
  await lockCodigosInOrder(tx, of)
  return held
}

/** Why a code cannot be taken. Another customer's is `desconocido`, as one that does not exist. */
type Problema = 'desconocido' | 'vencido' | 'usado' | 'ocupado'
export type EstadoCodigo = 'disponible' | Exclude<Problema, 'desconocido'>

/** The state of a code as other orders see it. */
export function estadoCodigoOf(
  { usado, anulado, vence, pedido_id, reservado_hasta }: CodigoRow,
  now: Date,
): EstadoCodigo {
  if (usado) return 'usado'
  if (pedido_id && (!reservado_hasta || reservado_hasta > now)) return 'ocupado'
  return vence > now && !anulado ? 'disponible' : 'vencido'
}

/** Whether an order has it: reserved, held or spent. */
export const isKeptBy = ({ usado, pedido_id, reservado_hasta }: CodigoRow, id: string, now: Date): boolean =>
  pedido_id === id && (usado !== null || !reservado_hasta || reservado_hasta > now)

/** The code, if `email` is its owner's. Undefined for another customer's too: that it exists is not told. */
export async function codigoFor(db: Queryable, typed: string, email: string): Promise<CodigoRow | undefined> {
  const found = await lookCodigo(db, typed)
  if (!found || found.email === null) return undefined
  return normaliseCorreo(found.email) === normaliseCorreo(email) ? found.codigo : undefined
}

/** Step 3 keeps it for the order for 30 minutes; what the order holds already stays held. False if it is used, ended, or another order's. */
export async function reserve(tx: Queryable, id: number, pedidoId: string, now: Date): Promise<boolean> {
  const reservado_hasta = new Date(now.getTime() + RESERVED_MS)
  const where = and(isAlive(now), or(isFree(now), isReservedBy(pedidoId)))
  const reserved = await changeIf(tx, id, where, { pedido_id: pedidoId, reservado_hasta })
  return Boolean(reserved ?? (await changeIf(tx, id, isHeldBy(pedidoId), { pedido_id: pedidoId })))
}

/** Undoes `reserve`. What the order holds stays held. */
export async function unreserve(tx: Tx, id: number, pedidoId: string): Promise<void> {
  await changeIf(tx, id, isReservedBy(pedidoId), { pedido_id: null, reservado_hasta: null })
}

/** The same at the counter, for the customer who is there: a page that only reserved it gives way. */
export async function holdAtCounter(tx: Tx, id: number, pedidoId: string, now: Date): Promise<boolean> {
  const where = or(isOf(pedidoId, now), and(isAlive(now), isNotHeld()))
  return (await changeIf(tx, id, where, { pedido_id: pedidoId, reservado_hasta: null })) !== undefined
}

/**
 * The order keeps the code until it is paid or ends. A code that is still reserved for it counts even if it expired
 * since. False if the code is used, expired, or belongs to another order.
 */
export async function hold(tx: Tx, id: number, pedidoId: string, now: Date): Promise<boolean> {
  const where = or(isOf(pedidoId, now), and(isAlive(now), isFree(now)))
  return (await changeIf(tx, id, where, { pedido_id: pedidoId, reservado_hasta: null })) !== undefined
}

/** Frees all that the order has and did not spend, but for `keep`. */
export async function releaseCodigo(
  tx: Tx,
  deps: Pick<Deps, 'jobs'>,
  pedidoId: string,
  keep: number[] = [],
): Promise<void> {
  const freed = await changeUnused(tx, pedidoId, { keep }, { pedido_id: null, reservado_hasta: null })
  await askDeudas(tx, deps, freed)
}

/**
 * A customer who owes points loses the codes that no order holds any more. A job does it: there the account can be locked
 * before its codes, as everywhere.
 */
export async function askDeudas(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  freed: Pick<CodigoRow, 'tipo' | 'cliente_id'>[],
): Promise<void> {
  const bought = freed.filter(({ tipo }) => CODIGOS[tipo].boughtWithPuntos)
  for (const cliente_id of new Set(bought.flatMap(({ cliente_id }) => cliente_id ?? [])))
    await jobs.send(tx, 'saldar_deuda', { cliente_id })
}

/** The points that bought it were given back. The caller has its row locked. */
export async function voidCodigo(tx: Tx, id: number, now: Date): Promise<void> {
  await changeIf(tx, id, undefined, { vence: now, anulado: now, pedido_id: null, reservado_hasta: null })
}

/** As `releaseCodigo`, but the order stays noted: if it is paid after all, it gets the codes that are still free. */
export async function lapse(tx: Tx, deps: Pick<Deps, 'jobs' | 'now'>, pedidoId: string): Promise<void> {
  // Codes that step 3 reserved and completar_compra did not take
  await changeUnused(tx, pedidoId, { reserved: true }, { pedido_id: null, reservado_hasta: null })
  await askDeudas(tx, deps, await changeUnused(tx, pedidoId, {}, { reservado_hasta: deps.now() }))
}

/** From one order that is being replaced to the next, for 30 minutes, whatever `vence` says: they were in time. */
export async function moveOver(tx: Tx, released: CodigoRow[], pedidoId: string, now: Date): Promise<void> {
  const reservado_hasta = new Date(now.getTime() + RESERVED_MS)
  for (const { id } of released) await changeIf(tx, id, isFree(now), { pedido_id: pedidoId, reservado_hasta })
}

/** Marks it used by a paid order. The caller has its row locked (`spendCodigos` of compra/pedidos/pasos/beneficios.ts). */
export async function spend(tx: Tx, id: number, usado_por: string, usado: Date): Promise<boolean> {
  return (await changeIf(tx, id, undefined, { usado, usado_por, reservado_hasta: null })) !== undefined
}

/** To the owner of a coupon, who may be looking at it, when the transaction that used it commits. */
export async function tellUsado(
  tx: Queryable,
  { events }: Pick<Deps, 'events'>,
  { tipo, cliente_id, codigo }: CodigoRow,
): Promise<void> {
  if (tipo === 'cupon' && cliente_id !== null) await events.tell(tx, 'cupones', { cliente_id, codigo })
}

type CounterUse =
  | { estado: 'marcado'; codigo: CodigoRow }
  /** The present `codigo`: the user and time of its use, or the order that has it. */
  | { estado: Exclude<EstadoCodigo, 'disponible'>; codigo: CodigoRow }
  | { estado: 'desconocido' }

/**
 * At the counter only what an order holds is out of reach: it was confirmed with that price. A page at step 3, which
 * has the code reserved for half an hour, gives way to the customer who is here with it; its order is quoted again (409)
 * before it is charged.
 */
export const estadoAtCounter = (codigo: CodigoRow, now: Date): EstadoCodigo =>
  estadoCodigoOf({ ...codigo, pedido_id: codigo.reservado_hasta ? null : codigo.pedido_id }, now)

/** Why it is not taken at the counter, for the person who works there; null: it is. `numero`: of the order that has it. */
export function detailAtCounter(
  { usado, usado_por, vence, anulado }: CodigoRow,
  estado: EstadoCodigo,
  numero: number | null,
): string | null {
  if (estado === 'usado')
    return `Ese código ya se usó: ${usado_por ?? 'sin nombre'}, ${usado ? formatMoment(usado).toLowerCase() : ''}.`
  if (anulado) return `Ese código se anuló por una devolución: ${formatMoment(anulado).toLowerCase()}.`
  if (estado === 'vencido') return `Ese código venció: ${formatMoment(vence).toLowerCase()}.`
  if (estado === 'ocupado') return `Ese código lo tiene el pedido ${numero}, que todavía no está pagado.`
  return null
}

/** Marks it used by `quien`, once in all. Of many at once exactly one is `marcado`; the others learn who was. */
export async function useAtCounter(
  db: Queryable,
  typed: string,
  quien: string,
  now: Date,
): Promise<CounterUse> {
  const found = await lookCodigo(db, typed)
  if (!found) return { estado: 'desconocido' }
  const { id } = found.codigo
  const change = { usado: now, usado_por: quien, pedido_id: null, reservado_hasta: null }
  const used = await changeIf(db, id, and(isAlive(now), isNotHeld()), change)
  if (used) return { estado: 'marcado', codigo: used }
  const after = (await lookCodigo(db, typed))?.codigo
  if (!after) return { estado: 'desconocido' }
  const estado = estadoAtCounter(after, now)
  return { estado: estado === 'disponible' ? 'ocupado' : estado, codigo: after }
}

/** Ended reservations need no job; this only forgets what can no longer matter. */
export async function forgetOldReservas({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await forgetReservas(db, new Date(now().getTime() - FORGET_MS))
}
